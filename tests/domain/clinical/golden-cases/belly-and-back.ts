import type { Golden } from './golden.ts';

/** The questions of the safety nets, all denied in benign cases. */
const NET = {
  back: [
    'saddle_numbness',
    'loss_of_bladder_or_bowel_control',
    'weakness_in_both_legs',
    'has_fever',
    'recent_injury',
  ],
  belly: ['rigid_abdomen', 'vomiting_blood', 'black_stool', 'fainted'],
  vomiting: [
    'vomiting_blood',
    'blood_in_stool',
    'black_stool',
    'signs_of_dehydration',
    'confusion',
    'has_abdominal_pain',
  ],
};

export const bellyAndBackCases: Golden[] = [
  {
    name: 'appendicitis',
    story: {
      complaints: ['abdominal_pain'],
      years: 19,
      sex: 'male',
      present: ['pain_moved_to_right_lower', 'has_fever', 'loss_of_appetite', 'nausea', 'worse_with_jolts'],
    },
    level: 'emergency',
    icd: 'K35.8',
    top: 1,
  },
  {
    name: 'ectopic pregnancy with collapse',
    story: {
      complaints: ['abdominal_pain'],
      years: 28,
      sex: 'female',
      present: ['missed_period', 'vaginal_bleeding', 'fainted', 'radiates_to_shoulder_tip'],
    },
    level: 'emergency_ambulance',
    icd: 'O00.9',
    top: 1,
  },
  {
    name: 'ruptured aortic aneurysm',
    story: {
      complaints: ['abdominal_pain'],
      years: 74,
      sex: 'male',
      present: ['has_back_pain', 'fainted', 'pulsating_belly_lump', 'smoker'],
    },
    level: 'emergency_ambulance',
    icd: 'I71.3',
    top: 1,
  },
  {
    name: 'period pain',
    story: {
      complaints: ['abdominal_pain'],
      years: 19,
      sex: 'female',
      present: ['pain_with_period', 'recurrent_episodes', 'colicky_pain'],
      absent: [...NET.belly, 'pregnant', 'has_fever', 'vomiting'],
      values: { abdominal_pain_site: 'lower_middle', pain_severity: 5 },
    },
    level: 'self_care',
    icd: 'N94.6',
    top: 1,
  },
  {
    name: 'gastroenteritis',
    story: {
      complaints: ['vomiting_diarrhoea'],
      years: 30,
      sex: 'male',
      present: ['vomiting', 'diarrhoea', 'sick_contact'],
      absent: [...NET.vomiting, 'has_fever'],
      values: { duration_hours: 20 },
    },
    level: 'self_care',
    icd: 'A09',
    top: 1,
  },
  {
    name: 'gastrointestinal bleeding',
    story: {
      complaints: ['vomiting_diarrhoea'],
      years: 66,
      sex: 'male',
      present: ['vomiting_blood', 'black_stool', 'nsaid_use', 'pallor', 'fainted'],
    },
    level: 'emergency_ambulance',
    icd: 'K92.2',
    top: 1,
  },
  {
    name: 'bladder infection',
    story: {
      complaints: ['urinary_symptoms'],
      years: 28,
      sex: 'female',
      present: ['dysuria', 'urinary_frequency'],
      absent: ['has_fever', 'pain_flank', 'cannot_pass_urine', 'vaginal_discharge'],
    },
    level: 'routine',
    icd: 'N30.0',
    top: 1,
  },
  {
    name: 'kidney infection',
    story: {
      complaints: ['urinary_symptoms'],
      years: 33,
      sex: 'female',
      present: ['dysuria', 'has_fever', 'pain_flank', 'rigors'],
    },
    level: 'urgent',
    icd: 'N10',
    top: 1,
  },
  {
    name: 'strained back',
    story: {
      complaints: ['back_pain'],
      years: 38,
      sex: 'male',
      present: ['back_pain_after_strain', 'pain_worse_with_movement'],
      absent: [...NET.back, 'leg_pain_below_knee'],
      values: { pain_severity: 5, duration_hours: 48 },
    },
    level: 'self_care',
    icd: 'M54.5',
    top: 1,
  },
  {
    name: 'cauda equina syndrome',
    story: {
      complaints: ['back_pain'],
      years: 45,
      sex: 'male',
      present: ['saddle_numbness', 'leg_pain_below_knee', 'cannot_pass_urine'],
    },
    level: 'emergency',
    icd: 'G83.4',
    top: 1,
  },
];
