import test from 'ava';
import type { ClinicalCase, Evidence, Summary } from '../../../../domain/clinical/types.ts';
import { caseOf, engine, type Story } from '../engine-fixture.ts';

/** What is written of a case, to the letter and in both languages. */
type Case = Story &
  Partial<Pick<ClinicalCase, 'informant' | 'asked'>> & { text?: string; before?: Evidence[] };

function summaryOf({ text = '', informant, asked = [], before = [], ...story }: Case): Summary {
  const plain = caseOf(story);
  const told = { ...plain, asked, evidence: [...before, ...plain.evidence], informant };
  return engine.summarize(text, told, engine.assess(told));
}

type Expected = Partial<Record<Summary['sections'][number]['section'], [en: string, cs: string]>>;

const told = (
  finding: string,
  status: Evidence['status'],
  source: Evidence['source'] = 'client',
): Evidence => ({
  finding,
  status,
  source,
  confidence: 1,
});

const CASES: readonly [name: string, story: Case, expected: Expected][] = [
  [
    'a man with chest pain',
    {
      complaints: ['chest_pain'],
      years: 62,
      sex: 'male',
      informant: 'patient',
      text: 'My chest hurts.',
      present: ['chest_pressure', 'cold_sweat'],
      absent: ['has_fever'],
      values: { duration_hours: 1.5, pain_severity: 8 },
    },
    {
      opening: [
        '62-year-old man. Presenting complaint: chest pain, for 90 minutes – "My chest hurts". History given by the patient himself.',
        '62letý muž. Hlavní potíže: bolest na hrudi, po dobu 90 minut – „My chest hurts“. Anamnézu podává sám pacient.',
      ],
      course: ['Course: severity of pain 8/10.', 'Průběh: síla bolesti 8/10.'],
      findings: [
        'Main findings: pressing or crushing chest pain and cold sweat.',
        'Hlavní nálezy: tlaková nebo svíravá bolest na hrudi a studený pot.',
      ],
      next_step: [
        'Recommended next step: Call an ambulance now (in Europe 112, in Czechia 155).',
        'Doporučený další krok: Ihned volejte zdravotnickou záchrannou službu (155, případně 112).',
      ],
    },
  ],
  [
    'a girl whose mother tells',
    {
      complaints: ['fever'],
      years: 9,
      sex: 'female',
      informant: 'parent_or_carer',
      values: { duration_hours: 72 },
    },
    {
      opening: [
        '9-year-old girl. Presenting complaint: fever, for 3 days. History given by a parent or another carer.',
        '9letá dívka. Hlavní potíže: horečka, po dobu 3 dní. Anamnézu podává rodič nebo jiná pečující osoba.',
      ],
    },
  ],
  [
    'somebody whose sex is not known',
    { complaints: ['headache'], years: 34, informant: 'patient' },
    {
      opening: [
        '34-year-old patient. Presenting complaint: headache. History given by the patient.',
        '34letá osoba. Hlavní potíže: bolest hlavy. Anamnéza je z první osoby.',
      ],
    },
  ],
  [
    'a baby of 8 months, who tells nothing himself',
    { complaints: ['cough'], years: 8 / 12, sex: 'male', informant: 'patient' },
    {
      opening: ['8-month-old boy. Presenting complaint: cough.', '8měsíční chlapec. Hlavní potíže: kašel.'],
    },
  ],
  [
    'nothing known of the patient',
    { complaints: [], years: null },
    { opening: ['Patient of unknown age and sex.', 'Věk ani pohlaví nejsou známy.'] },
  ],
  [
    'values, vital signs first and the blood pressure as one',
    {
      complaints: ['cough'],
      years: 40,
      sex: 'female',
      values: {
        crp_mg_l: 120,
        spo2_percent: 94,
        diastolic_bp_mmhg: 54,
        systolic_bp_mmhg: 118,
        temperature_c: 38.6,
        leukocytes_10e9_l: 12.3,
      },
    },
    {
      measurements: [
        'Measured: body temperature 38.6 °C, blood pressure 118/54 mmHg, oxygen saturation 94%, C-reactive protein 120 mg/l and white cell count 12.3 × 10⁹/l.',
        'Naměřené hodnoty: tělesná teplota 38,6 °C; krevní tlak 118/54 mmHg; saturace kyslíkem 94 %; C-reaktivní protein 120 mg/l; počet leukocytů 12,3 × 10⁹/l.',
      ],
    },
  ],
  [
    'a pregnancy is told by its week, as background',
    {
      complaints: ['headache'],
      years: 30,
      sex: 'female',
      present: ['pregnant'],
      values: { pregnancy_weeks: 31 },
    },
    { background: ['Background: pregnancy, week 31.', 'Významné okolnosti: těhotenství, 31. týden.'] },
  ],
];

for (const [name, story, expected] of CASES)
  test(name, (t) => {
    const { sections } = summaryOf(story);
    for (const [section, [en, cs]] of Object.entries(expected)) {
      const found = sections.find((one) => one.section === section);
      t.is(found?.text, en);
      t.is(found?.text_cs, cs);
    }
  });

test('what was corrected is told with what was said before, by whom ever', (t) => {
  const corrected = (before: Evidence): unknown =>
    summaryOf({
      complaints: ['cough'],
      years: 30,
      absent: ['has_fever'],
      before: [before],
    }).open_points.filter(({ kind }) => kind === 'corrected');
  t.deepEqual(corrected(told('has_fever', 'present')), [
    {
      kind: 'corrected',
      code: 'has_fever',
      text: 'Fever – first yes, later no',
      text_cs: 'Horečka – nejprve ano, později ne',
    },
  ]);
  t.like(corrected(told('has_fever', 'present', 'profile')), [
    { text: 'Fever – by the profile yes, later no', text_cs: 'Horečka – podle profilu ano, později ne' },
  ]);
  t.deepEqual(corrected(told('has_fever', 'absent')), []);
});

test('a habit of the profile that the patient denies stands among the corrections alone', (t) => {
  const background = {
    chronic_conditions: [],
    current_medications: [],
    allergies: [],
    risk_factors: [],
    family_history: [],
    smoking_status: 'current' as const,
    alcohol_status: null,
  };
  const plain = caseOf({ complaints: ['cough'], years: 50, absent: ['smoker'] });
  const denied = {
    ...plain,
    background,
    evidence: [...engine.readBackground(background), ...plain.evidence],
  };
  const { narrative } = engine.summarize('', denied, engine.assess(denied));
  t.true(narrative.includes('current smoker – by the profile yes, later no'));
  t.is(narrative.toLowerCase().split('current smoker').length, 2);
});

test('a skipped, an unclear and an unknown answer are told apart, and each finding once', (t) => {
  const { open_points } = summaryOf({
    complaints: ['headache'],
    years: 30,
    asked: [
      { question_id: 'thunderclap_headache', unclear: true },
      { question_id: 'neck_stiffness', unclear: false },
      { question_id: 'has_fever', unclear: false },
    ],
    before: [told('has_fever', 'unknown')],
  });
  const kindOf = (code: string): string[] =>
    open_points.filter((one) => one.code === code).map(({ kind }) => kind);
  t.deepEqual(kindOf('thunderclap_headache'), ['unclear']);
  t.deepEqual(kindOf('neck_stiffness'), ['skipped']);
  t.deepEqual(kindOf('has_fever'), ['unknown']);
  t.deepEqual(kindOf('confusion'), ['not_asked']);
});

test('a negative is told where its presence would have raised the level, and not of whom it cannot be', (t) => {
  const negativesOf = (sex: 'female' | 'male'): string =>
    summaryOf({
      complaints: ['abdominal_pain'],
      years: 29,
      sex,
      absent: ['pregnant', 'rigid_abdomen'],
    }).sections.find(({ section }) => section === 'negatives')?.text ?? '';
  t.regex(negativesOf('female'), /pregnan/);
  t.regex(negativesOf('female'), /rigid, board-like abdomen/);
  t.notRegex(negativesOf('male'), /pregnan/);
});

for (const [text, informant] of [
  ['My son is 3 and has had a fever since yesterday.', 'parent_or_carer'],
  ['Manželovi je 60 let a bolí ho na hrudi.', 'partner'],
  ['I have had a headache since yesterday.', 'patient'],
  ['45M, chest pain for 2 hours.', null],
] as const)
  test(`"${text}" is told by ${informant}`, (t) => t.is(engine.extract(text, null).informant, informant));
