import test from 'ava';
import fc from 'fast-check';
import { compileIndex, findingsAtHand, openIndex } from '../../../domain/clinical/retrieval/index.ts';
import { engine, knowledge } from './engine-fixture.ts';

const { candidatesFor } = engine;
const first = (text: string, count: number): string[] =>
  candidatesFor(text, null)
    .slice(0, count)
    .map(({ code }) => code);

test('what a text says in words of the catalogue comes first, in either language', (t) => {
  t.true(first('I keep vomiting', 5).includes('vomiting'));
  t.true(first('pořád zvracím', 5).includes('vomiting'));
  t.true(first('horečka 39', 10).includes('has_fever'));
});

test('a mistyped word is found by its pieces', (t) => {
  t.true(first('she is vomitting', 10).includes('vomiting'));
  t.true(first('zvracenni', 10).includes('vomiting'));
});

test('what is measured brings along what follows from it', (t) => {
  const codes = first('temp 39.9', 10);
  t.true(codes.includes('temperature_c'));
  t.true(codes.includes('high_fever'));
});

test('each passage of a long text has its say', (t) => {
  const told = ['I keep vomiting', 'my ear hurts', 'there is blood in my urine', 'I have a stiff neck'];
  const codes = first(told.map((one) => `${one}, and I do not know what to do about it.`).join(' '), 40);
  for (const code of ['vomiting', 'ear_pain', 'blood_in_urine', 'neck_stiffness'])
    t.true(codes.includes(code), code);
});

test('a language that is given is the only one that is looked in', (t) => {
  const scoreOf = (language: 'en' | 'cs' | null): number => candidatesFor('zvracím', language)[0]?.score ?? 0;
  t.true(scoreOf('cs') > 4 * scoreOf('en'));
  t.true(scoreOf(null) >= scoreOf('cs'));
});

test('there is nothing for a text without words, and none of its scores is 0', (t) => {
  for (const text of ['', ' \n', '!!! ???', '😀']) t.deepEqual(candidatesFor(text, null), [], text);
  for (const { score } of candidatesFor('I have a cough', null)) t.true(score > 0);
});

test('any text has candidates of the catalogue, each once, and always the same', (t) => {
  const codes = new Set(knowledge.findings.map(({ code }) => code));
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (text) => {
      const found = candidatesFor(text, null);
      t.deepEqual(candidatesFor(text, null), found);
      t.true(found.every(({ code }) => codes.has(code)));
      t.is(new Set(found.map(({ code }) => code)).size, found.length);
    }),
    { numRuns: 50, seed: 11 },
  );
});

test('an index that was made again gives the same', (t) => {
  const again = openIndex(
    compileIndex(knowledge),
    knowledge.findings.map(({ code }) => code),
  );
  const text = 'Since Tuesday I cannot catch my breath, a noha mi otekla.';
  t.deepEqual(again(text, null), candidatesFor(text, null));
});

test('the open question brings what it asks for, and its branches what they always want to know, in turns', (t) => {
  const [one, other] = knowledge.complaints.filter(({ entry }) => !entry.fallback);
  if (!one || !other) throw new Error('there are no complaints');
  const { asked, branches } = findingsAtHand(knowledge, {
    branches: [one.code, other.code, 'no_such_complaint'],
    targets: ['temperature_c', 'no_such_finding'],
  });
  t.is(asked[0], 'temperature_c');
  t.true(asked.includes('high_fever'));
  const codeOf = (index: number | undefined) => knowledge.findings[index ?? -1]?.code ?? '';
  for (const { safetyNet } of [one, other])
    for (const finding of safetyNet) t.true(branches.includes(codeOf(finding)));
  t.true(branches.indexOf(codeOf(other.safetyNet[0])) < branches.indexOf(codeOf(one.safetyNet.at(-1))));
  t.deepEqual(findingsAtHand(knowledge, { branches: [], targets: [] }), { asked: [], branches: [] });
});
