/** The summary of the interview, shortened in the same way. */
export const summary = {
  presenting_complaint: 'Chest pain ("chest pain since this morning")',
  history: ['Symptoms for less than 24 hours', 'Duration of symptoms: 2 h'],
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
    },
    {
      flag: 'rf_chest_pain_breathless',
      description: 'Chest pain with breathlessness, age 40 or over',
    },
  ],
  differentials: [
    {
      diagnosis: 'Stable angina',
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
      diagnosis: 'Acute myocardial infarction',
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
  narrative:
    'This is decision support and not a diagnosis: it does not replace examination by a clinician. No clinician has reviewed the knowledge base that it rests on yet.\nPatient: 55 years old, male.\nPresenting complaint: chest pain "chest pain since this morning".\nReported: chest pain; symptoms for less than 24 hours; duration of symptoms: 2 h; chest pain brought on by exertion; dyspnoea; pressing or crushing chest pain; pain radiating to the left arm or shoulder.\nDenied: cold sweat; loss of consciousness.\nRelevant background: known hypertension; early heart disease in the family; current smoker.\nChronic conditions: hypertension.\nCurrent medication: ramipril 5 mg.\nAllergies: penicillin.\nFamily history: father: heart attack at 52.\nOccasional alcohol.\nRed flags: chest pain with two or more features of a heart attack, age 35 or over; chest pain with breathlessness, age 40 or over.\nTo be considered, most probable first: stable angina (I20.8, 38 %); acute myocardial infarction (I21.9, 21 %); unstable angina (I20.0, 14 %).\nRecommended next step: Call an ambulance now (in Europe 112, in Czechia 155).',
  narrative_cs:
    'Jde o podporu rozhodování, nikoli o diagnózu; nenahrazuje vyšetření lékařem. Znalostní bázi, o kterou se opírá, zatím žádný lékař neposoudil.\nPacient: věk 55 let, muž.\nHlavní potíže: bolest na hrudi „chest pain since this morning“.\nUdává: bolest na hrudi; obtíže trvající méně než 24 hodin; trvání obtíží: 2 h; bolest na hrudi při námaze; dušnost; tlaková nebo svíravá bolest na hrudi; vystřelování do levé paže nebo ramene.\nNeguje: studený pot; ztráta vědomí.\nVýznamné okolnosti: arteriální hypertenze v anamnéze; časné srdeční onemocnění v rodině; kuřák.\nChronická onemocnění: hypertension.\nSoučasná medikace: ramipril 5 mg.\nAlergie: penicillin.\nRodinná anamnéza: father: heart attack at 52.\nAlkohol příležitostně.\nVarovné příznaky: bolest na hrudi s dvěma a více rysy infarktu, věk od 35 let; bolest na hrudi s dušností, věk od 40 let.\nKe zvážení, od nejpravděpodobnějšího: stabilní angina pectoris (I20.8, 38 %); akutní infarkt myokardu (I21.9, 21 %); nestabilní angina pectoris (I20.0, 14 %).\nDoporučený další krok: Ihned volejte zdravotnickou záchrannou službu (155, případně 112).',
};
