import type { Lexicon, LexiconEntry, LexiconValue } from '../../../../domain/clinical/text/index.ts';
import { knowledge } from '../engine-fixture.ts';

/** A small lexicon of its own, so that these tests do not follow the knowledge base. */
const finding = (
  code: string,
  en: string[],
  cs: string[],
  more: Partial<LexiconEntry> = {},
): LexiconEntry => ({
  code,
  kind: 'finding',
  en,
  cs,
  value: null,
  ...more,
});
const complaint = (code: string, en: string[], cs: string[]): LexiconEntry => ({
  code,
  kind: 'complaint',
  en,
  cs,
  value: null,
});
const number = (code: string, unit: string, minimum: number, maximum: number): LexiconEntry =>
  finding(code, [], [], { value: { type: 'number', unit, minimum, maximum, otherUnits: [] } });
const choices = (rows: [value: string, en: string[], cs: string[]][]): LexiconValue => ({
  type: 'choice',
  choices: rows.map(([value, en, cs]) => ({ value, en, cs })),
});

export const lexicon: Lexicon = {
  senses: knowledge.lexicon.senses,
  unread: knowledge.lexicon.unread,
  entries: [
    finding('fever', ['fever', 'high temperature', 'feverish'], ['horečka', 'zvýšená teplota']),
    finding('cough', ['cough', 'coughing'], ['kašel', 'kašlu']),
    finding('rash', ['rash', 'skin rash', 'spots on the skin'], ['vyrážka']),
    finding('nausea', ['nausea', 'feeling sick', 'nauseous'], ['nevolnost', 'je mi špatně', 'nevolno']),
    finding('vomiting', ['vomiting', 'throwing up', 'being sick'], ['zvracení', 'zvracím']),
    finding('diarrhoea', ['diarrhoea', 'loose stools', 'watery stools'], ['průjem', 'řídká stolice']),
    finding('chest_pain', ['chest pain', 'pain in the chest'], ['bolest na hrudi', 'bolest hrudníku']),
    finding(
      'breathless_at_rest',
      ['breathless|winded|puffed sitting|resting|armchair'],
      ['zadýchaný|dušnost klid|vleže|křeslo'],
    ),
    finding('arm_pain', ['arm pain'], ['bolest paže', 'bolest ruky']),
    finding('back_pain', ['back pain'], ['bolest zad']),
    finding('headache', ['headache'], ['bolest hlavy', 'bolí mě hlava']),
    finding('sore_throat', ['sore throat'], ['bolest v krku', 'škrábání v krku']),
    finding('abdominal_pain', ['abdominal pain', 'stomach pain', 'belly pain'], ['bolest břicha']),
    finding(
      'dyspnoea',
      ['shortness of breath', 'difficulty breathing', 'cannot breathe', "can't catch my breath"],
      ['dušnost', 'špatně se mi dýchá', 'nemůžu dýchat', 'nemůžu popadnout dech'],
    ),
    finding(
      'dizziness',
      ['dizziness', 'dizzy', 'light headed'],
      ['závrať', 'motá se mi hlava', 'točí se mi hlava'],
    ),
    finding(
      'fainting',
      ['fainted', 'passed out', 'lost consciousness'],
      ['omdlel', 'ztráta vědomí', 'ztratil vědomí'],
    ),
    finding('neck_stiffness', ['stiff neck', 'neck stiffness'], ['ztuhlá šíje', 'ztuhlý krk']),
    finding('swollen_leg', ['swollen leg', 'leg swelling'], ['otok nohy', 'oteklá noha']),
    finding('blood_in_urine', ['blood in urine', 'blood in the pee'], ['krev v moči', 'krvavá moč']),
    finding('dark_urine', ['dark urine'], ['tmavá moč']),
    finding(
      'loss_of_appetite',
      ['loss of appetite', 'no appetite', 'not eating'],
      ['nechutenství', 'nemám chuť k jídlu'],
    ),
    finding('pain_on_exertion', ['chest pain on exertion'], ['bolest na hrudi při námaze']),
    finding('palpitations', ['palpitations', 'heart racing'], ['bušení srdce']),
    finding('sweating', ['sweating', 'cold sweat'], ['pocení', 'studený pot']),
    finding('insomnia', ['cannot sleep', 'insomnia'], ['nespavost', 'nemůžu spát']),
    finding('heart_attack', ['heart attack', 'myocardial infarction'], ['infarkt'], { lasting: true }),
    finding('diabetes', ['diabetes', 'diabetic'], ['cukrovka', 'diabetes'], { lasting: true }),
    finding('migraine', ['migraine'], ['migréna'], { lasting: true }),
    finding('hypertension', ['high blood pressure', 'hypertension'], ['vysoký tlak', 'hypertenze'], {
      lasting: true,
    }),
    finding('smoking', ['smoke', 'smoker'], ['kouřím', 'kuřák'], { lasting: true }),
    finding('family_heart_disease', ['family history of heart disease'], ['srdeční onemocnění v rodině'], {
      lasting: true,
    }),
    finding('pain_character', ['pain', 'ache'], ['bolest'], {
      value: choices([
        ['crushing', ['crushing', 'crushing pain', 'like a weight'], ['svíravá', 'svíravá bolest']],
        ['stabbing', ['stabbing', 'stabbing pain'], ['bodavá', 'píchavá bolest']],
        ['burning', ['burning pain'], ['pálivá bolest']],
      ]),
    }),
    finding('sputum', ['sputum', 'phlegm'], ['hlen'], {
      value: choices([
        ['green', ['green', 'green phlegm'], ['zelený hlen', 'zelený']],
        ['bloody', ['bloody', 'coughing up blood'], ['krvavý hlen', 'vykašlávám krev']],
      ]),
    }),
    number('temperature_c', '°C', 30, 45),
    number('duration_hours', 'h', 0, 87_600),
    number('pain_severity', '0-10', 0, 10),
    number('heart_rate_bpm', '/min', 20, 300),
    number('systolic_bp_mmhg', 'mmHg', 40, 300),
    number('diastolic_bp_mmhg', 'mmHg', 20, 200),
    number('respiratory_rate_per_min', '/min', 4, 80),
    finding('spo2_percent', ['finger thing'], ['prstový oxymetr'], {
      value: { type: 'number', unit: '%', minimum: 40, maximum: 100, otherUnits: [] },
    }),
    number('glucose_mmol_l', 'mmol/l', 0.5, 60),
    number('pregnancy_weeks', 'weeks', 1, 45),
    finding('crp_mg_l', ['CRP', 'C-reactive protein'], ['CRP'], {
      value: { type: 'number', unit: 'mg/l', minimum: 0, maximum: 600, otherUnits: [] },
    }),
    complaint(
      'chest_pain_complaint',
      ['chest pain', 'pressure on my chest'],
      ['bolest na hrudi', 'tlak na hrudi'],
    ),
    complaint('headache_complaint', ['headache'], ['bolest hlavy']),
    complaint('abdominal_complaint', ['abdominal pain', 'stomach ache'], ['bolest břicha']),
    complaint('fever_complaint', ['fever', 'high temperature'], ['horečka']),
    complaint('cough_complaint', ['cough'], ['kašel']),
    complaint('back_complaint', ['back pain'], ['bolest zad']),
  ],
};

/** The same with entries whose words are easily taken for others. */
export const sensesLexicon: Lexicon = {
  senses: knowledge.lexicon.senses,
  unread: knowledge.lexicon.unread,
  entries: [
    ...lexicon.entries,
    finding('hives', ['hives'], ['kopřivka']),
    finding('immunosuppressed', ['HIV'], ['HIV'], { lasting: true }),
    finding('hay_fever', ['hay fever'], ['senná rýma'], { lasting: true }),
    finding('anticoagulants', ['warfarin'], ['warfarin'], { lasting: true }),
    finding('pregnant', ['pregnant', 'pregnancy'], ['těhotná', 'jsem těhotná', 'těhotenství'], {
      lasting: true,
    }),
    finding('weak_stream', ['dribbling', 'weak stream'], ['slabý proud moči']),
    finding('wound', ['wound'], ['rána']),
    finding('under_a_day', ['since this morning'], ['od rána']),
    finding('ear_pain', ['my ear hurts'], ['bolí mě ucho']),
    finding('ear_discharge', ['pus from ear'], ['teče z ucha']),
    finding('itchy_skin', ['itchy', 'itchy skin'], ['svědění kůže']),
    finding('knee_swelling', ['swollen knee'], ['oteklé koleno']),
    finding('red_knee', ['red knee'], ['červené koleno']),
    finding('laboured', ['recession', 'grunting'], ['vtahuje mezižebří', 'naříkavý dech']),
    finding('mole_changed', ['mole has grown', 'bleeding mole'], ['znaménko se zvětšilo']),
    finding('weight_gain', ['put on weight'], ['přibral na váze']),
    finding('chest_pressure', ['pressure on my chest'], ['tlak na hrudi']),
    finding('limb_injury', ['crushed'], ['rozdrcená']),
    finding('rales', ['rales'], ['chrůpky']),
    finding('radiates_left_arm', ['radiates to left arm'], ['vystřeluje do levé ruky']),
    finding('runs_about', ['runs around'], ['běhá']),
    finding('chest_pain_when_running', [], ['bolí mě na hrudi, když běhám']),
    finding('afebrile', ['temperature is normal'], ['teplotu mám normální'], { denies: ['fever'] }),
    finding('alert', ['GCS 15'], [], { denies: ['drowsy'] }),
    finding('drowsy', ['GCS 13'], ['spavost']),
    finding('blood_in_stool', ['blood in stool'], ['krev ve stolici']),
    finding('constipation', ['constipation'], ['nebyl na stolici']),
    finding('pale_stools', ['pale stools'], ['bílá stolice']),
    finding('hallucinations', ['sees people who are not there'], ['halucinace']),
    finding('fever_for_days', ['week of fever'], ['týden horečky']),
    finding('raised_temperature', [], ['teploty']),
    finding('for_half_a_year', [], ['půlroční']),
    finding('despair', [], ['by nám bez ní bylo líp']),
  ],
};
