import { EMERGENCY, type Golden } from './golden.ts';

/** The questions of the safety nets, all denied in benign cases. */
const NET = {
  low_mood: ['suicidal_thoughts', 'suicidal_intent', 'has_self_harmed', 'hallucinations', 'self_neglect'],
  sleep_problem: ['suicidal_thoughts', 'has_low_mood', 'wakes_breathless', 'elevated_mood'],
  poisoning: [
    'drowsy',
    'slow_breathing',
    'poison_taken_on_purpose',
    'medicine_overdose',
    'caustic_swallowed',
    'mouth_burns',
    'confusion',
    'had_seizure',
    'wild_mushrooms_eaten',
    'petroleum_swallowed',
  ],
};

export const mindAndPoisonCases: Golden[] = [
  {
    name: 'depressive episode',
    story: {
      complaints: ['low_mood'],
      years: 38,
      sex: 'female',
      present: ['loss_of_interest', 'poor_concentration', 'has_sleep_problem', 'fatigue'],
      absent: [...NET.low_mood, 'elevated_mood'],
      values: { duration_hours: 1500 },
    },
    level: 'routine',
    icd: 'F32.0',
    top: 1,
  },
  {
    name: 'suicidal crisis',
    story: {
      complaints: ['self_harm'],
      years: 41,
      sex: 'male',
      present: ['suicidal_intent', 'hopelessness', 'has_low_mood', 'heavy_alcohol'],
    },
    level: EMERGENCY,
    icd: 'R45.8',
    top: 1,
  },
  {
    name: 'panic attacks',
    story: {
      complaints: ['anxiety_or_panic'],
      years: 30,
      sex: 'female',
      present: ['fear_of_dying', 'has_palpitations', 'tingling_around_mouth', 'recurrent_episodes'],
      absent: ['suicidal_thoughts', 'has_chest_pain', 'has_dyspnoea', 'fainted', 'hallucinations'],
    },
    level: 'routine',
    icd: 'F41.0',
    top: 1,
  },
  {
    name: 'delirium',
    story: {
      complaints: ['disturbed_behaviour'],
      years: 84,
      sex: 'female',
      present: ['confusion', 'fluctuating_alertness', 'has_fever', 'hallucinations'],
    },
    level: EMERGENCY,
    icd: 'F05.9',
    top: 1,
  },
  {
    name: 'short-term insomnia',
    story: {
      complaints: ['sleep_problem'],
      years: 26,
      sex: 'female',
      present: ['poor_sleep_habits', 'stress_or_overload'],
      absent: [...NET.sleep_problem, 'breathing_pauses_asleep', 'has_anxiety', 'loss_of_interest'],
      values: { duration_hours: 336 },
    },
    level: 'self_care',
    icd: 'F51.0',
    top: 1,
  },
  {
    name: 'paracetamol overdose',
    story: {
      complaints: ['poisoning_or_overdose'],
      years: 19,
      sex: 'female',
      present: ['paracetamol_taken', 'poison_taken_on_purpose'],
      absent: ['drowsy', 'confusion'],
    },
    level: 'emergency',
    icd: 'T39.1',
    top: 1,
  },
  {
    name: 'toddler who tasted soap',
    story: {
      complaints: ['poisoning_or_overdose'],
      years: 2,
      sex: 'male',
      present: ['household_product_swallowed'],
      absent: NET.poisoning,
    },
    level: 'self_care',
    icd: 'T55',
    top: 1,
  },
  {
    name: 'opioid overdose',
    story: {
      complaints: ['poisoning_or_overdose'],
      years: 29,
      sex: 'male',
      present: ['opioid_taken', 'slow_breathing', 'pinpoint_pupils', 'drowsy'],
    },
    level: 'emergency_ambulance',
    icd: 'T40.2',
    top: 1,
  },
  {
    name: 'delirium tremens',
    story: {
      complaints: ['alcohol_or_drug_problem'],
      years: 48,
      sex: 'male',
      present: ['stopped_alcohol_recently', 'has_tremor', 'confusion', 'hallucinations', 'cold_sweat'],
    },
    level: EMERGENCY,
    icd: 'F10.4',
    top: 1,
  },
];
