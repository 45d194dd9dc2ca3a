import type { Golden } from './golden.ts';

/** The questions of the safety nets, all denied in benign cases. */
const NET = {
  headache: ['thunderclap_headache', 'neck_stiffness', 'has_focal_deficit', 'confusion'],
  dizziness: ['has_focal_deficit', 'unsteady_gait', 'fainted', 'has_chest_pain', 'has_headache'],
};

export const headCases: Golden[] = [
  {
    name: 'subarachnoid haemorrhage',
    story: {
      complaints: ['headache'],
      years: 48,
      sex: 'female',
      present: ['thunderclap_headache', 'worst_headache_ever', 'vomiting', 'neck_stiffness'],
    },
    level: 'emergency_ambulance',
    icd: 'I60.9',
    top: 1,
  },
  {
    name: 'bacterial meningitis',
    story: {
      complaints: ['headache'],
      years: 20,
      sex: 'male',
      present: ['neck_stiffness', 'photophobia', 'confusion'],
      values: { temperature_c: 39.5 },
    },
    level: 'emergency_ambulance',
    icd: 'G00.9',
  },
  {
    name: 'giant cell arteritis',
    story: {
      complaints: ['headache'],
      years: 74,
      sex: 'female',
      present: ['jaw_claudication', 'scalp_tenderness', 'new_headache_pattern'],
    },
    level: ['emergency', 'urgent'],
    icd: 'M31.6',
    top: 1,
  },
  {
    name: 'migraine',
    story: {
      complaints: ['headache'],
      years: 28,
      sex: 'female',
      present: ['one_sided_headache', 'throbbing_headache', 'nausea', 'photophobia', 'migraine_history'],
      absent: [...NET.headache, 'has_fever', 'pregnant'],
    },
    level: ['routine', 'self_care'],
    icd: 'G43.9',
    top: 1,
  },
  {
    name: 'tension-type headache',
    story: {
      complaints: ['headache'],
      years: 35,
      sex: 'male',
      present: ['band_like_headache', 'stress_or_overload'],
      absent: [...NET.headache, 'has_fever', 'nausea', 'photophobia', 'recent_head_injury'],
      values: { pain_severity: 3, duration_hours: 10 },
    },
    level: 'self_care',
    icd: 'G44.2',
    top: 1,
  },
  {
    name: 'stroke',
    story: {
      complaints: ['focal_weakness'],
      years: 72,
      sex: 'male',
      present: [
        'face_droop',
        'arm_or_leg_weakness_one_side',
        'speech_disturbance',
        'atrial_fibrillation_history',
      ],
      values: { onset_speed: 'sudden' },
    },
    level: 'emergency_ambulance',
    icd: 'I63.9',
    top: 1,
  },
  {
    name: 'positional vertigo',
    story: {
      complaints: ['dizziness'],
      years: 55,
      sex: 'female',
      present: ['vertigo', 'vertigo_on_head_movement'],
      absent: NET.dizziness,
      values: { vertigo_spell_length: 'seconds' },
    },
    level: 'routine',
    icd: 'H81.1',
    top: 1,
  },
  {
    name: 'cerebellar signs',
    story: {
      complaints: ['dizziness'],
      years: 68,
      present: ['double_vision', 'unsteady_gait', 'speech_disturbance'],
    },
    level: 'emergency_ambulance',
    icd: 'I63.9',
  },
];
