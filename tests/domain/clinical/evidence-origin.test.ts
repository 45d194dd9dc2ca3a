import test from 'ava';
import { engine } from './engine-fixture.ts';

test('what a text tells names its place in the text, or the codes that it follows from', (t) => {
  const complaints = engine.concepts.filter(({ type }) => type === 'complaint');
  const codes = new Set(complaints.map(({ code }) => code));
  let derived = 0;
  for (const { name, name_cs, synonyms, synonyms_cs } of complaints) {
    for (const text of [name, name_cs, ...synonyms, ...synonyms_cs]) {
      for (const { finding, span, derived_from } of engine.extract(text, null).evidence) {
        t.not(span === undefined, derived_from === undefined, `${text}: ${finding}`);
        t.true(derived_from?.every((code) => codes.has(code)) ?? true, `${text}: ${finding}`);
        if (derived_from !== undefined) derived += 1;
      }
    }
  }
  t.true(derived > 0);
});
