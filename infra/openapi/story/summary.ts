/** The narrative of the interview, part by part. */
const sections = [
  {
    section: 'opening',
    text: '55-year-old man. Presenting complaint: chest pain, for 2 hours – "chest pain since this morning". History given by the patient himself.',
    text_cs:
      '55letý muž. Hlavní potíže: bolest na hrudi, po dobu 2 hodin – „chest pain since this morning“. Anamnézu podává sám pacient.',
  },
  {
    section: 'findings',
    text: 'Main findings: dyspnoea, chest pain brought on by exertion, pressing or crushing chest pain and pain radiating to the left arm or shoulder.',
    text_cs:
      'Hlavní nálezy: dušnost, bolest na hrudi při námaze, tlaková nebo svíravá bolest na hrudi a vystřelování do levé paže nebo ramene.',
  },
  {
    section: 'negatives',
    text: 'Pertinent negatives (not present): cold sweat and loss of consciousness.',
    text_cs: 'Významné negativní údaje (není přítomno): studený pot a ztráta vědomí.',
  },
  {
    section: 'background',
    text: 'Background: known hypertension, early heart disease in the family and current smoker. Chronic conditions: hypertension. Current medication: ramipril 5 mg. Allergies: penicillin. Family history: father: heart attack at 52. Occasional alcohol.',
    text_cs:
      'Významné okolnosti: arteriální hypertenze v anamnéze, časné srdeční onemocnění v rodině a kouření. Chronická onemocnění: hypertension. Současná medikace: ramipril 5 mg. Alergie: penicillin. Rodinná anamnéza: father: heart attack at 52. Alkohol příležitostně.',
  },
  {
    section: 'assessment',
    text: 'Triage level: emergency, ambulance needed – on account of a warning sign: chest pain with two or more features of a heart attack, age 35 or over. Further warning signs: chest pain with breathlessness, age 40 or over. Differential diagnosis: possible stable angina (I20.8, 38%), acute myocardial infarction (I21.9, 21%); less likely unstable angina (I20.0, 14%).',
    text_cs:
      'Naléhavost: akutní stav, nutná záchranná služba – pro varovný příznak: bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let. Další varovné příznaky: bolest na hrudi s dušností, věk od 40 let. Diferenciální diagnóza: možná stabilní angina pectoris (I20.8, 38 %), akutní infarkt myokardu (I21.9, 21 %); méně pravděpodobně nestabilní angina pectoris (I20.0, 14 %).',
  },
  {
    section: 'next_step',
    text: 'Recommended next step: Call an ambulance now (in Europe 112, in Czechia 155).',
    text_cs: 'Doporučený další krok: Ihned volejte zdravotnickou záchrannou službu (155, případně 112).',
  },
  {
    section: 'safety_net',
    text: 'Somebody should stay with the patient until help arrives, and tell the emergency line at once if the condition worsens.',
    text_cs:
      'Do příjezdu pomoci má být někdo stále přítomen; zhoršení stavu ihned hlaste na linku 155, případně 112.',
  },
];

/** The summary of the interview, shortened in the same way. */
export const summary = {
  presenting_complaint: 'Chest pain ("chest pain since this morning")',
  presenting_complaint_cs: 'Bolest na hrudi („chest pain since this morning“)',
  history: ['Symptoms for less than 24 hours', 'Duration of symptoms: 2 hours'],
  pertinent_positives: [
    'Chest pain',
    'Chest pain brought on by exertion',
    'Dyspnoea',
    'Pressing or crushing chest pain',
    'Pain radiating to the left arm or shoulder',
  ],
  pertinent_negatives: ['Cold sweat', 'Loss of consciousness'],
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
  differentials: [
    {
      code: 'stable_angina',
      diagnosis: 'Stable angina',
      diagnosis_cs: 'Stabilní angina pectoris',
      icd: 'I20.8',
      probability: 0.3783,
      rank: 1,
      evidence_for: [
        {
          finding: 'chest_pain_on_exertion',
          label: 'Chest pain brought on by exertion',
          label_cs: 'Bolest na hrudi při námaze',
          weight: 1.107,
        },
        {
          finding: 'hypertension',
          label: 'Known hypertension',
          label_cs: 'Arteriální hypertenze v anamnéze',
          weight: 0.56,
        },
        {
          finding: 'has_dyspnoea',
          label: 'Dyspnoea',
          label_cs: 'Dušnost',
          weight: 0.542,
        },
      ],
      evidence_against: [
        {
          finding: 'lasts_over_3_weeks',
          label: 'Not present: Symptoms for three weeks or more',
          label_cs: 'Není přítomno: Obtíže trvající tři týdny a déle',
          weight: -0.566,
        },
      ],
    },
    {
      code: 'acute_myocardial_infarction',
      diagnosis: 'Acute myocardial infarction',
      diagnosis_cs: 'Akutní infarkt myokardu',
      icd: 'I21.9',
      probability: 0.2127,
      rank: 2,
      evidence_for: [
        {
          finding: 'has_dyspnoea',
          label: 'Dyspnoea',
          label_cs: 'Dušnost',
          weight: 0.683,
        },
        {
          finding: 'radiates_left_arm',
          label: 'Pain radiating to the left arm or shoulder',
          label_cs: 'Vystřelování do levé paže nebo ramene',
          weight: 0.658,
        },
        {
          finding: 'lasts_under_24h',
          label: 'Symptoms for less than 24 hours',
          label_cs: 'Obtíže trvající méně než 24 hodin',
          weight: 0.615,
        },
      ],
      evidence_against: [
        {
          finding: 'cold_sweat',
          label: 'Not present: Cold sweat',
          label_cs: 'Není přítomno: Studený pot',
          weight: -0.388,
        },
      ],
    },
  ],
  recommended_next_step: 'Call an ambulance now (in Europe 112, in Czechia 155).',
  recommended_next_step_cs: 'Ihned volejte zdravotnickou záchrannou službu (155, případně 112).',
  patient_context: [
    '55 years old',
    'male',
    'Known hypertension',
    'Early heart disease in the family',
    'Current smoker',
    'Chronic conditions: hypertension',
    'Current medication: ramipril 5 mg',
    'Allergies: penicillin',
    'Family history: father: heart attack at 52',
    'Occasional alcohol',
  ],
  lines: [
    {
      part: 'history',
      code: 'lasts_under_24h',
      text: 'Symptoms for less than 24 hours',
      text_cs: 'Obtíže trvající méně než 24 hodin',
    },
    {
      part: 'history',
      code: 'duration_hours',
      text: 'Duration of symptoms: 2 hours',
      text_cs: 'Trvání obtíží: 2 hodiny',
    },
    { part: 'pertinent_positives', code: 'has_chest_pain', text: 'Chest pain', text_cs: 'Bolest na hrudi' },
    {
      part: 'pertinent_positives',
      code: 'chest_pain_on_exertion',
      text: 'Chest pain brought on by exertion',
      text_cs: 'Bolest na hrudi při námaze',
    },
    { part: 'pertinent_positives', code: 'has_dyspnoea', text: 'Dyspnoea', text_cs: 'Dušnost' },
    {
      part: 'pertinent_positives',
      code: 'chest_pressure',
      text: 'Pressing or crushing chest pain',
      text_cs: 'Tlaková nebo svíravá bolest na hrudi',
    },
    {
      part: 'pertinent_positives',
      code: 'radiates_left_arm',
      text: 'Pain radiating to the left arm or shoulder',
      text_cs: 'Vystřelování do levé paže nebo ramene',
    },
    { part: 'pertinent_negatives', code: 'cold_sweat', text: 'Cold sweat', text_cs: 'Studený pot' },
    { part: 'pertinent_negatives', code: 'fainted', text: 'Loss of consciousness', text_cs: 'Ztráta vědomí' },
    { part: 'patient_context', code: null, text: '55 years old', text_cs: 'věk 55 let' },
    { part: 'patient_context', code: null, text: 'male', text_cs: 'muž' },
    {
      part: 'patient_context',
      code: 'hypertension',
      text: 'Known hypertension',
      text_cs: 'Arteriální hypertenze v anamnéze',
    },
    {
      part: 'patient_context',
      code: 'family_heart_disease',
      text: 'Early heart disease in the family',
      text_cs: 'Časné srdeční onemocnění v rodině',
    },
    { part: 'patient_context', code: 'smoker', text: 'Current smoker', text_cs: 'Kouření' },
    {
      part: 'patient_context',
      code: null,
      text: 'Chronic conditions: hypertension',
      text_cs: 'Chronická onemocnění: hypertension',
    },
    {
      part: 'patient_context',
      code: null,
      text: 'Current medication: ramipril 5 mg',
      text_cs: 'Současná medikace: ramipril 5 mg',
    },
    { part: 'patient_context', code: null, text: 'Allergies: penicillin', text_cs: 'Alergie: penicillin' },
    {
      part: 'patient_context',
      code: null,
      text: 'Family history: father: heart attack at 52',
      text_cs: 'Rodinná anamnéza: father: heart attack at 52',
    },
    { part: 'patient_context', code: null, text: 'Occasional alcohol', text_cs: 'Alkohol příležitostně' },
  ],
  open_points: [],
  sections,
  narrative: [
    'This is decision support and not a diagnosis: it does not replace examination by a clinician. No clinician has reviewed the knowledge base that it rests on yet.',
    ...sections.map(({ text }) => text),
  ].join('\n'),
  narrative_cs: [
    'Jde o podporu rozhodování, nikoli o diagnózu; nenahrazuje vyšetření lékařem. Znalostní bázi, o kterou se opírá, zatím žádný lékař neposoudil.',
    ...sections.map(({ text_cs }) => text_cs),
  ].join('\n'),
};
