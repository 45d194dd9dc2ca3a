import test from 'ava';
import { ordered, read } from './reading.ts';

type Row = readonly [text: string, expected: string];

function table(title: string, rows: readonly Row[]): void {
  test(title, (t) => {
    const wrong = rows
      .map(([text, expected]) => ({ text, expected: ordered(expected), actual: read(text) }))
      .filter(({ expected, actual }) => expected !== actual);
    t.deepEqual(wrong, []);
  });
}

table('temperature', [
  ['fever of 102', '+fever temperature_c=38.9'],
  ['102 F', 'temperature_c=38.9'],
  ['temperature 101.5°F', 'temperature_c=38.6'],
  ['temp 38.5', 'temperature_c=38.5'],
  ['teplota 39', 'temperature_c=39'],
  ['teplota 38,5 °C', 'temperature_c=38.5'],
  ['mám 39 horečku', '+fever temperature_c=39'],
  ['horečka až 39,5', '+fever temperature_c=39.5'],
  ['38,5', 'temperature_c=38.5'],
  ['třicet devět stupňů', 'temperature_c=39'],
  ['thirty eight point five degrees', 'temperature_c=38.5'],
  ['T 38.2', 'temperature_c=38.2'],
  ['no fever, temp 36.8', '-fever temperature_c=36.8'],
  ['nemám horečku, 36,6', '-fever temperature_c=36.6'],
  ['I weigh 82.5 kg', ''],
  ['teplota 390', ''],
]);

table('duration', [
  ['headache for three days', '+headache duration_hours=72'],
  ['headache since yesterday', '+headache duration_hours=24'],
  ['3 days of fever', '+fever duration_hours=72'],
  ['cough for a couple of weeks', '+cough duration_hours=336'],
  ['cough for a few days', '+cough duration_hours=72'],
  ['chest pain for half an hour', '+chest_pain duration_hours=0.5'],
  ['chest pain for 20 minutes', '+chest_pain duration_hours=0.33'],
  ['vomiting started 2 hours ago', '+vomiting duration_hours=2'],
  ['a 3-day history of cough', '+cough duration_hours=72'],
  ['fever x 3d', '+fever duration_hours=72'],
  ['headache for twenty one days', '+headache duration_hours=504'],
  ['headache for one and a half hours', '+headache duration_hours=1.5'],
  ['fever 2-3 days', '+fever duration_hours=72'],
  ['kašel 2 hodiny', '+cough duration_hours=2'],
  ['bolí mě hlava od včerejška', '+headache duration_hours=24'],
  ['bolí mě hlava od rána', '+headache duration_hours=6'],
  ['kašlu týden', '+cough duration_hours=168'],
  ['půl hodiny mě bolí na hrudi', '+chest_pain duration_hours=0.5'],
  ['už tři dny mám horečku', '+fever duration_hours=72'],
  ['horečka pár dní', '+fever duration_hours=72'],
  ['kašel asi 3 týdny', '+cough duration_hours=504'],
  ['průjem začal před dvěma dny', '+diarrhoea duration_hours=48'],
  ['bolest zad pětadvacet dní', '+back_pain duration_hours=600'],
  ['včera mi začala bolest břicha', '+abdominal_pain duration_hours=24'],
  ['I take a pill every 4 hours for my headache', '+headache'],
  ['diabetes for 10 years', '+diabetes'],
  ['beru léky 3 roky', ''],
  ['no fever for three days', '-fever'],
  ['headache for 3 days, vomiting since yesterday', '+headache +vomiting duration_hours=72'],
]);

table('severity', [
  ['pain 8/10', 'pain_severity=8'],
  ['8 out of 10', 'pain_severity=8'],
  ['bolest 7 z 10', 'pain_severity=7'],
  ['chest pain, eight out of ten', '+chest_pain pain_severity=8'],
  ['pain level 6', 'pain_severity=6'],
  ['intenzita bolesti 5', 'pain_severity=5'],
  ['VAS 4', 'pain_severity=4'],
  ['pain for 3 days', 'duration_hours=72'],
]);

table('vital signs', [
  ['HR 110', 'heart_rate_bpm=110'],
  ['pulse is 96', 'heart_rate_bpm=96'],
  ['tep 88', 'heart_rate_bpm=88'],
  ['110 bpm', 'heart_rate_bpm=110'],
  ['120 tepů za minutu', 'heart_rate_bpm=120'],
  ['BP 150/90', 'systolic_bp_mmhg=150 diastolic_bp_mmhg=90'],
  ['BP150/90 HR110', 'systolic_bp_mmhg=150 diastolic_bp_mmhg=90 heart_rate_bpm=110'],
  ['blood pressure of 150 over 90', 'systolic_bp_mmhg=150 diastolic_bp_mmhg=90'],
  ['tlak 150 na 90', 'systolic_bp_mmhg=150 diastolic_bp_mmhg=90'],
  ['TK 150/90', 'systolic_bp_mmhg=150 diastolic_bp_mmhg=90'],
  ['systolic 180', 'systolic_bp_mmhg=180'],
  ['RR 24', 'respiratory_rate_per_min=24'],
  ['dechová frekvence 28', 'respiratory_rate_per_min=28'],
  ['24 breaths per minute', 'respiratory_rate_per_min=24'],
  ['sats 91%', 'spo2_percent=91'],
  ['SpO2 88 %', 'spo2_percent=88'],
  ['saturace 91', 'spo2_percent=91'],
  ['glucose 15', 'glucose_mmol_l=15'],
  ['blood sugar 300 mg/dL', 'glucose_mmol_l=16.6'],
  ['blood sugar is 280', 'glucose_mmol_l=15.5'],
  ['glykémie 22,4 mmol/l', 'glucose_mmol_l=22.4'],
  ['P 112, DF 24, sat. 91%', 'heart_rate_bpm=112 respiratory_rate_per_min=24 spo2_percent=91'],
  ['Tlak je 180/110, hlava mě bolí', '+headache systolic_bp_mmhg=180 diastolic_bp_mmhg=110'],
  ['horečku 39,5 nemám', '-fever'],
  ['CRP 120', 'crp_mg_l=120'],
  ['CRP: 45 mg/l', 'crp_mg_l=45'],
  ['HR 900', ''],
  ['my father had BP 190/100', ''],
  ['tlak na hrudi 2 hodiny', 'duration_hours=2'],
]);

table('pregnancy', [
  ['20 weeks pregnant', 'pregnancy_weeks=20 sex=female'],
  ['I am 8 weeks pregnant', 'pregnancy_weeks=8 sex=female'],
  ['ve 20. týdnu těhotenství', 'pregnancy_weeks=20'],
  ['jsem těhotná, 30. týden', 'pregnancy_weeks=30 sex=female'],
  ['five months pregnant', 'pregnancy_weeks=21 sex=female'],
  ['I am not pregnant', ''],
]);

table('age and sex', [
  ['54-year-old man', 'age=648 sex=male'],
  ['54M', 'age=648 sex=male'],
  ['54m with a cough', '+cough age=648 sex=male'],
  ['54 yo F', 'age=648 sex=female'],
  ['muž 54 let', 'age=648 sex=male'],
  ['54letá žena', 'age=648 sex=female'],
  ['54-letý muž', 'age=648 sex=male'],
  ['8-month-old', 'age=8'],
  ['8 month old boy', 'age=8 sex=male'],
  ['3měsíční', 'age=3'],
  ['tříletá holčička', 'age=36 sex=female'],
  ['je mi 30 let', 'age=360'],
  ['je mi třicet', 'age=360'],
  ['I am 54', 'age=648'],
  ["I'm a 23 year old woman", 'age=276 sex=female'],
  ['I am 54 and my son is 5', 'age=648'],
  ['my 5-year-old has a fever', '+fever age=60'],
  ['my 5-year-old son has a fever', '+fever age=60 sex=male'],
  ['pacientka 67 let', 'age=804 sex=female'],
  ['dceři jsou 3 roky, má horečku', '+fever age=36 sex=female'],
  ['six weeks old baby', 'age=1'],
  ['two-year-old with a rash', '+rash age=24'],
  ['age: 45', 'age=540'],
  ['Dítě 3 roky, horečka', '+fever age=36'],
  ['my dad is 71', 'age=852 sex=male'],
  ['I am 38 weeks pregnant', 'pregnancy_weeks=38 sex=female'],
  ['98 F with a cough', '+cough age=1176 sex=female'],
  ['před 2 lety', ''],
  ['I am 540', ''],
  ['byla jsem u lékaře', 'sex=female'],
]);
