/** The questions of the safety nets, all denied in benign cases. */
export const NET = {
  constipation: ['has_bowel_bleeding', 'vomiting', 'abdominal_distension', 'weight_loss'],
  reflux: [
    'heartburn_on_exertion',
    'has_dysphagia',
    'vomiting_blood',
    'black_stool',
    'weight_loss',
    'cold_sweat',
  ],
  swallowing: [
    'food_stuck_now',
    'has_dysphagia',
    'drooling',
    'has_dyspnoea',
    'weight_loss',
    'has_focal_deficit',
  ],
  numbness: [
    'arm_or_leg_weakness_one_side',
    'weakness_in_both_legs',
    'saddle_numbness',
    'face_droop',
    'speech_disturbance',
  ],
  tremor: ['confusion', 'stopped_alcohol_recently', 'has_fever', 'unsteady_gait'],
  memory: ['confusion', 'sudden_amnesia', 'recent_head_injury', 'has_headache', 'has_focal_deficit'],
  tiredness: ['has_dyspnoea', 'weight_loss', 'has_chest_pain', 'easy_bruising', 'black_stool'],
  leg_swelling: ['one_leg_swelling', 'has_dyspnoea', 'has_chest_pain', 'red_hot_skin', 'orthopnoea'],
  lump: ['gland_hard_or_growing', 'gland_over_six_weeks', 'weight_loss', 'night_sweats', 'has_dyspnoea'],
  sweating: ['weight_loss', 'has_fever', 'enlarged_glands', 'haemoptysis', 'has_cough'],
  pressure: ['severe_hypertension', 'has_chest_pain', 'has_dyspnoea', 'confusion', 'has_focal_deficit'],
};
