import test from 'ava';
import { asSentence, enumerate, inSentence, quote } from '../../../../domain/clinical/prose/names.ts';
import { durationText, measured, percent } from '../../../../domain/clinical/prose/quantities.ts';
import { lastingText } from '../../../../domain/clinical/prose/since.ts';
import type { Evidence } from '../../../../domain/clinical/types.ts';
import { engine, knowledge } from '../engine-fixture.ts';

for (const [hours, en, cs, of] of [
  [0.01, 'less than a minute', 'méně než minuta', 'méně než minuta'],
  [0.17, '10 minutes', '10 minut', '10 minut'],
  [1, '1 hour', '1 hodina', '1 hodiny'],
  [1.5, '90 minutes', '90 minut', '90 minut'],
  [3, '3 hours', '3 hodiny', '3 hodin'],
  [24, '1 day', '1 den', '1 dne'],
  [36, '36 hours', '36 hodin', '36 hodin'],
  [60, 'about 2.5 days', 'asi 2,5 dne', 'asi 2,5 dne'],
  [96, '4 days', '4 dny', '4 dní'],
  [168, '1 week', '1 týden', '1 týdne'],
  [504, '3 weeks', '3 týdny', '3 týdnů'],
  [2160, '3 months', '3 měsíce', '3 měsíců'],
  [4380, 'about 6 months', 'asi 6 měsíců', 'asi 6 měsíců'],
  [17_520, '2 years', '2 roky', '2 let'],
  [87_600, '10 years', '10 let', '10 let'],
] as const)
  test(`${hours} h are ${en}`, (t) => {
    t.is(durationText(hours, 'en'), en);
    t.is(durationText(hours, 'cs'), cs);
    t.is(durationText(hours, 'cs', { grammar: 'genitive' }), of);
  });

test('no length is told in more than 48 hours', (t) => {
  for (let hours = 48.5; hours < 90_000; hours *= 1.07)
    for (const language of ['en', 'cs'] as const) t.notRegex(durationText(hours, language), /hour|hodin/);
});

/** The length that a text tells. */
function lengthOf(text: string): Evidence {
  const found = engine.extract(text, null).evidence.find(({ finding }) => finding === 'duration_hours');
  if (found === undefined) throw new Error(`no length in: ${text}`);
  return found;
}

for (const [text, en, cs] of [
  ['My head has been hurting since yesterday', 'since yesterday', 'od včerejška'],
  ['Od včerejška mě bolí hlava', 'since yesterday', 'od včerejška'],
  ['I have had a cough since last night', 'since last night', 'od minulé noci'],
  ['Od rána mě bolí břicho', 'since this morning', 'od dnešního rána'],
  ['Od pondělí mám horečku', 'since Monday', 'od pondělí'],
  ['I have had a cough for 3 weeks', 'for 3 weeks', 'po dobu 3 týdnů'],
  ['Tři dny mám horečku', 'for 3 days', 'po dobu 3 dní'],
  ['I have had headaches for several months', 'for about 4 months', 'po dobu asi 4 měsíců'],
] as const)
  test(`"${text}" lasts ${en}`, (t) => {
    t.is(lastingText(lengthOf(text), 'en'), en);
    t.is(lastingText(lengthOf(text), 'cs'), cs);
  });

test('values have the unit and the decimal sign of the language', (t) => {
  t.is(measured(36.9, '°C', 'en'), '36.9 °C');
  t.is(measured(36.9, '°C', 'cs'), '36,9 °C');
  t.is(measured(94, '%', 'en'), '94%');
  t.is(measured(94, '%', 'cs'), '94 %');
  t.is(measured(126, '/min', 'cs'), '126/min');
  t.is(measured(8, '/10', 'en'), '8/10');
  t.is(measured(12.3, '10^9/l', 'cs'), '12,3 × 10⁹/l');
  t.is(measured(2.5, 'INR', 'en'), '2.5');
  t.is(percent(0.004, 'en'), 'under 1%');
  t.is(percent(0.42, 'cs'), '42 %');
});

for (const [name, within] of [
  ['Migraine', 'migraine'],
  ['HIV infection', 'HIV infection'],
  ['ECG with ST elevation or new ischaemia', 'ECG with ST elevation or new ischaemia'],
  ['IgA vasculitis (Henoch-Schönlein purpura)', 'IgA vasculitis (Henoch-Schönlein purpura)'],
  ['HbA1c', 'HbA1c'],
  ['D-dimer', 'D-dimer'],
  ['C-reactive protein', 'C-reactive protein'],
  ["Bell's palsy", "Bell's palsy"],
  ['Belly pain', 'belly pain'],
  ["Perthes' disease", "Perthes' disease"],
  ['Guillain-Barré syndrome', 'Guillain-Barré syndrome'],
  ['Parkinson disease', 'Parkinson disease'],
  ['Braxton Hicks contractions (false labour)', 'Braxton Hicks contractions (false labour)'],
  ['Eustachian tube dysfunction', 'Eustachian tube dysfunction'],
  ['Lyme disease', 'Lyme disease'],
  ['Lymeská borelióza', 'lymeská borelióza'],
  ['Crohnova nemoc', 'Crohnova nemoc'],
  ['Cushingův syndrom', 'Cushingův syndrom'],
  ['Kawasakiho nemoc', 'Kawasakiho nemoc'],
  ['Ménièrova nemoc', 'Ménièrova nemoc'],
  ['Bakerova cysta', 'Bakerova cysta'],
  ['De Quervainova tenosynovitida', 'De Quervainova tenosynovitida'],
  ['Deep wound', 'deep wound'],
  ['Bakteriální meningitida', 'bakteriální meningitida'],
] as const)
  test(`${name} is "${within}" inside a sentence`, (t) => t.is(inSentence(name), within));

test('a word that the catalogue writes with a capital inside of a name keeps it at the beginning of one', (t) => {
  for (const language of ['en', 'cs'] as const) {
    const names = [...knowledge.conditions, ...knowledge.findings, ...knowledge.complaints].map(
      ({ entry }) => entry[language].name,
    );
    const capitals = new Set(
      names.flatMap((name) =>
        name
          .split(/[\s(),]+/)
          .slice(1)
          .filter((word) => /^\p{Lu}\p{Ll}/u.test(word)),
      ),
    );
    for (const name of names) if (capitals.has(name.split(/[\s(),]+/)[0] ?? '')) t.is(inSentence(name), name);
  }
});

test('lists, sentences and quotations', (t) => {
  t.is(enumerate(['fever'], 'en'), 'fever');
  t.is(enumerate(['fever', 'cough', 'rash'], 'en'), 'fever, cough and rash');
  t.is(enumerate(['horečka', 'kašel'], 'cs'), 'horečka a kašel');
  t.is(enumerate(['pain, dull', 'rash'], 'en'), 'pain, dull; rash');
  t.is(enumerate(['a', 'b', 'c', 'd'], 'en', 2), 'a, b and 2 more');
  t.is(enumerate(['a', 'b', 'c', 'd'], 'cs', 2), 'a, b a další (2)');
  t.is(asSentence('fever.'), 'Fever.');
  t.is(asSentence('pH krve 7,2'), 'pH krve 7,2.');
  t.is(quote('it\n hurts.', 'en'), '"it hurts"');
  t.is(quote('says "ouch"', 'cs'), "„says 'ouch'“");
  t.is(quote('x'.repeat(30), 'en', 10), `"${'x'.repeat(10)}…"`);
  t.is(quote('  ', 'cs'), '');
});
