import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { load } from 'js-yaml';
import { compileKnowledge, KnowledgeError, lintKnowledge } from '../../../domain/clinical/index.ts';
import { loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';
import { engine, knowledge } from './engine-fixture.ts';

test('the shipped knowledge base has nothing to complain about', (t) => {
  t.deepEqual(lintKnowledge(knowledge), []);
});

test('it is as broad as promised', (t) => {
  t.true(knowledge.complaints.length >= 17);
  t.true(knowledge.conditions.length >= 90);
  t.true(knowledge.findings.length >= 220);
  t.true(knowledge.rules.length >= 100);
});

test('no more than 40 % of the links rest on an estimate', (t) => {
  const links = knowledge.conditions.flatMap((condition) => condition.links);
  const estimates = links.filter((link) => knowledge.sources.get(link.source)?.kind === 'expert');
  t.true(estimates.length / links.length <= 0.4, `${estimates.length} of ${links.length}`);
});

test('every concept has a unique code and a name in both languages', (t) => {
  const codes = engine.concepts.map((concept) => concept.code);
  t.is(new Set(codes).size, codes.length);
  for (const concept of engine.concepts) {
    t.true(concept.name.length > 1 && concept.name_cs.length > 1, concept.code);
    t.is(concept.type === 'condition', concept.icd !== null, concept.code);
  }
});

test('the version names the engine and the knowledge base', async (t) => {
  const { hash } = await loadKnowledge();
  t.regex(hash, /^[0-9a-f]{64}$/);
  t.is(engine.knowledge_hash, hash);
  t.true(engine.version.endsWith(`+${hash.slice(0, 8)}`));
});

const noWords = { en: [], cs: [] };
const TEXT = {
  en: { name: 'Name', plain: 'plain' },
  cs: { name: 'Jméno', plain: 'slovo' },
};
const broken = {
  sources: { study: { kind: 'study', citation: 'A study' } },
  topics: { general: { name: 'General' } },
  findings: {
    sign: { topic: 'nowhere', background: 0.1, implies: ['nothing'], ...TEXT },
    number: {
      topic: 'general',
      background: 0.1,
      value: { type: 'number', unit: '%', minimum: 5, maximum: 1 },
      ...TEXT,
    },
  },
  conditions: {
    illness: {
      icd: 'A00',
      urgency: 'routine',
      danger: null,
      source: 'rumour',
      complaints: { absent_complaint: 0.1 },
      findings: { sign: { lr: [2, 3], source: 'study' } },
      en: { name: 'Illness' },
      cs: { name: 'Nemoc' },
    },
  },
};

test('compilation names every broken reference and impossible number at once', (t) => {
  const error = t.throws(
    () => compileKnowledge({ ...noWords, knowledge: [{ name: 'broken.yaml', data: broken }] }),
    {
      instanceOf: KnowledgeError,
    },
  );
  const issues = error.issues.join('\n');
  for (const part of [
    'unknown topic nowhere',
    'nothing is no tri-state finding',
    'minimum is not below maximum',
    'a valued one must not have it',
    'unknown source rumour',
    'unknown complaint absent_complaint',
    'one likelihood ratio must be above 1',
    'exactly one must be the fallback',
  ]) {
    t.true(issues.includes(part), part);
  }
});

test('compilation refuses what the schema does not know, naming file and place', (t) => {
  const data = {
    findings: { sign: { topic: 'general', background: 2, colour: 'red', ...TEXT } },
    rules: { rule: { level: 'panic', when: {}, source: 'x', en: 'Rule', cs: 'Pravidlo' } },
  };
  const error = t.throws(() => compileKnowledge({ ...noWords, knowledge: [{ name: 'odd.yaml', data }] }), {
    instanceOf: KnowledgeError,
  });
  t.true(error.issues.some((issue) => issue.startsWith('odd.yaml: findings.sign.background')));
  t.true(error.issues.some((issue) => issue.includes('colour')));
  t.true(error.issues.some((issue) => issue.startsWith('odd.yaml: rules.rule.level')));
});

test('one code cannot mean two things', (t) => {
  const file = (name: string, section: string): { name: string; data: unknown } => ({
    name,
    data: {
      [section]: { twice: section === 'topics' ? { name: 'Topic' } : broken.conditions.illness },
    },
  });
  const error = t.throws(
    () =>
      compileKnowledge({
        ...noWords,
        knowledge: [file('one.yaml', 'conditions'), file('two.yaml', 'conditions')],
      }),
    {
      instanceOf: KnowledgeError,
    },
  );
  t.true(error.issues.some((issue) => issue.includes('already defined in one.yaml')));
});

const sectionsOf = (file: string): Record<string, object> =>
  load(readFileSync(path.join(import.meta.dirname, '../../../domain/clinical', file), 'utf8')) as never;

/** Files of the lexicon that belong to no system. */
const OF_ALL_SYSTEMS = new Set(['senses.yaml', 'unread.yaml', 'classes.yaml', 'frames.yaml']);

test('words stand in the file of the system whose entry they belong to', (t) => {
  for (const language of ['en', 'cs']) {
    const files = readdirSync(path.join(import.meta.dirname, '../../../domain/clinical/lexicon', language));
    for (const file of files.filter((name) => !OF_ALL_SYSTEMS.has(name))) {
      const { reassurances: _, ...sections } = sectionsOf(`lexicon/${language}/${file}`);
      for (const [section, words] of Object.entries(sections)) {
        const entries =
          sectionsOf(`knowledge/${path.basename(file, '.yaml')}/${section}.yaml`)[section] ?? {};
        const strangers = Object.keys(words).filter((code) => !(code in entries));
        t.deepEqual(strangers, [], `${language}/${file}`);
      }
    }
  }
});

const chosen = {
  topic: 'general',
  value: {
    type: 'choice',
    choices: [
      { value: 'left', en: { name: 'Left' }, cs: { name: 'Vlevo' } },
      { value: 'right', en: { name: 'Right' }, cs: { name: 'Vpravo' } },
    ],
  },
  ...TEXT,
};
const sided = { name: 'sided.yaml', data: { findings: { side: chosen } } };

/** What is wrong with the words of a finding `side` with choices `left` and `right`. */
function wordIssues(en: object, cs: object = {}): string {
  const documents = {
    knowledge: [sided],
    en: [{ name: 'en.yaml', data: en }],
    cs: [{ name: 'cs.yaml', data: cs }],
  };
  try {
    compileKnowledge(documents);
    return '';
  } catch (error) {
    return error instanceof KnowledgeError ? error.issues.join('\n') : String(error);
  }
}

test('words of what does not exist are refused by name', (t) => {
  t.regex(
    wordIssues({ findings: { sight: { words: ['sees'] } } }),
    /lexicon\/en: findings\.sight: nothing has this code/,
  );
  t.regex(
    wordIssues({}, { conditions: { side: { words: ['nemoc'] } } }),
    /lexicon\/cs: conditions\.side: nothing has this code/,
  );
  t.regex(
    wordIssues({ findings: { side: { choices: { middle: { words: ['middle'] } } } } }),
    /lexicon\/en: findings\.side: it has no choice middle/,
  );
  const known = wordIssues({ findings: { side: { choices: { left: { words: ['on the left'] } } } } });
  t.notRegex(known, /lexicon/);
});

test('a reassurance denies the same in both languages', (t) => {
  const said = (denies: string[]): object => ({
    reassurances: { all_well: { denies, phrases: ['all well'] } },
  });
  t.regex(wordIssues(said(['side']), said(['other'])), /lexicon: reassurances\.all_well: denies one thing/);
  t.notRegex(wordIssues(said(['side']), said(['side'])), /lexicon/);
});

test('a pattern may go on in the next line after a bar, and nowhere else', (t) => {
  const pattern = (text: string): string => wordIssues({ findings: { side: { patterns: [text] } } });
  t.notRegex(pattern('sees|saw| looked left|right'), /patterns/);
  t.regex(pattern('sees |saw left'), /en\.yaml: findings\.side\.patterns/);
});
