import test from 'ava';
import { ordered, read, reader, table } from './reading.ts';

table('word forms and word order, English', [
  ['I have a fever', '+fever'],
  ['Fevers and coughing', '+fever +cough'],
  ['chest pain', '+chest_pain'],
  ['pain in my chest', '+chest_pain'],
  ['my chest hurts', '+chest_pain'],
  ['my chest really hurts a lot', '+chest_pain'],
  ['pain in the left side of my chest', '+chest_pain'],
  ['my head is aching', '+headache'],
  ['bad headaches', '+headache'],
  ['pain in my chest and arm', '+chest_pain +arm_pain'],
  ['chest and back pain', '+chest_pain +back_pain'],
  ['I vomited this morning', '+vomiting'],
  ['I keep throwing up', '+vomiting'],
  ['I feel nauseous and dizzy', '+nausea +dizziness'],
  ['light-headed', '+dizziness'],
  ['lightheaded', '+dizziness'],
  ['my leg is swollen', '+swollen_leg'],
  ['blood in my urine', '+blood_in_urine'],
  ['diarrhea', '+diarrhoea'],
  ['my neck is very stiff', '+neck_stiffness'],
  ['the pain came back yesterday', ''],
  ['my throat is sore', '+sore_throat'],
]);

table('a pattern is any of the words at each of its places', [
  ['I am winded just sitting in my chair', '+breathless_at_rest'],
  ['puffed even when resting', '+breathless_at_rest'],
  ['not breathless when sitting', '-breathless_at_rest'],
  ['winded after the stairs', ''],
  ['I was sitting in my armchair', ''],
  ['I was sitting down. Then I ran and was winded', ''],
  ['jsem zadýchaná i v klidu', '+breathless_at_rest'],
  ['v křesle není zadýchaný', '-breathless_at_rest'],
  ['po schodech jsem zadýchaná', ''],
]);

table('word forms and word order, Czech', [
  ['mám horečku', '+fever'],
  ['bolest na hrudi', '+chest_pain'],
  ['bolí mě na hrudníku', '+chest_pain'],
  ['na hrudi mě bolí', '+chest_pain'],
  ['na hrudi mám už druhý den silnou bolest', '+chest_pain duration_hours=48'],
  ['bolesti hlavy', '+headache'],
  ['hlava mě bolí', '+headache'],
  ['strašně mě bolí hlava', '+headache'],
  ['bolí mě břicho a záda', '+abdominal_pain +back_pain'],
  ['bolest hlavy a břicha', '+headache +abdominal_pain'],
  ['kašlu a mám rýmu', '+cough'],
  ['zvracela jsem', '+vomiting sex=female'],
  ['motá se mi hlava', '+dizziness'],
  ['hlava se mi točí', '+dizziness'],
  ['mám oteklou nohu', '+swollen_leg'],
  ['otoky nohou', '+swollen_leg'],
  ['krev v moči', '+blood_in_urine'],
  ['moc mě bolí hlava', '+headache'],
  ['mám tmavou moč', '+dark_urine'],
  ['s vyrážkou a průjmem', '+rash +diarrhoea'],
  ['ztratil vědomí', '+fainting'],
  ['po ztrátě vědomí', '+fainting'],
  ['bolí mě v krku', '+sore_throat'],
  ['dýchat nemůžu', '+dyspnoea'],
  ['závratě', '+dizziness'],
]);

table('without accents, with typing errors, mixed', [
  ['mam horecku a kasel', '+fever +cough'],
  ['boli me na hrudniku', '+chest_pain'],
  ['MÁM HOREČKU', '+fever'],
  ['bolest hlavi', '+headache'],
  ['hedache', '+headache'],
  ['headahce', '+headache'],
  ['vomitting and diarhea', '+vomiting +diarrhoea'],
  ['shortnes of breth', '+dyspnoea'],
  ['mám horčeku', '+fever'],
  ['zvraceni a prujem', '+vomiting +diarrhoea'],
  ['mám suchej kašel a votok', '+cough'],
  ['mám vysokej tlak', '+hypertension'],
  ['palpitatoins', '+palpitations'],
  ['I have bolest hlavy and fever', '+headache +fever'],
  ['mám headache a fever', '+headache +fever'],
  ['I sat on the couch, the weather never changed', ''],
  ['kolem domu je hezky', ''],
  ['chest pian', '+chest_pain'],
  ['nose drops from him, něj a něco', ''],
]);

table('choices', [
  ['crushing chest pain', '+chest_pain pain_character=crushing'],
  ['the pain is crushing', 'pain_character=crushing'],
  ['svíravá bolest na hrudi', '+chest_pain pain_character=crushing'],
  ['a stabbing pain', 'pain_character=stabbing'],
  ['green grass', ''],
  ['I cough up green phlegm', '+cough sputum=green'],
  ['phlegm, mostly green', 'sputum=green'],
  ['no phlegm', '-sputum'],
  ['kašel bez hlenu', '+cough -sputum'],
  ['not a crushing pain', ''],
]);

test('a later plain statement wins, a doubtful one does not', (t) => {
  t.is(read('No fever. Since yesterday I do have a fever.'), ordered('+fever duration_hours=24'));
  t.is(read('I have a fever. No, wait, no fever.'), '-fever');
  t.is(read('I have a fever. Maybe no fever.'), '+fever');
});

test('confidence follows how the words were found', (t) => {
  const confidence = (text: string): number | undefined =>
    reader.extract(text, null).evidence.find((entry) => entry.finding === 'chest_pain')?.confidence;
  t.is(confidence('chest pain'), 0.95);
  t.is(confidence('Bolest na hrudi'), 0.95);
  t.is(confidence('chest pains'), 0.95);
  t.is(confidence('pain mostly in my chest'), 0.9);
  t.is(confidence('chset pain'), 0.75);
  t.is(confidence('pain somewhere in my chest'), 0.7);
  t.is(confidence('maybe chest pain'), 0.57);
  t.is(confidence("I don't think I have chest pain"), 0.57);
});

test('spans are the words of the mention, in the text as it was written', (t) => {
  const spans = (text: string): unknown[] => reader.extract(text, null).evidence.map((entry) => entry.span);
  t.deepEqual(spans('🩺 Strašně mě BOLÍ, prosím, Hlava; horečku 39,5 nemám'), [
    { start: 14, end: 33, text: 'BOLÍ, prosím, Hlava' },
    { start: 35, end: 42, text: 'horečku' },
  ]);
  t.deepEqual(spans("My chest doesn't hurt."), [{ start: 3, end: 21, text: "chest doesn't hurt" }]);
});
