import { alarms, readings } from '../reading-tables.ts';

readings('who cannot be roused is told in many ways, and a surgery that does not answer is none of them', [
  ['I cannot get my wife to respond.', 'drowsy', 'present'],
  ['We cannot bring dad round.', 'drowsy', 'present'],
  ['Nothing I try gets a reaction from him.', 'drowsy', 'present'],
  ['I cannot get my doctor to respond to my letters.', 'drowsy', undefined],
  ['I had no reaction from him about the new house.', 'drowsy', undefined],
  ['My aunt brought round some soup.', 'drowsy', undefined],
  ['Nemůžeme tátu probrat.', 'drowsy', 'present'],
  ['Babička na nic nereaguje.', 'drowsy', 'present'],
  ['Manžel leží, chrčí a nereaguje.', 'drowsy', 'present'],
  ['Ráno se nemůžu probrat bez kafe.', 'drowsy', undefined],
  ['Na můj dotaz nikdo neodpovídá.', 'drowsy', undefined],
]);

readings('what falls out of one hand is its weakness, and what was only dropped is none', [
  ['The mug slipped out of her left hand for no reason.', 'arm_or_leg_weakness_one_side', 'present'],
  ['I dropped a mug in the sink.', 'arm_or_leg_weakness_one_side', undefined],
  ['Vypadla mu lžička z levé ruky.', 'arm_or_leg_weakness_one_side', 'present'],
  ['Upadl mi hrnek a rozbil se.', 'arm_or_leg_weakness_one_side', undefined],
]);

readings('an attack like the others attacks nobody, and a walk that sees pain off cuts off nothing', [
  ['This attack is just like the others.', 'threatens_others', undefined],
  ['He attacked the other patients with a fork.', 'threatens_others', 'present'],
  ['Zaútočil na spolubydlícího.', 'threatens_others', 'present'],
  ['An hour in bed and a cup of tea see it off.', 'part_cut_off', undefined],
  ['He sawed off his thumb.', 'part_cut_off', 'present'],
]);

readings(
  'blood from a nostril while brushing the teeth comes from no gum, and one after an extraction does',
  [
    ['Při čištění zubů mu začala téct krev z pravé dírky.', 'bleeding_after_dental', undefined],
    ['Při čištění zubů mu začala téct krev z pravé dírky.', 'has_nosebleed', 'present'],
    ['Po vytržení zubu mi teče krev z díry.', 'bleeding_after_dental', 'present'],
  ],
);

readings('nothing red behind the ear is nothing, and something is', [
  ['Za ouškem nic červeného nemá.', 'swelling_behind_ear', undefined],
  ['Za uchem nic oteklého.', 'swelling_behind_ear', 'absent'],
  ['Za ouškem má červený otok.', 'swelling_behind_ear', 'present'],
  ['There is nothing red or swollen behind his ear.', 'swelling_behind_ear', 'absent'],
  ['There is a red swelling behind his ear.', 'swelling_behind_ear', 'present'],
]);

alarms('figures of speech of the head raise no alarm, and what they are taken from does', {
  danger: [
    'He had a fit when he saw the flashing lights.',
    'She threw up and had a fit.',
    'Dostal záchvat, když uviděl blikající světla, a škubal celým tělem.',
    'My mother had a stroke when she stood up.',
    'My son is unconscious since lunch.',
    'Her face fell on the left side at breakfast.',
    'I suddenly cannot see with one eye, it went blind.',
    'Najednou nemohl najít slova.',
    'Náhle jsem oslepla na pravé oko.',
  ],
  harmless: [
    'Dad had a fit when he saw the price.',
    'My wife threw a fit over the curtains.',
    'My manager will have a fit if I stay at home.',
    'We had a fit of the giggles at school.',
    'I almost had a stroke when I opened the letter from the bank.',
    'That horn nearly gave me a stroke.',
    'I was out cold by ten after the long drive.',
    'My face fell when I read my exam results.',
    'My husband turns a blind eye to his cough.',
    'Z těch formulářů asi oslepnu.',
    'Dojetím jsem nemohla mluvit.',
    'O víkendu je dcera do oběda v bezvědomí, puberta.',
    'Málem mě trefil šlak, jak mě vylekal.',
  ],
});

alarms('weakness that climbs, and a sentence that ends in gasping, are emergencies', {
  danger: [
    'Nohy mi slábnou čím dál výš.',
    'Slabost mi z chodidel leze nahoru.',
    'I have myasthenia and cannot get through a sentence without gasping.',
  ],
});

readings(
  'who suddenly cannot read or follow speech has lost language, and small print or a leaflet is hard for anybody',
  [
    ['Suddenly he cannot understand what we say.', 'speech_disturbance', 'present'],
    ['I cannot understand this leaflet.', 'speech_disturbance', undefined],
    ['Náhle nerozumí řeči.', 'speech_disturbance', 'present'],
    ['Najednou neumí přečíst ani své jméno.', 'speech_disturbance', 'present'],
    ['Syn ještě neumí číst.', 'speech_disturbance', undefined],
  ],
);

readings(
  'a shade over the view is no blind at the window, and a milk tooth that is shed was not knocked out',
  [
    ['A grey shade slid over what I see on the left.', 'curtain_over_vision', 'present'],
    ['I pulled the blind down because of the sun.', 'curtain_over_vision', undefined],
    ['His baby tooth fell out at school.', 'knocked_out_tooth', undefined],
    ['Vypadl jí mléčný zub.', 'knocked_out_tooth', undefined],
    ['Po pádu z koloběžky mu vypadl zub.', 'knocked_out_tooth', 'present'],
    ['Nepředkloním bradu na hrudník.', 'neck_stiffness', 'present'],
  ],
);

alarms('a fall that is not remembered is an emergency, and one that is remembered is none', {
  danger: [
    'I fell off my scooter and I cannot remember the fall.',
    'Spadla jsem z kola a pád si nepamatuju.',
  ],
  harmless: ['I fell off my scooter and grazed my elbow a little.'],
});

readings('what is up a nostril is in the nose', [
  ['He pushed a battery up his nostril.', 'battery_in_nose_or_ear', 'present'],
  ['Při čištění zubů mu tekla krev z levé dírky.', 'bleeding_gums', undefined],
  ['Při čištění zubů mi krvácejí dásně.', 'bleeding_gums', 'present'],
]);

alarms('an arm that does not obey and half of what is seen are emergencies, a dance and a stage are none', {
  danger: [
    'Her left arm would not obey when she reached for the sugar.',
    'The right leg refuses to move since noon.',
    'Levá ruka mě neposlechne, sklenku neudrží.',
    'Náhle mu odešla levá ruka.',
    'I see only the left half of every page.',
    'Vidím jen levou polovinu stránky.',
    'The sight is as if somebody switched the light off in my left eye.',
    'He bumps into doorways on the left.',
  ],
  harmless: [
    'The bathroom lamp was switched off and we sat in the dark.',
    'We lost sight of the bus at the lights.',
    'From my seat I saw half of the stage.',
    'I was paralysed with fear at the top of the ski slope.',
    'Strachy jsem stála jako ochrnutá.',
  ],
});

alarms('a headache that bursts in on effort is an emergency, a loud film and a knock are none', {
  danger: [
    'A blinding headache struck me during sex.',
    'The pain erupted in my skull at the sink.',
    'Takovou bolest hlavy jsem v životě nezažila, udeřila jako blesk z čistého nebe.',
    'Krutá bolest hlavy mě chytla při orgasmu.',
  ],
  harmless: ['The band was loud, my ears rang for a minute.', 'Petarda bouchla za domem a pes štěkal.'],
});

readings('who does not stir when shaken cannot be roused, and who will not get up for school can', [
  ['Grandma does not stir when I pinch her.', 'drowsy', 'present'],
  ['He only groans when I rub his breastbone.', 'drowsy', 'present'],
  ['Neprobudí se, ani když jím zatřesu.', 'drowsy', 'present'],
  ['Nemůžu manžela přivést k sobě.', 'drowsy', 'present'],
  ['I shook the bottle and the sauce would not come out.', 'drowsy', undefined],
  ['I rub balm on my breastbone against the cough.', 'drowsy', undefined],
  ['Přivedla jsem k sobě domů kamarádku.', 'drowsy', undefined],
]);

readings('a fit that spreads is one, and a hand that twitches at bedtime is none', [
  ['The twitching began in her thumb and spread up the arm.', 'had_seizure', 'present'],
  ['Cukání začalo v koutku a rozšířilo se na celou tvář.', 'had_seizure', 'present'],
  ['My foot twitches when I drop off.', 'had_seizure', undefined],
]);

alarms(
  'what is driven or splashed into an eye is an emergency, the flash of a camera and a bruise are none',
  {
    danger: [
      'A chip shot off the lathe and lodged in my eyeball.',
      'Jelly is oozing from his eye after the dart.',
      'Limescale descaler splashed in her face.',
      'Chlorine powder got into my eyes at the pool.',
      'Blood has pooled in front of the iris since the ball hit my eye.',
      'Drát se mu odrazil do oka.',
      'Louh mu vyprskl do obličeje.',
      'One pupil is huge and my lid has dropped.',
      'Víčko mi spadlo a zornička je obrovská.',
      'I wear contact lenses, there is a white spot on my cornea and the eye is very painful.',
    ],
    harmless: [
      'I see spots for a moment after the camera flash.',
      'Po fotce s bleskem jsem chvíli viděl skvrny.',
      'I walked into a shelf and my eye went black and blue, I see as always.',
    ],
  },
);

alarms('a mouth that hardly opens with a voice that changed is an emergency, a yawn and teething are none', {
  danger: [
    'I can hardly open my jaw and it hurts to swallow.',
    'My neck is swollen from a rotten tooth and I have trouble breathing.',
    'Sotva otevřu pusu a nemůžu polknout.',
    'The bone behind her ear is tender, her ear is red and swollen and pushed forwards.',
    'My ear has been running for weeks and now my face droops on that side.',
    'After the fall something watery drips from his nose.',
    'Po pádu mu z nosu kape čirá voda.',
  ],
  harmless: ['My jaw clicks when I yawn.', 'Miminko slintá a rostou mu zuby.', 'Z nosu mi teče čirá rýma.'],
});

alarms('legs that fail over days and a seat that is not felt are emergencies, tired legs are none', {
  danger: [
    'My legs have turned useless over two days.',
    'When I wipe I feel nothing.',
    'I have back pain and wet myself without noticing.',
    'Bolí mě záda a počůrala jsem se, aniž bych to cítila.',
    'I had a tick bite and now my legs will not carry me.',
    'Since this morning I walk as if drunk, veer to the right side and choke on water.',
  ],
  harmless: ['My legs are sore after the hike.', 'Po túře mě bolí nohy.'],
});

readings('confused by a form is nobody, and a house that is not known is confusion', [
  ['I am confused by the tax form.', 'confusion', undefined],
  ['She does not recognise her own house.', 'confusion', 'present'],
  ['Z návodu jsem zmatený.', 'confusion', undefined],
  ['Nepoznává vlastní byt.', 'confusion', 'present'],
]);

readings('a fat tongue swells, shivering with cold is no tremor, and who does not answer is hard to wake', [
  ['My tongue is fat.', 'face_or_tongue_swelling', 'present'],
  ['My lips are puffing up.', 'has_allergic_reaction', 'present'],
  ['Jazyk mám tlustý.', 'face_or_tongue_swelling', 'present'],
  ['Nafukují se mi rty.', 'has_allergic_reaction', 'present'],
  ['Miminko je nějaké modré.', 'cyanosis', 'present'],
  ['Miminko má modré oči.', 'cyanosis', undefined],
  ['Dcera má modrou čepici a je nemocná.', 'cyanosis', undefined],
  ['Babička leží na zemi.', 'fainted', 'present'],
  ['Grandma is on the floor.', 'fainted', 'present'],
  ['My toddler is lying on the floor screaming.', 'fainted', undefined],
  ['Děda upadl a má bouli.', 'recent_head_injury', 'present'],
  ['Spadl z kola a má bouli na noze.', 'recent_head_injury', undefined],
  ['Třese se zimou.', 'has_tremor', undefined],
  ['Ruce se mi třesou zimou.', 'has_tremor', undefined],
  ['Třese se zimou.', 'rigors', 'present'],
  ['Třesou se mi ruce.', 'has_tremor', 'present'],
  ['Leží a nereaguje.', 'drowsy', 'present'],
  ['Nereaguje na antibiotika.', 'drowsy', undefined],
  ["She won't answer me.", 'drowsy', 'present'],
  ['Hodně vypil.', 'drunk_now', 'present'],
  ['Hodně vypil vody.', 'drunk_now', undefined],
  ["He's drunk a lot of water.", 'drunk_now', undefined],
]);

readings('water that will not come is that of the bladder where it is called so', [
  ["My wee won't come.", 'cannot_pass_urine', 'present'],
  ['I want to wee but nothing comes.', 'cannot_pass_urine', 'present'],
  ['Chce se mi čůrat ale nejde to.', 'cannot_pass_urine', 'present'],
  ["The water won't come out of the shower.", 'cannot_pass_urine', undefined],
  ['Chce se mi pořád čůrat.', 'cannot_pass_urine', undefined],
]);
