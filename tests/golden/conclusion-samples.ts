import type { RecordedOutcome, RecordedSummary } from '../../domain/session/recorded.ts';

/** What the engine concludes in the samples, with every field that it can have. */

export const redFlag = {
  flag: 'acs_pattern',
  description: 'Pattern of an acute coronary syndrome',
  description_cs: 'Obraz akutního koronárního syndromu',
};
const differential = {
  code: 'acute_myocardial_infarction',
  diagnosis: 'Acute myocardial infarction',
  diagnosis_cs: 'Akutní infarkt myokardu',
  icd: 'I21.9',
  probability: 0.62,
  rank: 1,
};

export const outcome: RecordedOutcome = {
  triage_level: 'emergency_ambulance',
  triage_reason: { kind: 'rule', code: 'acs_pattern', source: 'ESC 2023' },
  differentials: [differential],
  red_flags: [redFlag],
  active_branches: ['chest_pain'],
  current_question: {
    question_id: 'pain_spreads_to',
    text: 'Where does the pain spread to?',
    text_cs: 'Kam se bolest šíří?',
    answer_type: 'choice',
    choices: [
      { code: 'left_arm', text: 'left arm', text_cs: 'levá paže' },
      { code: 'jaw', text: 'jaw', text_cs: 'čelist' },
    ],
    unit: null,
    reason: {
      code: 'safety_net',
      text: 'It belongs to the dangers that are ruled out first for this complaint.',
      text_cs: 'Patří k nebezpečím, která se u těchto obtíží vylučují jako první.',
    },
    targets: ['pain_spreads_to'],
    is_red_flag: true,
    is_reask: false,
  },
  is_complete: false,
  stop_reason: null,
};
export const finalOutcome: RecordedOutcome = {
  ...outcome,
  current_question: null,
  is_complete: true,
  stop_reason: 'emergency',
};

export const summary: RecordedSummary = {
  presenting_complaint: 'Chest pain ("bolest na hrudi")',
  presenting_complaint_cs: 'Bolest na hrudi („bolest na hrudi“)',
  history: ['since this morning'],
  pertinent_positives: ['chest pain'],
  pertinent_negatives: ['fever'],
  red_flags: [redFlag],
  differentials: [
    {
      ...differential,
      evidence_for: [
        { finding: 'chest_pain', label: 'chest pain', label_cs: 'bolest na hrudi', weight: 1.2 },
      ],
      evidence_against: [{ finding: 'fever', label: 'fever', label_cs: 'horečka', weight: -0.3 }],
    },
  ],
  recommended_next_step: 'Call an ambulance now.',
  recommended_next_step_cs: 'Ihned volejte záchrannou službu.',
  patient_context: ['male, 57 years'],
  lines: [
    {
      part: 'pertinent_positives',
      code: 'chest_pain',
      text: 'chest pain',
      text_cs: 'bolest na hrudi',
    },
    { part: 'patient_context', code: null, text: 'male, 57 years', text_cs: 'muž, 57 let' },
  ],
  open_points: [
    { kind: 'not_asked', code: 'syncope', text: 'Loss of consciousness', text_cs: 'Ztráta vědomí' },
  ],
  sections: [
    {
      section: 'opening',
      text: 'A man of 57 presents with chest pain.',
      text_cs: 'Muž, 57 let, přichází s bolestí na hrudi.',
    },
  ],
  narrative: 'A man of 57 presents with chest pain.',
  narrative_cs: 'Muž, 57 let, přichází s bolestí na hrudi.',
};
