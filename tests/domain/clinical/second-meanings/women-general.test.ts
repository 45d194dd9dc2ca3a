import { alarms, readings } from '../reading-tables.ts';

readings('breasts like stone are no weight on the chest, and a private place is no low mood', [
  ['Po porodu mám prsa jako kámen.', 'chest_pressure', undefined],
  ['Mám kámen na prsou a nemůžu dýchat.', 'chest_pressure', 'present'],
  ['Tlačí mě na prsou.', 'chest_pressure', 'present'],
  ['Really raw and swollen down there.', 'has_low_mood', undefined],
  ['I have been feeling really down.', 'has_low_mood', 'present'],
  ['Odpoledne vozím děcka na trénink.', 'has_low_mood', undefined],
  ['Mám depku.', 'has_low_mood', 'present'],
]);

readings('tiredness, sleepiness and dizziness told in pictures are no numb foot and no blow to the head', [
  ['I was dead on my feet after the shift.', 'limb_tingling', undefined],
  ['I was dead on my feet after the shift.', 'hand_or_foot_numb', undefined],
  ['My foot went dead.', 'limb_tingling', 'present'],
  ['My fingers are dead.', 'hand_or_foot_numb', 'present'],
  ['Motá se mi hlava, až padám.', 'recent_head_injury', undefined],
  ['Motá se mi hlava, až padám.', 'has_dizziness', 'present'],
  ['Pád na hlavu včera večer.', 'recent_head_injury', 'present'],
  ['I took antibiotics for a week for my tonsils.', 'tonsillectomy_recent', undefined],
  ['I had my tonsils out a week ago.', 'tonsillectomy_recent', 'present'],
]);

readings('blood is of the place that is named', [
  ['Z prstu mi teče krev.', 'heavy_vaginal_bleeding', undefined],
  ['Teče ze mě krev.', 'heavy_vaginal_bleeding', 'present'],
  ['Už dvacet minut držím nos a nejde to zastavit.', 'nosebleed_over_20min', 'present'],
  ['Nosem dýchám špatně.', 'nosebleed_over_20min', undefined],
]);

readings('who no longer knows his own is confused, who does not know what to do is not', [
  ['Grandma no longer recognises us.', 'confusion', 'present'],
  ['She no longer knows who I am.', 'confusion', 'present'],
  ['I do not know who could help me.', 'confusion', undefined],
  ['Už nás nepoznává.', 'confusion', 'present'],
  ['Nikdo neví, kdo mi pomůže.', 'confusion', undefined],
]);

readings('how people tell of a quiet child in the womb, of acetone and of a meter off its scale', [
  ['Mimčo v břiše se od rána ani nepohnulo.', 'reduced_fetal_movements', 'present'],
  ['Od včerejška prcka skoro necítím, jsem v 35. týdnu těhotenství.', 'reduced_fetal_movements', 'present'],
  ['Kotník mi otekl a prst skoro necítím.', 'reduced_fetal_movements', undefined],
  ['The little one has not budged in my belly since last night.', 'reduced_fetal_movements', 'present'],
  ['My bowels have not budged since last night.', 'reduced_fetal_movements', undefined],
  ['Hrozně páchne acetonem.', 'breath_smells_fruity', 'present'],
  ['He smells of nail varnish remover.', 'breath_smells_fruity', 'present'],
  ['He smells of sweat.', 'breath_smells_fruity', undefined],
  ['There is a hot sore lump next to my anus.', 'lump_beside_anus', 'present'],
  ['I am so nervous that I cannot sit still.', 'lump_beside_anus', undefined],
  ['Dad, your meter only shows HI.', 'very_high_glucose', 'present'],
]);

alarms('what women and relatives tell as an emergency, and what only sounds like one', {
  danger: [
    'I am seven weeks pregnant, there is a pain in my side and the tip of my shoulder aches.',
    'Ten days after a rusty nail my jaw is locked shut.',
    'We are back from Vietnam with dengue and my gums bleed.',
    'My boy has haemophilia, he fell off a swing and his belly is getting bigger and harder.',
    'Syn má teplotu a tečky, které pod skleničkou nezblednou.',
    'Po viagře mi stojí už pět hodin.',
    'Našla jsem vnuka, jak cucá dědovy prášky na srdce.',
    'Miminko v bříšku se od rána nepohnulo.',
    'I suddenly cannot breathe.',
    'He was found unconscious on the floor.',
  ],
  harmless: [
    'We laughed so hard I could not breathe.',
    'The whole street has world cup fever.',
    'I played the unconscious casualty at a drill.',
    'I am so bored that I cannot sit still.',
    'Padá mi hlava na klávesnici, ponocovala jsem.',
  ],
});

readings(
  'an arm, a foot or a placenta that does not come out, and a placenta, an arm or a foot that is no birth',
  [
    ['His bottom came first and now he is stuck inside her.', 'birth_obstructed', 'present'],
    ['The afterbirth still has not come out.', 'birth_obstructed', 'present'],
    ['Doma porodila, ale placenta nejde ven.', 'birth_obstructed', 'present'],
    ['Nožička kouká z pochvy.', 'birth_obstructed', 'present'],
    ['My foot came out of the cast on Monday.', 'birth_obstructed', undefined],
    ['The foot of my baby is out of the blanket.', 'birth_obstructed', undefined],
    ['Zasekla se mi bota v bahně.', 'birth_obstructed', undefined],
  ],
);

readings('who has no spleen or no adrenals, and what only names them', [
  ['Před lety mi vyndali slezinu.', 'immunosuppressed', 'present'],
  ['Slezinu mám v pořádku.', 'immunosuppressed', undefined],
  ['Nemám nadledviny, odebrali mi je.', 'addison_history', 'present'],
]);

alarms('dangers of birth, of cancer, of the blood and of travel, and what is none of them', {
  danger: [
    'My girlfriend is 35 weeks, her eyes see double and her head pounds.',
    'I had a miscarriage four days ago and now I have a fever and shivers.',
    'My mother has bone cancer and her legs have given way since noon.',
    'Dad has lung cancer and the veins in his neck are bulging.',
    'Our toddler has sickle cell disease and has gone as white as a sheet.',
    'I am 33 weeks, I fell on my bump and my tummy is cramping.',
    'I have no spleen and I am shivering with rigors.',
    'My cyst burst, my belly hurts and I fainted.',
    'We are back from Liberia, he is shivering and his eyes are yellow.',
    'Our lad with haemophilia has a knee that has swollen right up.',
    'Manžel se vrátil z Angoly, klepe se a oči má žluté.',
    'Maminka má rakovinu prsu a od rána nehýbe nohama.',
    'Po potratu mám horečku a zimnici.',
    'Menstruace mi teče proudem a omdlívám.',
    'Potassium 2.1 mmol/L.',
    'Draslík 2,0 mmol/l.',
  ],
  harmless: [
    'We had to push the table to the wall.',
    'I bought a bag of pear drops.',
    'Praskla nám voda v topení.',
    'Rodím nápady jeden za druhým.',
    'Po obědě ospalý sedím v práci.',
    'I finished chemo nine years ago.',
    'Babička jezdila do Indie na dovolenou.',
    'My legs are heavy after leg day.',
  ],
});
