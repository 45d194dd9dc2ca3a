import { tells } from '../../reading-tables.ts';

tells('a year or month before the present one is past', [
  ['She had a stroke in 2025.', '+previous_stroke 0has_focal_deficit'],
  ['Stroke 2025, now only a sore throat.', '+previous_stroke 0has_focal_deficit'],
  ['I had pneumonia in 2025.', '0has_cough'],
  ['I had a heart attack in 2024 and a rash today.', '+known_heart_disease 0has_chest_pain +rash'],
  ['In 2025 I had chest pain, now I have only a cough.', '0has_chest_pain +has_cough'],
  ['Fainted in March 2026, tests were normal.', '0fainted'],
  ['I broke my arm in January 2026.', '0has_limb_injury'],
  ['I had seizures in 2026-03.', '0had_seizure'],
  ['DVT in 2025, on warfarin.', '+anticoagulants'],
  ['Overdose 2025, today a headache.', '0has_poisoning +has_headache'],
  ['V roce 2025 jsem měl bolest na hrudi, teď jen kašlu.', '0has_chest_pain +has_cough'],
  ['CMP 2025, nyní bolest v krku.', '+previous_stroke 0has_focal_deficit +has_sore_throat'],
  ['Infarkt 2024, dnes vyrážka.', '+known_heart_disease +rash'],
  ['V březnu 2026 jsem omdlel.', '0fainted'],
  ['V lednu 2026 si zlomila ruku, nyní kašel.', '0has_limb_injury +has_cough'],
  ['Mozková mrtvice v roce 2025.', '0has_focal_deficit'],
  ['V roce 2025 prodělala epileptický záchvat.', '0had_seizure'],
  ['I have had a cough since 2025.', '+has_cough'],
  ['Od roku 2025 mě bolí záda.', '+has_back_pain'],
  ['My headaches began in October 2026.', '+has_headache'],
  [
    'Mini-stroke in 2025 and today a bad sore throat.',
    '+previous_stroke +has_sore_throat 0has_focal_deficit',
  ],
  ['I had shingles in 2025.', '0blisters_one_side !rash'],
  ['He fainted in June 2026 but not since.', '0fainted'],
  ['Vomiting in 2025, now only back pain.', '0vomiting +has_back_pain'],
  ['I have been short of breath since August 2026.', '+has_dyspnoea'],
  ['Fell in 2025 and broke the hip; today chest pain.', '+has_chest_pain'],
  ['V roce 2025 jsem zvracel krev, dnes mě bolí záda.', '+has_back_pain 0vomiting'],
  ['V srpnu 2026 jsem měl horečku.', '0has_fever'],
  ['Iktus 2025, teď průjem.', '+previous_stroke +diarrhoea'],
  ['Od srpna 2026 se mi točí hlava.', '+has_dizziness'],
]);

tells(
  'what is a past year depends on the day on which it is told',
  [
    ['I had chest pain in 2024.', '+has_chest_pain'],
    ['I had chest pain in 2023.', '!has_chest_pain'],
    ['V únoru 2024 jsem omdlel.', '!fainted'],
    ['V květnu 2024 jsem omdlel.', '+fainted'],
  ],
  '2024-04-10T12:00:00.000Z',
);
