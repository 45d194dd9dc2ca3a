import test from 'ava';
import { asking, ordered, read, reader } from './reading.ts';

type Row = readonly [answer: string, targets: string, expected: string];

function table(title: string, rows: readonly Row[]): void {
  test(title, (t) => {
    const wrong = rows
      .map(([text, targets, expected]) => ({
        text,
        expected: ordered(expected),
        actual: read(text, asking(...targets.split(' '))),
      }))
      .filter(({ expected, actual }) => expected !== actual);
    t.deepEqual(wrong, []);
  });
}

table('bare answers', [
  ['yes', 'fever', '+fever'],
  ['Yeah', 'fever', '+fever'],
  ['yep.', 'fever', '+fever'],
  ['Yes, I do', 'fever', '+fever'],
  ['I think so', 'fever', '+fever'],
  ['no', 'fever', '-fever'],
  ['Nope', 'fever', '-fever'],
  ["no I don't", 'fever', '-fever'],
  ["I don't think so", 'fever', '-fever'],
  ['not really', 'fever', '-fever'],
  ["I don't know", 'fever', '?fever'],
  ["don't know", 'fever', '?fever'],
  ['not sure', 'fever', '?fever'],
  ['no idea', 'fever', '?fever'],
  ['ano', 'fever', '+fever'],
  ['jo', 'fever', '+fever'],
  ['no jo', 'fever', '+fever'],
  ['Ano, mám.', 'fever', '+fever'],
  ['asi ano', 'fever', '+fever'],
  ['ne', 'fever', '-fever'],
  ['ne, nemám', 'fever', '-fever'],
  ['spíš ne', 'fever', '-fever'],
  ['vůbec ne', 'fever', '-fever'],
  ['nemám', 'fever', '-fever'],
  ['nebolí', 'chest_pain', '-chest_pain'],
  ['nevím', 'fever', '?fever'],
  ['nevim', 'fever', '?fever'],
  ['nejsem si jistá', 'fever', '?fever'],
  ['nevím, asi ano', 'fever', '+fever'],
  ['yes and no', 'fever', '?fever'],
  ['yes', 'nausea vomiting', '+nausea +vomiting'],
  ['no', 'nausea vomiting', '-nausea -vomiting'],
  ['yes', 'not_in_the_lexicon', '+not_in_the_lexicon'],
]);

table('answers that also tell something else', [
  ['yes, and I also vomited', 'fever', '+fever +vomiting'],
  ['no, but I feel dizzy', 'fever', '-fever +dizziness'],
  ['no, no fever', 'fever', '-fever'],
  ['no, no fever', 'cough', '-cough -fever'],
  ['No I have chest pain', 'fever', '-fever +chest_pain'],
  ['no. my head hurts', 'fever', '-fever +headache'],
  ['ano, a taky zvracím', 'fever', '+fever +vomiting'],
  ['ne, ale motá se mi hlava', 'fever', '-fever +dizziness'],
  ['ne, bolí mě hlava', 'fever', '-fever +headache'],
  ['ano, od včerejška', 'fever', '+fever duration_hours=24'],
  ['yes, nausea', 'nausea vomiting', '+nausea'],
  ['no, just nausea', 'nausea vomiting', '+nausea -vomiting'],
  ['yes, but no fever', 'fever cough', '-fever'],
]);

table('statements that are no bare answers', [
  ['no fever', 'cough', '-fever'],
  ['I have a rash', 'cough', '+rash'],
  ['nemám horečku', 'cough', '-fever'],
  ['bolí mě hlava', 'cough', '+headache'],
  ['nevolno', 'cough', '+nausea'],
  ['', 'cough', ''],
  ['blue elephants', 'cough', ''],
]);

table('numbers for numeric questions', [
  ['about 8', 'pain_severity', 'pain_severity=8'],
  ['8', 'pain_severity', 'pain_severity=8'],
  ['eight', 'pain_severity', 'pain_severity=8'],
  ['7 or 8', 'pain_severity', 'pain_severity=8'],
  ['tak 6', 'pain_severity', 'pain_severity=6'],
  ['osm', 'pain_severity', 'pain_severity=8'],
  ['12', 'pain_severity', ''],
  ['38.5', 'temperature_c', 'temperature_c=38.5'],
  ['39', 'temperature_c', 'temperature_c=39'],
  ['102', 'temperature_c', 'temperature_c=38.9'],
  ['three days', 'duration_hours', 'duration_hours=72'],
  ['since yesterday', 'duration_hours', 'duration_hours=24'],
  ['týden', 'duration_hours', 'duration_hours=168'],
  ['asi dva dny', 'duration_hours', 'duration_hours=48'],
  ['od rána', 'duration_hours', 'duration_hours=6'],
  ['this morning', 'duration_hours', 'duration_hours=6'],
  ['dnes ráno', 'duration_hours', 'duration_hours=6'],
  ['roky', 'duration_hours', 'duration_hours=26280'],
  ['ages', 'duration_hours', 'duration_hours=2160'],
  ['on Tuesday', 'duration_hours', 'duration_hours=60'],
  ['all my life', 'duration_hours', 'duration_hours=87600'],
  ['ten minutes', 'rash', ''],
  ['20', 'pregnancy_weeks', 'pregnancy_weeks=20'],
  ['150/90', 'systolic_bp_mmhg diastolic_bp_mmhg', 'systolic_bp_mmhg=150 diastolic_bp_mmhg=90'],
  ["I don't know", 'temperature_c', '?temperature_c'],
  ['yes', 'duration_hours', ''],
  ['stabbing', 'pain_character', 'pain_character=stabbing'],
  ['svíravá', 'pain_character', 'pain_character=crushing'],
  ['green', 'sputum', 'sputum=green'],
  ['no', 'sputum', '-sputum'],
]);

test('confidence tells how an answer was given', (t) => {
  const confidence = (text: string): number | undefined =>
    reader.extract(text, asking('fever')).evidence[0]?.confidence;
  t.is(confidence('yes'), 0.97);
  t.is(confidence('ne'), 0.97);
  t.is(confidence('I think so'), 0.58);
  t.is(confidence('spíš ne'), 0.58);
});

test('the span of a bare answer is the answer', (t) => {
  const [entry] = reader.extract('  Well, yes! And I vomited.', asking('fever')).evidence;
  t.deepEqual(entry?.span, { start: 8, end: 11, text: 'yes' });
});
