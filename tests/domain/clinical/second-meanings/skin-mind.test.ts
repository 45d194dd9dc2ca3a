import { alarms, readings } from '../reading-tables.ts';

alarms('who says how or when he will die is in danger, and who ends or jumps elsewhere is not', {
  danger: [
    'I am going to shoot myself.',
    'She says she will hang herself.',
    'I have made up my mind to die.',
    'He keeps saying he will throw himself under a train.',
    'I want to jump off a bridge.',
    'He has a loaded pistol beside the bed.',
    'I have put my papers in order and given the cat away, it is tonight.',
    'I will put an end to my life.',
    'By the time you read this I will be gone.',
    'Skoncuju se životem.',
    'Táta říká, že si sáhne na život.',
    'Chce se hodit pod vlak.',
    'Prostřelím si hlavu.',
    'Nacpu do sebe všechny léky, co tu mám.',
    'Chci se otrávit.',
  ],
  harmless: [
    'I want to end my contract tonight.',
    'I am going to step off the train at York.',
    'He wants to jump in front of the camera.',
    'I put my affairs in order last year and wrote letters to the bank.',
    'Skočím na metro a přijedu.',
    'V noci ukončím směnu.',
    'Dneska večer skončím v práci v sedm.',
  ],
});

readings('poisoning is no wish to die, and neither is sleep that does not refresh', [
  ['Otrava jídlem, celá rodina zvrací.', 'suicidal_intent', undefined],
  ['Otrava to prý je, stalo se to včera.', 'suicidal_intent', undefined],
  ['Radši se otrávím.', 'suicidal_intent', 'present'],
  ['I would like to go to sleep and never wake up.', 'suicidal_thoughts', 'present'],
  ['I sleep badly and never wake rested.', 'suicidal_thoughts', undefined],
]);

alarms('who falls into boiling water is scalded, who sits in a hot bath is not', {
  danger: [
    'Dcera spadla do hrnce s vroucí vodou a kůže na nohou jí visí v cárech.',
    'Our toddler climbed into a scalding bath and the skin is hanging off his legs.',
    'She stepped into a boiling pan and the skin hangs in shreds.',
  ],
  harmless: ['Vlezl jsem do horké vany a usnul.', 'He sat down in a hot bath.'],
});

readings('skin that comes off half the body is a danger, after sunburn it peels', [
  ['Po novém léku mi na půlce těla slezla kůže.', 'skin_peeling_or_blisters', 'present'],
  ['The skin slid off in sheets over half my body.', 'skin_peeling_or_blisters', 'present'],
  ['Po dovolené se mi loupe kůže na zádech.', 'skin_peeling_or_blisters', undefined],
  ['My back is peeling after the sunburn.', 'skin_peeling_or_blisters', undefined],
]);

readings('any allergy is no anaphylaxis, a severe one is', [
  ['Known penicillin allergy.', 'known_severe_allergy', undefined],
  ['I had an allergic reaction to penicillin as a child, a mild rash.', 'known_severe_allergy', undefined],
  ['Previous anaphylactic shock after a bee sting.', 'known_severe_allergy', 'present'],
  ['I had a severe allergic reaction to nuts two years ago.', 'known_severe_allergy', 'present'],
]);

readings('lumps that come up over the chest are hives, one on the back is not', [
  ['Red lumps are coming up on my chest and tummy.', 'hives', 'present'],
  ['I have raised red bumps all over my arms.', 'hives', 'present'],
  ['I have a red lump on my back that came up last week.', 'hives', undefined],
]);

alarms('psoriasis that turns the whole skin red is more than psoriasis', {
  danger: [
    'I have psoriasis, now my whole skin has gone red and I am shivering.',
    'Mám lupénku a teď jsem celý rudý od hlavy k patě a třese mě zimnice.',
  ],
  harmless: ['I have psoriasis on both elbows.', 'He has red spots over his whole body.'],
});

readings('hands that wash in water, holes in the skin and a scab that bleeds are of no other place', [
  ['Hned jsem ranku vymyla pod vodou.', 'green_or_bloody_waters', undefined],
  ['Odtekla mi hnědá voda.', 'green_or_bloody_waters', 'present'],
  ['Po kousnutí teče z jedné dírky trochu hnisu.', 'purulent_nasal_discharge', undefined],
  ['Po kousnutí teče z jedné dírky trochu hnisu.', 'one_sided_smelly_nose', undefined],
  ['Zelený sopl jen z jedné dírky.', 'one_sided_smelly_nose', 'present'],
  ['Bulka na zádech občas zakrvácí.', 'vaginal_bleeding', undefined],
  ['V těhotenství jsem zakrvácela.', 'vaginal_bleeding', 'present'],
  ['Červený pruh po ruce není.', 'worms_seen', undefined],
  ['Vidím červy v záchodě.', 'worms_seen', 'present'],
]);

readings('whoever wanted something had no chemotherapy', [
  ['Chtěla bych se zeptat, co po porodu.', 'recent_chemotherapy', undefined],
  ['Chtěl jsem přijít před týdnem.', 'recent_chemotherapy', undefined],
  ['Má horečku po chemoterapii.', 'recent_chemotherapy', 'present'],
  ['Horečka po druhém cyklu CHT.', 'recent_chemotherapy', 'present'],
]);

readings('a child that has a temperature has a fever', [
  ['My son has a temperature.', 'has_fever', 'present'],
  ['She does not have a temperature.', 'has_fever', 'absent'],
  ['The rash does not look red.', 'no_smile_or_response', undefined],
  ['My baby will not look at me.', 'no_smile_or_response', 'present'],
]);

readings('who wakes and cannot move for a minute had a sleep paralysis', [
  ['She wakes unable to move or speak for a minute.', 'sleep_paralysis', 'present'],
  ['I woke unable to move my left side.', 'sleep_paralysis', undefined],
  ['I cannot sleep since flying back from New York.', 'poor_sleep_habits', 'present'],
  ['I flew to Rome and slept well.', 'poor_sleep_habits', undefined],
  ['Výčitky si nedělám.', 'guilt_or_worthlessness', 'absent'],
  ['Mám výčitky.', 'guilt_or_worthlessness', 'present'],
  ['I burnt my shoulders in the sun.', 'has_burn', 'present'],
]);

readings('tenderness that goes past the redness is pain beyond what the skin shows', [
  ['The tenderness goes well beyond the redness.', 'pain_beyond_skin', 'present'],
  ['The pain is much worse than the redness would explain.', 'pain_beyond_skin', 'present'],
  ['It is red and a bit tender.', 'pain_beyond_skin', undefined],
]);

alarms('a machine takes fingers, a rope tears a thumb off, and a saw takes time', {
  danger: [
    'The lawnmower took three of his toes.',
    'Degloving of the left hand in a roller.',
    'Her thumb was ripped off by the anchor chain.',
    'Cirkulárka mi vzala dva prsty.',
    'Přišel o palec na frézce.',
  ],
  harmless: ['Sawing the planks took three hours.', 'Cirkulárka nám vzala dvě hodiny času.'],
});

alarms('what is driven into the head or falls on a child is a danger, a picture on the wall is not', {
  danger: [
    'There is a screwdriver lodged in his skull.',
    'The bookcase toppled onto our daughter.',
    'Do hlavy se mu zabodl šíp.',
    'Spadla na něj skříň.',
    'The blade went into my groin.',
  ],
  harmless: ['I hung a picture on a nail.', 'Ve skříni mi spadla košile.'],
});

alarms('frozen toes are hard and without feeling, cold feet warm up', {
  danger: [
    'My fingers turned waxy and hard on the summit.',
    'Frostbite of three toes.',
    'Z hor se vrátil s omrzlými prsty.',
    'Prsty na nohou mám po túře jako z vosku.',
  ],
  harmless: ['I got cold feet before the wedding.', 'Nohy mám studené, v ponožkách se zahřejí.'],
});

alarms('clothes that burn and skin that turns to leather are deep burns, a hot curry is none', {
  danger: [
    'Her nightie caught fire.',
    'Vzňala se na něm košile.',
    'White phosphorus burns on the hand.',
    'Hydrofluoric acid on my fingers.',
    'The scalded skin came off.',
  ],
  harmless: ['The curry burnt my lips for a minute.', 'Košili jsem při žehlení zmačkal.'],
});

alarms('who stands mute like a statue is catatonic, a statue is none', {
  danger: [
    'She sits motionless like a statue all day and does not speak.',
    'His arms stay wherever I put them.',
    'Od včerejška leží nehybně s otevřenýma očima a nemluví.',
    'Katatonie.',
  ],
  harmless: ['The statue in our park stands on a hill.', 'Socha na náměstí je z kamene.'],
});

alarms('a named danger of skin, nerves or drugs is one, its words in daily life are not', {
  danger: [
    'Suspected Stevens-Johnson syndrome.',
    'Serotonin syndrome on linezolid.',
    'After an antipsychotic injection his neck is twisted and his tongue stuck.',
    'Neuroleptický maligní syndrom.',
    'Šourek mu zčernal a smrdí.',
  ],
  harmless: ['I take sertraline and I am well.', 'He takes metoclopramide for his stomach.'],
});

alarms('gas and fumes told by what they do', {
  danger: [
    'The CO detector went off and the children are dizzy.',
    'COHb 28 %.',
    'I mixed bleach with descaler and keep choking.',
    'My lad sniffed lighter gas and passed out.',
    'Smíchala jsem Savo s čističem, dusím se z toho.',
  ],
  harmless: ['The smoke detector needs a new battery.', 'I cleaned the bath with bleach.'],
});

alarms('a belt round the neck, a loaded gun and a family better off without him', {
  danger: [
    'We found him with a cord round his neck.',
    'Našli jsme ji se šňůrou kolem krku.',
    'Říká, že jim beze mě bude líp, a doma má nabitou pistoli.',
    'She says the baby is possessed by the devil, she gave birth last week.',
    'Hlasy mu přikazují, aby zapálil dům.',
  ],
  harmless: ['He wears a tie round his neck.', 'Bez něj to na večírku bude nuda.'],
});

alarms(
  'who lay on the floor for hours or coughs blood after a blow is in danger, toys on the floor are not',
  {
    danger: [
      'Mum has been lying on the floor since yesterday.',
      'Děda ležel na podlaze celou noc a nemohl vstát.',
      'I was hit by a car and I am coughing up blood.',
      'The ankle is at a right angle and the foot is cold.',
      'She dived into a shallow pool and her hands tingle.',
    ],
    harmless: ['The toys are lying on the floor.', 'Hračky leží na zemi.'],
  },
);

alarms('a way to die told by what he will drive into, and what only embarrasses or costs too much', {
  danger: ['She is going to drive the car into a wall.', 'Dneska v noci to napálím do stromu.'],
  harmless: [
    'I want to die of embarrassment.',
    'We are going to drive to the coast.',
    'Chci to v té práci skončit.',
    'I was shocked by the price.',
    'Mobil mi spadl do bazénu.',
    'She poisoned the mood at dinner.',
  ],
});

readings('passing water that cuts is no self-harm, and no reason to carry on is a wish to die', [
  ['Od včera mě řeže při čůrání.', 'has_self_harmed', undefined],
  ['Oči mě řežou, jako bych v nich měla písek.', 'has_self_harmed', undefined],
  ['Řeže se jí stolička.', 'has_self_harmed', undefined],
  ['Často se řežu.', 'has_self_harmed', 'present'],
  ['Řežu se, když je toho na mě moc.', 'has_self_harmed', 'present'],
  ['I have no reason to carry on.', 'suicidal_thoughts', 'present'],
  ['I have every reason to carry on.', 'suicidal_thoughts', undefined],
]);

readings('who sees no reason any more tells of no sight and no reason to live, and of no medicine', [
  ['Už nevidím důvod.', 'hopelessness', 'present'],
  ['Už nevidím důvod.', 'has_low_mood', 'present'],
  ['Nevidím důvod brát dál antibiotika.', 'hopelessness', undefined],
  ["I can't see the point any more.", 'has_low_mood', 'present'],
  ['I cannot see the point of this cream.', 'hopelessness', undefined],
  ['I keep thinking about ending it.', 'suicidal_thoughts', 'present'],
  ['My tablets are in my hand luggage.', 'suicide_means_at_hand', undefined],
]);

readings('what is swallowed and not named is no drink and no feeling in the throat', [
  ['He swallowed something.', 'swallowed_unnamed', 'present'],
  ['Napila se něčeho z neoznačené lahve.', 'swallowed_unnamed', 'present'],
  ['I drank something cold and my tooth hurt.', 'swallowed_unnamed', undefined],
  ['It feels as if I had swallowed something.', 'swallowed_unnamed', undefined],
  ['Vypil jsem něco studeného.', 'swallowed_unnamed', undefined],
  ['Mám pocit, jako bych něco spolkl.', 'swallowed_unnamed', undefined],
  ['Něco spolkl.', 'swallowed_object', undefined],
  ['Spolkl minci.', 'swallowed_object', 'present'],
  ['I took some tablets.', 'has_poisoning', 'present'],
  ['I took some tablets but no better.', 'has_poisoning', undefined],
  ['Vzala jsem si nějaké prášky na hlavu.', 'has_poisoning', undefined],
]);
