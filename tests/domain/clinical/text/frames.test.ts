import test from 'ava';
import { compileFrames, spellOut } from '../../../../domain/clinical/frames.ts';
import { lexiconSchema, type Lexicon } from '../../../../domain/clinical/lexicon-schema.ts';
import { compileLexicon, createTextReader } from '../../../../domain/clinical/text/index.ts';
import { compileClasses } from '../../../../domain/clinical/word-classes.ts';
import { lexicon as small } from './lexicon.ts';

const classes = {
  spirits: 'white_spirit methylated_spirit',
  solvents: '<spirits> turpentine',
  swallow: 'swallowed drank',
  many: 'handful',
  tablets: 'tablets pills',
};
const frames = {
  taken: ['<swallow> {agent}'],
  taken_many: ['<swallow> <number over 10 below 1000> {agent}'],
};
const TAKEN = { taken: { agent: 'solvents' } };

/** The patterns of a finding as the reader gets them. */
function patternsOf(finding: object, issues: string[] = []): string[] {
  const file = lexiconSchema.parse({ findings: { poisoned: finding } });
  const known = compileClasses([{ name: 'lexicon/en/classes.yaml', data: { classes } }], issues);
  const framed = compileFrames(
    ['en', 'cs'].map((language) => ({ name: `lexicon/${language}/frames.yaml`, data: { frames } })),
    issues,
  );
  const lexicon: Lexicon = {
    complaints: new Map(),
    findings: new Map(Object.entries(file.findings)),
    conditions: new Map(),
    reassurances: new Map(),
  };
  const spelt = spellOut(lexicon, { language: 'en', classes: known.en, frames: framed.en }, issues);
  return spelt.findings.get('poisoned')?.patterns ?? [];
}

function reads(patterns: string[], text: string): boolean {
  const entry = { code: 'poisoned', kind: 'finding' as const, en: patterns, cs: [], value: null };
  const reader = createTextReader(compileLexicon({ ...small, entries: [entry] }));
  return reader.extract(text, null).evidence.some(({ finding }) => finding === 'poisoned');
}

test('a class stands for its words, those of other classes and several in one place', (t) => {
  const patterns = patternsOf({ patterns: ['<swallow>|sipped <solvents>'] });
  t.deepEqual(patterns, ['swallowed|drank|sipped white_spirit|methylated_spirit|turpentine']);
  for (const text of ['she drank turpentine', 'he sipped some white spirit', 'he sipped methylated spirits'])
    t.true(reads(patterns, text), text);
  for (const text of ['she drank white wine', 'she drank. Turpentine', 'white walls and a free spirit'])
    t.false(reads(patterns, text), text);
});

test('a frame says one thing of whatever its finding names', (t) => {
  const patterns = patternsOf({ frames: [TAKEN] });
  t.true(reads(patterns, 'he drank the white spirit'));
  t.deepEqual(patternsOf({ frames: [{ taken: { agent: ['tablets', 'spirits'] } }] }), [
    'swallowed|drank tablets|pills|white_spirit|methylated_spirit',
  ]);
});

test('a number counts what stands behind it, and measures nothing', (t) => {
  const patterns = patternsOf({ frames: [{ taken_many: { agent: 'tablets' } }] });
  t.deepEqual(patterns, ['swallowed|drank #10-1000 tablets|pills']);
  t.true(reads(patterns, 'I swallowed 40 tablets'));
  t.true(reads(patterns, 'I swallowed 12 white pills'));
  for (const text of [
    'I swallowed 4 tablets',
    'I swallowed 400 mg tablets',
    'I swallowed tablets, 40 people saw it',
  ])
    t.false(reads(patterns, text), text);
});

test('what is unknown is refused by name', (t) => {
  const issuesOf = (finding: object): string[] => {
    const issues: string[] = [];
    patternsOf(finding, issues);
    return issues;
  };
  t.deepEqual(issuesOf({ patterns: ['drank <wine>'] }), [
    'lexicon/en: findings.poisoned: "<wine>" is no class',
  ]);
  t.deepEqual(issuesOf({ frames: [{ eaten: { agent: 'spirits' } }] }), [
    'lexicon/en: findings.poisoned: "eaten" is no frame',
  ]);
  t.deepEqual(issuesOf({ frames: [{ taken: { thing: 'spirits' } }] }), [
    'lexicon/en: findings.poisoned: taken has the parameters {agent}, and not {thing}',
  ]);
  const apart: string[] = [];
  compileFrames([{ name: 'lexicon/en/frames.yaml', data: { frames } }], apart);
  t.is(apart.length, 2);
  t.regex(
    apart[0] ?? '',
    /^lexicon: frames\.taken: has one set of parameters in English and another in Czech$/,
  );
});
