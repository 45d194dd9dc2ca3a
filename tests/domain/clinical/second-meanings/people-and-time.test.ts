import { alarms, readings } from '../reading-tables.ts';

readings('a parent, a brother or a friend of whom alone something is told is the patient', [
  ['My dad is diabetic, he keeps vomiting and is muddled.', 'confusion', 'present'],
  ['My brother ran out of insulin and keeps throwing up.', 'vomiting', 'present'],
  ['The meter reads HIGH, grandad is muddled.', 'confusion', 'present'],
  ['Kamarád má modré rty a nereaguje.', 'cyanosis', 'present'],
  ['I have a cough. My dad is muddled.', 'confusion', undefined],
  ['Headache for two days. My mother is diabetic and vomits.', 'vomiting', undefined],
  ['My neighbour had a stroke last winter.', 'has_focal_deficit', undefined],
  ['Both my grandmothers had breast cancer in their eighties.', 'cancer_active', undefined],
]);

readings('what the writer cannot do to somebody tells of that person, whatever else was told of him', [
  ["My son has a fever and I can't wake him.", 'drowsy', 'present'],
  ['My son took drugs. I cannot wake him.', 'drowsy', 'present'],
  ['Syn má horečku a nemůžu ho probudit.', 'drowsy', 'present'],
  ['My son has a fever and I cannot sleep.', 'has_sleep_problem', undefined],
]);

readings('a Czech comma between knowing and what is known cuts nothing', [
  ['Babička neví, jak se jmenuje.', 'confusion', 'present'],
  ['Neví, kde je.', 'confusion', 'present'],
  ['Nevím, co mě bolí.', 'confusion', undefined],
]);

readings('who cannot be roused does not react, and a disease does not react to a medicine', [
  ['Otec nereaguje.', 'drowsy', 'present'],
  ['Otec nereaguje na léčbu.', 'drowsy', undefined],
  ['Manžel vůbec nereaguje na oslovení.', 'drowsy', 'present'],
]);

readings('what has gone is over, and who has gone pale is pale', [
  ['The headache has gone.', 'has_headache', undefined],
  ['She has gone very pale.', 'pallor', 'present'],
]);

readings('how long a known disease has lasted is not how long this one has', [
  ['She has had IBS for seven years and her belly aches.', 'duration_hours', undefined],
  ['Her belly has ached for seven days.', 'duration_hours', 'present'],
]);

readings('who says that she is in a week or month is pregnant in it', [
  ["I'm 33 weeks and the baby is hardly moving.", 'pregnancy_weeks', 'present'],
  ['Jsem v osmém týdnu a bodá mě v břiše.', 'pregnancy_weeks', 'present'],
  ['Jsem v devátém měsíci a bolí mě hlava.', 'pregnancy_weeks', 'present'],
  ["I'm 8 weeks sober.", 'pregnancy_weeks', undefined],
  ["I'm 5 weeks post op.", 'pregnancy_weeks', undefined],
  ['Jsem ve třetím týdnu léčby.', 'pregnancy_weeks', undefined],
]);

readings('who limps has no limp leg, and boiling water is no boil', [
  ['He has been limping on his left leg since Monday.', 'arm_or_leg_weakness_one_side', undefined],
  ['His left leg went limp.', 'arm_or_leg_weakness_one_side', 'present'],
  ['Boiling water spilled on my back.', 'pus_lump', undefined],
  ['A boil on my back with pus.', 'pus_lump', 'present'],
]);

readings('so many tablets at once are an overdose, and an hour of the day is no number of tablets', [
  ['I took about 28 paracetamol 500mg around 3pm.', 'paracetamol_taken', 'present'],
  ['I have taken 48 tablets of paracetamol since Friday.', 'paracetamol_taken', 'present'],
  ['I take paracetamol at 18:00.', 'paracetamol_taken', undefined],
  ["I'm worried I took too much paracetamol.", 'paracetamol_taken', 'present'],
  ['I worry about too much paracetamol.', 'paracetamol_taken', undefined],
]);

readings('a heart races at a rate, and at three in the morning at none', [
  ['My heart is suddenly racing at 190.', 'heart_rate_bpm', 'present'],
  ['My heart races at 3 am.', 'heart_rate_bpm', undefined],
]);

readings('of a grandfather with tablets and a child that lies there the child is the patient', [
  [
    'We are at my dads, he has morphine for his back. My daughter sat beside the tablets. Now her pupils are tiny and she is breathing really slow.',
    'slow_breathing',
    'present',
  ],
]);

alarms('what is listed as history is no emergency of today', {
  harmless: [
    'A 28-year-old woman with a history of anaphylaxis to peanuts presents with an earache.',
    'His past medical history is significant for myocardial infarction and pulmonary embolism. He comes with an itchy rash.',
    'A 4-year-old boy with a history of febrile seizures has had a cold for two days.',
    'Hx: depression, overdose 2019. Today sore throat.',
    'Muž, 70 let, OA: IM 2015, CMP 2018, DM2. Přichází pro kašel 3 dny.',
    'Pacientka s anamnézou infarktu myokardu a plicní embolie přichází pro rýmu.',
  ],
  danger: [
    'A 60-year-old man with a history of atrial fibrillation, hypertension and stroke presents with crushing chest pain.',
    'He presents with a short history of vomiting blood.',
    'A boy with a history of asthma who cannot speak in sentences.',
    'OA: hypertenze. Nyní náhle ochrnul na pravou půlku těla.',
  ],
});

alarms('what stands behind a history and a comma is of now', {
  danger: [
    'History of depression, wants to kill himself tonight.',
    'V anamnéze úzkosti, chce se zabít.',
    'Patient with history of COPD struggling to speak in full sentences, blue lips.',
    '68F with hx of AF, facial droop and slurred speech.',
    '54 year old man, history of hypertension, crushing chest pain radiating to the left arm.',
    'No history of heart disease, crushing chest pain radiating to the arm and sweating.',
    'PMH diabetes, vomiting blood and black stools.',
    'PMH nil, vomiting blood.',
    'History of depression, took 40 paracetamol tablets.',
    'History of migraine, worst headache of my life, came on in seconds.',
    'Known history of peanut allergy, tongue is swelling and throat closing.',
    'Anamnesticky astma, dusí se a modrají mu rty.',
    'Previously fit and well, sudden severe headache and neck stiffness, collapsed.',
    'Dříve zdravá, najednou nejhorší bolest hlavy v životě.',
  ],
  harmless: ['A man with a history of anaphylaxis and stroke presents with a mild cough.'],
});

alarms('what frightens, what runs in the family and what it is not says nothing of the danger beside it', {
  danger: [
    'Bojím se, svírá mě na hrudi a pot ze mě leje.',
    'Crushing chest pain down my left arm and sweating, family history of heart attack.',
    'Před chvílí jsem vyzvracel plný hrnek jasně červené krve, v rodině infarkty.',
    'Není to migréna, bolest hlavy přišla z ničeho nic jako blesk.',
    'No allergies. Dad has two fentanyl patches on, his lips are blue and he takes a breath only now and then.',
    'Alergie žádné. Táta má horečku, blábolí a nohy má mramorové.',
  ],
});

alarms('who lies there and does not react is the patient, whoever it is', {
  danger: [
    'Soused leží na zemi a nereaguje.',
    'Kolega se zhroutil a nereaguje.',
    'My neighbour is lying on the floor and not responding.',
    'Bratr přestal dýchat.',
  ],
});

readings('what somebody can no longer do is now', [
  ['My dad can no longer move his arm', 'cannot_move_joint', 'present'],
  ['I could no longer breathe lying flat', 'orthopnoea', 'present'],
  ['Family history of stroke', 'previous_stroke', undefined],
  ['There is no one-sided calf swelling', 'one_leg_swelling', 'absent'],
]);

readings('a list behind "bez" and "never" is denied to its end', [
  ['Bez zvracení, bez závratí, dvojitého vidění a poruchy řeči.', 'double_vision', 'absent'],
  ['Bez zvracení, bez závratí, dvojitého vidění a poruchy řeči.', 'speech_disturbance', 'absent'],
  ['Nikdy neměl epileptický záchvat, halucinace ani delirium.', 'hallucinations', 'absent'],
  ['Třes, halucinace ani záchvat nikdy neměl.', 'hallucinations', 'absent'],
  ['Never had a fit, hallucinations or confusion.', 'hallucinations', 'absent'],
  ['Dysurii, hematurii a výtok neguje.', 'blood_in_urine', 'absent'],
  ['Suchý kašel, bez hemoptýzy, hubnutí, otoků i ortopnoe.', 'weight_loss', 'absent'],
  ['Suchý kašel, bez hemoptýzy, hubnutí, otoků i ortopnoe.', 'orthopnoea', 'absent'],
  ['Není krepitace ani nekróza kůže.', 'skin_dusky_or_black', 'absent'],
  ['Bez kašle i bolest na hrudi.', 'has_chest_pain', 'present'],
  ['Bez horečky a bolest na hrudi od rána.', 'has_chest_pain', 'present'],
  ['Nikdy neměl záchvat, teď leží a nereaguje.', 'drowsy', 'present'],
  ['Záchvat, při kterém by nemohla mluvit, nikdy neměla.', 'speech_disturbance', undefined],
]);

readings('what is told of a part in the next sentence is denied there', [
  ['Bolí mě lýtko. Není oteklé.', 'one_leg_swelling', 'absent'],
  ['Bolí mě lýtko. Je oteklé.', 'one_leg_swelling', 'present'],
  ['Bolí mě oko. Není červené.', 'red_eye', 'absent'],
  ['Bolí mě koleno, není oteklé.', 'has_joint_swelling', 'absent'],
]);

readings('what began goes on, and a second value of what no reader knows is none', [
  ['My chest pain began two years ago.', 'has_chest_pain', 'present'],
  ['Bolest na hrudi začala loni.', 'has_chest_pain', 'present'],
  ['I had chest pain two years ago.', 'has_chest_pain', undefined],
  ['Kalcium je opakovaně 2,79 a 2,82 mmol/l.', 'glucose_mmol_l', undefined],
  ['Glucose 2.4 and 2.6 mmol/l.', 'glucose_mmol_l', 'present'],
]);

alarms('what was in childhood or years ago opens no complaint of now', {
  harmless: [
    'As a child I had febrile convulsions.',
    'V dětství jsem měla horečnaté křeče.',
    "Years ago I had Bell's palsy.",
    'I had a stroke ten years ago.',
  ],
  danger: ['I had a seizure last month.', 'He had a seizure today, as a child he had febrile ones.'],
});

alarms('what is of now counts behind what was long ago, never was, or runs in the family', {
  danger: [
    'Stroke 2 years ago, face drooping.',
    'I took an overdose ten years ago and I want to do it again.',
    'Tearing back pain - never had that.',
    'He is not breathing. My sister collapsed and is vomiting and has a headache.',
    'Bez předchozích nemocí, zvracení krve a slabosti.',
    'I panicked that I cannot breathe.',
  ],
  harmless: ['No other rash, fever or stiff neck.', 'She can no longer see the rash.'],
});
