import { at, ids } from './ids.ts';

/** How both questions are to be answered, and why they are asked. */
const asksForDanger = {
  answer_type: 'boolean',
  choices: [],
  unit: null,
  reason: {
    code: 'safety_net',
    text: 'It belongs to the dangers that are ruled out first for this complaint.',
    text_cs: 'Patří k nebezpečím, která se u těchto obtíží vylučují jako první.',
  },
};

export const firstQuestion = {
  question_id: 'has_dyspnoea',
  text: 'Are you short of breath?',
  text_cs: 'Jste dušní, špatně se vám dýchá?',
  ...asksForDanger,
  targets: ['has_dyspnoea'],
  is_red_flag: true,
  is_reask: false,
};

/** One interview as the service answered it, shortened: three differentials of ten, and some of their evidence. */
export const stateAtFirst = {
  session_id: ids.session,
  status: 'active',
  questions_asked: 0,
  is_complete: false,
  triage_level: 'emergency',
  active_branches: ['chest_pain'],
  red_flags: [],
  current_question: firstQuestion,
  created_at: at.opened,
};

export const routed = {
  chief_complaint: 'chest_pain',
  confidence: 0.9,
  secondary_cc: null,
  diagnosis_hints: [
    {
      code: 'stable_angina',
      diagnosis: 'Stable angina',
      diagnosis_cs: 'Stabilní angina pectoris',
      icd: 'I20.8',
      probability: 0.2543,
    },
    {
      code: 'chest_wall_pain',
      diagnosis: 'Costochondritis (musculoskeletal chest pain)',
      diagnosis_cs: 'Kostochondritida (bolest hrudní stěny)',
      icd: 'M94.0',
      probability: 0.1365,
    },
    {
      code: 'acute_myocardial_infarction',
      diagnosis: 'Acute myocardial infarction',
      diagnosis_cs: 'Akutní infarkt myokardu',
      icd: 'I21.9',
      probability: 0.1357,
    },
  ],
  initial_fields: {
    has_chest_pain: true,
    chest_pain_on_exertion: true,
    duration_hours: 2,
  },
  flags: [],
  current_question: {
    question_id: 'cold_sweat',
    text: 'Have you broken out in a cold sweat?',
    text_cs: 'Polil vás studený pot?',
    ...asksForDanger,
    targets: ['cold_sweat'],
    is_red_flag: true,
    is_reask: false,
  },
  meta: {
    tokens_charged: 5,
    processing_time_ms: 24,
  },
};

/** After the last answer. */
export const stateAtLast = {
  session_id: ids.session,
  status: 'active',
  questions_asked: 5,
  is_complete: true,
  triage_level: 'emergency_ambulance',
  active_branches: ['chest_pain'],
  red_flags: ['rf_acs_features', 'rf_chest_pain_breathless'],
  current_question: null,
  created_at: at.opened,
};

/** What is read in the last answer. */
export const lastReading = {
  extracted_fields: {
    radiates_left_arm: true,
  },
  extracted_flags: [],
  field_confidences: {
    radiates_left_arm: 0.97,
  },
  evidence: [
    {
      finding: 'radiates_left_arm',
      status: 'present',
      confidence: 0.97,
      source: 'text',
      span: {
        start: 0,
        end: 3,
        text: 'Yes',
      },
    },
  ],
};

/** What the last answer adds to the state. */
export const lastAnswer = {
  ...lastReading,
  new_red_flags: ['rf_acs_features'],
  unrecognised: [],
  stop_reason: 'emergency',
  meta: {
    tokens_charged: 8,
    processing_time_ms: 24,
  },
};

export const results = {
  session_id: ids.session,
  triage_level: 'emergency_ambulance',
  differentials: [
    {
      code: 'stable_angina',
      diagnosis: 'Stable angina',
      diagnosis_cs: 'Stabilní angina pectoris',
      icd: 'I20.8',
      probability: 0.3783,
      rank: 1,
    },
    {
      code: 'acute_myocardial_infarction',
      diagnosis: 'Acute myocardial infarction',
      diagnosis_cs: 'Akutní infarkt myokardu',
      icd: 'I21.9',
      probability: 0.2127,
      rank: 2,
    },
    {
      code: 'unstable_angina',
      diagnosis: 'Unstable angina',
      diagnosis_cs: 'Nestabilní angina pectoris',
      icd: 'I20.0',
      probability: 0.1445,
      rank: 3,
    },
  ],
  red_flags: [
    {
      flag: 'rf_acs_features',
      description: 'Chest pain with two or more features of a heart attack, age 35 or over',
      description_cs: 'Bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let',
    },
    {
      flag: 'rf_chest_pain_breathless',
      description: 'Chest pain with breathlessness, age 40 or over',
      description_cs: 'Bolest na hrudi s dušností, věk od 40 let',
    },
  ],
  primary_diagnosis: 'Stable angina',
  primary_diagnosis_icd: 'I20.8',
  primary_probability: 0.3783,
  questions_asked: 5,
  meta: {
    tokens_charged: 0,
    processing_time_ms: 24,
  },
};

export const feedback = {
  accuracy: 'partially_correct',
  actual_diagnosis: 'Acute myocardial infarction',
  actual_icd10: 'I21.9',
  notes: 'Troponin raised; taken to the catheter laboratory.',
};

/** The free text that was routed, and the last answer. */
export const exportedAnswers = [
  {
    at: at.routed,
    revision: 1,
    kind: 'route',
    erased: false,
    skipped: false,
    question_id: null,
    question: null,
    raw_text: 'My chest hurts when I climb the stairs. It started two hours ago.',
    supplied_fields: {},
    supplied_flags: [],
    extracted_fields: {
      has_chest_pain: true,
      chest_pain_on_exertion: true,
      duration_hours: 2,
    },
    extracted_flags: [],
    field_confidences: {
      has_chest_pain: 0.95,
      chest_pain_on_exertion: 0.9,
      duration_hours: 0.75,
    },
    evidence: [
      {
        finding: 'has_chest_pain',
        status: 'present',
        confidence: 0.95,
        source: 'text',
        span: {
          start: 3,
          end: 14,
          text: 'chest hurts',
        },
      },
      {
        finding: 'chest_pain_on_exertion',
        status: 'present',
        confidence: 0.9,
        source: 'text',
        span: {
          start: 9,
          end: 38,
          text: 'hurts when I climb the stairs',
        },
      },
      {
        finding: 'duration_hours',
        status: 'present',
        value: 2,
        confidence: 0.75,
        source: 'text',
        span: {
          start: 51,
          end: 60,
          text: 'two hours',
        },
      },
    ],
  },
  {
    at: at.lastAnswer,
    revision: 7,
    kind: 'question',
    erased: false,
    skipped: false,
    ...lastReading,
    question_id: 'radiates_left_arm',
    question: {
      text: 'Does the pain spread to your left arm or shoulder?',
      text_cs: 'Šíří se bolest do levé ruky nebo ramene?',
    },
    raw_text: 'Yes, into my left arm.',
    supplied_fields: {},
    supplied_flags: [],
  },
];
