import type { Golden } from './golden.ts';

/** The questions of the safety nets, all denied in benign cases. */
const NET = {
  throat: ['drooling', 'stridor', 'trismus', 'has_dyspnoea'],
  fever: ['non_blanching_rash', 'neck_stiffness', 'drowsy', 'lethargic', 'has_dyspnoea', 'immunosuppressed'],
};

export const throatAndFeverCases: Golden[] = [
  {
    name: 'viral sore throat',
    story: {
      complaints: ['sore_throat'],
      years: 25,
      sex: 'female',
      present: ['runny_nose', 'has_cough', 'hoarseness'],
      absent: [...NET.throat, 'has_fever', 'tonsil_exudate'],
      values: { duration_hours: 48 },
    },
    level: 'self_care',
    icd: 'J02.9',
  },
  {
    name: 'streptococcal tonsillitis (McIsaac 5)',
    story: {
      complaints: ['sore_throat'],
      years: 12,
      present: ['tonsil_exudate', 'tender_neck_glands', 'has_fever'],
      absent: ['has_cough', 'runny_nose', ...NET.throat],
    },
    level: 'routine',
    icd: 'J02.0',
    top: 1,
  },
  {
    name: 'epiglottitis',
    story: {
      complaints: ['sore_throat'],
      years: 45,
      present: ['drooling', 'stridor', 'has_fever', 'muffled_voice'],
    },
    level: 'emergency_ambulance',
    icd: 'J05.1',
  },
  {
    name: 'quinsy',
    story: {
      complaints: ['sore_throat'],
      years: 24,
      present: ['one_sided_throat_pain', 'trismus', 'muffled_voice', 'has_fever'],
    },
    level: 'emergency',
    icd: 'J36',
    top: 1,
  },
  {
    name: 'meningococcal disease in a child',
    story: { complaints: ['fever'], years: 4, present: ['non_blanching_rash', 'vomiting', 'mottled_skin'] },
    level: 'emergency_ambulance',
    icd: 'A39.2',
    top: 1,
  },
  {
    name: 'a cold in a child',
    story: {
      complaints: ['fever'],
      years: 3,
      present: ['runny_nose', 'has_cough', 'sneezing'],
      absent: [...NET.fever, 'ear_pain'],
      values: { temperature_c: 38.4, duration_hours: 24 },
    },
    level: 'self_care',
    icd: 'J00',
  },
  {
    name: 'urosepsis in old age',
    story: {
      complaints: ['fever'],
      years: 84,
      sex: 'female',
      present: ['confusion', 'dysuria'],
      values: { systolic_bp_mmhg: 85, respiratory_rate_per_min: 28, heart_rate_bpm: 120 },
    },
    level: 'emergency_ambulance',
    icd: 'A41.9',
    top: 1,
  },
  {
    name: 'hay fever',
    story: {
      complaints: ['nasal_symptoms'],
      years: 24,
      sex: 'female',
      present: ['sneezing', 'itchy_eyes_or_nose', 'recurrent_episodes'],
      absent: ['has_dyspnoea', 'has_headache', 'has_fever'],
      values: { duration_hours: 200 },
    },
    level: 'self_care',
    icd: 'J30.4',
    top: 1,
  },
  {
    name: 'hives without any other sign',
    story: {
      complaints: ['skin_rash'],
      years: 28,
      present: ['hives', 'allergen_exposure'],
      absent: ['non_blanching_rash', 'face_or_tongue_swelling', 'has_dyspnoea', 'has_fever'],
    },
    level: 'self_care',
    icd: 'L50.9',
    top: 1,
  },
  {
    name: 'hives with hoarseness and faintness',
    story: {
      complaints: ['skin_rash'],
      years: 28,
      present: ['hives', 'allergen_exposure', 'hoarseness', 'fainted'],
    },
    level: 'emergency_ambulance',
    icd: 'T78.2',
    top: 1,
  },
];
