import test from 'ava';
import { reader } from './reading.ts';

type Row = readonly [text: string, chief: string | null, secondary?: string];

const ROWS: readonly Row[] = [
  ['chest pain', 'chest_pain_complaint'],
  ['My chest hurts when I climb stairs', 'chest_pain_complaint'],
  ['bolí mě na hrudi', 'chest_pain_complaint'],
  ['tlak na hrudi od rána', 'chest_pain_complaint'],
  ['boli me hlava', 'headache_complaint'],
  ['hedache', 'headache_complaint'],
  ['stomach ache and fever', 'abdominal_complaint', 'fever_complaint'],
  ['I have a headache, no fever', 'headache_complaint'],
  ['bolest břicha, horečku nemám', 'abdominal_complaint'],
  ['kašel a horečka', 'cough_complaint', 'fever_complaint'],
  ['My mother had a headache but I have back pain', 'back_complaint'],
  ['My mother has chest pain', 'chest_pain_complaint'],
  ['Is my chest pain dangerous?', 'chest_pain_complaint'],
  ['I would like to order a pizza', null],
  ['chci objednat pizzu', null],
  ['no fever', null],
  ['', null],
  ['vomiting', null],
];

test('a text is routed to its complaint, or said to be outside', (t) => {
  const wrong = ROWS.map(([text, chief, secondary = null]) => ({
    text,
    chief,
    secondary,
    actual: reader.extract(text, null).routed,
  })).filter(
    ({ chief, secondary, actual }) => actual.chief_complaint !== chief || actual.secondary !== secondary,
  );
  t.deepEqual(wrong, []);
});

test('confidence falls with doubt, a rival, and somebody else', (t) => {
  const confidence = (text: string): number => reader.extract(text, null).routed.confidence;
  t.is(confidence('chest pain'), 0.95);
  t.is(confidence('pizza'), 0);
  t.true(confidence('maybe chest pain') < confidence('chest pain'));
  t.true(confidence('chest pain and headache') < confidence('chest pain'));
  t.true(confidence('everyone here has chest pain') < confidence('I have chest pain'));
  t.true(confidence('chset pain') < confidence('chest pain'));
  t.true(confidence('is my chest pain dangerous?') >= 0.3);
});

test('what another person had in the past is not what a session is about, what one has now may be', (t) => {
  const chief = (text: string): string | null => reader.extract(text, null).routed.chief_complaint;
  t.is(chief('My neighbour had chest pain last winter'), null);
  t.is(chief('Sousedka měla loni bolest na hrudi'), null);
  t.not(chief('My neighbour has chest pain'), null);
  t.not(chief('Someone at work collapsed with chest pain'), null);
});

test('extract lists the complaints that the patient has, most likely first', (t) => {
  const codes = (text: string): string[] =>
    reader.extract(text, null).complaints.map((complaint) => complaint.code);
  t.deepEqual(codes('headache and a fever, no cough'), ['headache_complaint', 'fever_complaint']);
  t.deepEqual(codes('my mother had a headache'), []);
  t.deepEqual(codes('nothing'), []);
});
