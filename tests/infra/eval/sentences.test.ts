import test from 'ava';
import {
  hear,
  loadSentences,
  renderMisheard,
  renderSentences,
  scoresOf,
} from '../../../infra/eval/sentences.ts';
import { sentence } from './support.ts';
import { loadEngine, loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';

const { knowledge } = await loadKnowledge();
const examined = { engine: await loadEngine(), knowledge };
const sentences = await loadSentences();

const heard = [
  sentence('present', 'I have had a fever since Monday.'),
  sentence('present', 'I have no fever.'),
  sentence('absent', 'I have no fever.'),
  sentence('absent', 'Nothing of the kind.'),
  sentence('decoy', 'I have no fever.'),
  sentence('decoy', 'I have had a fever since Monday.'),
].map((one) => hear(examined, one));

test('a sentence is read rightly, not at all, or as its contrary', (t) => {
  const inEnglish = scoresOf(heard).filter(({ lang }) => lang === 'en');
  t.deepEqual(inEnglish, [
    { kind: 'present', lang: 'en', sentences: 2, right: 0.5, reversed: 0.5 },
    { kind: 'absent', lang: 'en', sentences: 2, right: 0.5, reversed: 0 },
    { kind: 'decoy', lang: 'en', sentences: 2, right: 0.5, reversed: 0 },
  ]);
  t.regex(renderSentences(heard), /present, en +2 +50\.0 % +50\.0 %/);
  t.is(renderMisheard(heard).split('\n').length, 3);
  t.regex(renderMisheard(heard), /^has_fever present en CONTRARY: I have no fever\.$/m);
});

test('a sentence about a finding that the catalogue does not have is a mistake', (t) => {
  t.throws(() => hear(examined, { ...sentence('present', 'I have it.'), finding: 'nothing' }), {
    message: /no finding nothing/,
  });
});

test('each finding that is told by yes or no has its sentences, in both languages', (t) => {
  const told = knowledge.findings.filter(({ entry }) => entry.value === undefined && !entry.open);
  const counts = new Map<string, number>();
  for (const { finding, kind, lang } of sentences) {
    const key = `${finding} ${kind} ${lang}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const least = { present: 4, absent: 1, decoy: 2 };
  const missing = told.flatMap(({ code }) =>
    (['present', 'absent', 'decoy'] as const).flatMap((kind) =>
      (['en', 'cs'] as const)
        .map((lang) => `${code} ${kind} ${lang}`)
        .filter((key) => (counts.get(key) ?? 0) < least[kind]),
    ),
  );
  t.deepEqual(missing, []);
  const kept = sentences.filter(({ split }) => split === 'final').length / sentences.length;
  t.true(kept > 0.3 && kept < 0.37);
});
