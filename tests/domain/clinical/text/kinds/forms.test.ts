import { tells } from '../../reading-tables.ts';

tells('a form says for each of its fields whether it is there', [
  ['Fever: no Cough: yes Rash: no', '-has_fever +has_cough -rash'],
  ['[x] cough [ ] fever [x] rash', '+has_cough !has_fever +rash'],
  ['☑ cough ☐ fever ☑ rash', '+has_cough !has_fever +rash'],
  ['☒ headache\n☐ vomiting\n☐ diarrhoea', '+has_headache !vomiting !diarrhoea'],
  ['Denies: fever, cough, chest pain', '-has_fever -has_cough -has_chest_pain'],
  ['Denies:\nfever\ncough\nchest pain', '-has_fever -has_cough -has_chest_pain'],
  ['+ cough\n- fever\n+ rash', '+has_cough -has_fever +rash'],
  ['cough +, fever -, rash +', '+has_cough -has_fever +rash'],
  ['Fever\tno\nCough\tyes\nHeadache\tno', '-has_fever +has_cough -has_headache'],
  [
    'PC: cough\nPMH: stroke, asthma\nFH: heart attack',
    '+has_cough +previous_stroke +asthma_history 0has_focal_deficit 0has_chest_pain',
  ],
  [
    'Family history:\n- breast cancer\n- chest pain\nPresenting complaint: cough',
    '+has_cough !has_chest_pain',
  ],
  [
    'Allergies:\naspirin\nMedication:\nwarfarin\nComplaint: headache',
    '+anticoagulants +has_headache 0has_allergic_reaction',
  ],
  [
    'Past medical history\nseizures\npneumonia\nPresenting complaint\nsore throat',
    '0had_seizure +has_sore_throat',
  ],
  ['Social history: smoker\nHPC: vomiting since yesterday', '+vomiting +smoker'],
  [
    'OA: epileptické záchvaty\nAA: penicilin\nFA: warfarin\nNO: kašel',
    '0had_seizure +anticoagulants +has_cough',
  ],
  ['Alergie:\nwarfarin\nNynější onemocnění:\nbolest hlavy', '!anticoagulants +has_headache'],
  [
    'Rodinná anamnéza:\nmatka cukrovka\nbratr bolesti na hrudi\nNynější onemocnění: kašel',
    '!diabetes !has_chest_pain +has_cough',
  ],
  ['Horečka: ne Kašel: ano Vyrážka: ne', '-has_fever +has_cough -rash'],
  ['[x] kašel [ ] horečka', '+has_cough !has_fever'],
  ['Horečka\tne\nKašel\tano', '-has_fever +has_cough'],
  ['☑ kašel ☐ horečka', '+has_cough !has_fever'],
  ['Headache: yes Vomiting: no Rash: yes Fever: no', '+has_headache -vomiting +rash -has_fever'],
  ['[X] diarrhoea\n[ ] vomiting\n[x] dizziness', '+diarrhoea !vomiting +has_dizziness'],
  ['Fever: [ ] yes [x] no\nCough: [x] yes [ ] no', '-has_fever +has_cough'],
  ['✓ sore throat ✗ cough', '+has_sore_throat !has_cough'],
  ['Fever +, cough -, vomiting -', '+has_fever -has_cough -vomiting'],
  [
    'Patient denies:\n- vomiting\n- dizziness\n\nComplains of back pain.',
    '-vomiting -has_dizziness +has_back_pain',
  ],
  [
    'FH:\nfather chest pain\nmother diabetes\n\nHPC: headache for 2 days',
    '!has_chest_pain !diabetes +has_headache',
  ],
  ['PMH:\n- asthma\n- seizures\nO/E: rash', '+asthma_history !had_seizure +rash'],
  [
    'Allergies: penicillin, aspirin. Meds: warfarin. PC: back pain',
    '+anticoagulants +has_back_pain 0has_allergic_reaction',
  ],
  ['PMH: asthma. Crushing chest pain since this morning.', '+has_chest_pain +asthma_history'],
  ['Bolest hlavy: ano Zvracení: ne Vyrážka: ano', '+has_headache -vomiting +rash'],
  ['[x] průjem\n[ ] zvracení\n[x] závratě', '+diarrhoea !vomiting +has_dizziness'],
  ['Horečka: [ ] ano [x] ne\nKašel: [x] ano [ ] ne', '-has_fever +has_cough'],
  ['Horečka +, kašel -, vyrážka -', '+has_fever -has_cough -rash'],
  ['Neguje:\nhorečka\nkašel\nNO: bolest zad', '-has_fever -has_cough +has_back_pain'],
  [
    'RA:\nmatka cukrovka\notec bolesti na hrudi\nNO: bolest hlavy 2 dny',
    '!diabetes !has_chest_pain +has_headache',
  ],
  ['Osobní anamnéza:\nastma\nepileptické záchvaty\nNO: vyrážka', '+asthma_history !had_seizure +rash'],
  [
    'OA: astma. AA: penicilin. FA: warfarin. NO: bolest zad',
    '+asthma_history +anticoagulants +has_back_pain',
  ],
  ['Fever: no\nCough: yes\nChest pain: no', '-has_fever +has_cough -has_chest_pain'],
  ['Symptoms:\nfever\ncough\nrash', '+has_fever +has_cough +rash'],
]);
