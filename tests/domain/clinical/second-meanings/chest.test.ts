import { alarms, readings } from '../reading-tables.ts';

readings('an implanted defibrillator that fires is told, and one on a wall is not', [
  ['The ICD zapped me twice on the bus.', 'defibrillator_shocks_repeated', 'present'],
  ['My defib gave me a single jolt on Sunday.', 'defibrillator_shock', 'present'],
  ['My defib gave me a single jolt on Sunday.', 'defibrillator_shocks_repeated', undefined],
  ['ICD se mi dnes spustilo čtyřikrát.', 'defibrillator_shocks_repeated', 'present'],
  ['There is a defibrillator in the village hall.', 'defibrillator_shock', undefined],
  ['Na nádraží visí defibrilátor.', 'defibrillator_shock', undefined],
]);

readings('a complete heart block is one, and one of the first degree is not', [
  ['ECG: third degree AV block, rate 30.', 'high_grade_av_block', 'present'],
  ['EKG: kompletní AV blokáda.', 'high_grade_av_block', 'present'],
  ['First degree AV block, no symptoms.', 'high_grade_av_block', undefined],
  ['Na EKG AV blok I. stupně.', 'high_grade_av_block', undefined],
  ['Severe bradycardia on the monitor.', 'very_slow_heart_rate', 'present'],
]);

readings('a pain that nitrate does not take away, or that needs more and more of it', [
  ['Two puffs of GTN have not touched it.', 'nitrate_no_relief', 'present'],
  ['Nitrosprej vůbec nezabírá.', 'nitrate_no_relief', 'present'],
  ['The GTN spray helps within a minute.', 'nitrate_no_relief', undefined],
  ['Po nitroglycerinu bolest přešla.', 'nitrate_no_relief', undefined],
  ['I need more GTN every week.', 'rest_angina', 'present'],
  ['Klidové stenokardie od pondělí.', 'rest_angina', 'present'],
  ['Mámu bolí na prsou.', 'rest_angina', undefined],
  ['Mámu bolí na prsou.', 'has_chest_pain', 'present'],
]);

readings('who only feels stabbed was not', [
  ['It is like being stabbed with a knife when I cough.', 'stab_or_gunshot', undefined],
  ['It feels like being stabbed in the chest.', 'chest_pain_sharp', 'present'],
  ['It feels like being stabbed in the chest.', 'stab_or_gunshot', undefined],
  ['My husband has stabbing pains in the chest.', 'stab_or_gunshot', undefined],
  ['My brother stabbed me in the ribs.', 'stab_or_gunshot', 'present'],
  ['Vrazila mi kudlu do zad, když mě pomluvila.', 'stab_or_gunshot', undefined],
  ['Z rány na hrudi mu bublá vzduch.', 'stab_or_gunshot', 'present'],
]);

readings('a "but" is no blow, a needle of long ago no exposure, and a vice has its place', [
  ['Chest pain last week, but gone now.', 'rib_injury', undefined],
  ['A cow kicked me in the chest.', 'rib_injury', 'present'],
  ['I used to be scared of needles.', 'hiv_risk_72h', undefined],
  ['I used to be scared of needles.', 'hepatitis_risk', undefined],
  ['I pricked my finger on a used needle.', 'hiv_risk_72h', 'present'],
  ['It is like a vice around my chest.', 'band_like_headache', undefined],
  ['It is like a vice around my head.', 'band_like_headache', 'present'],
  ['Mám záchvaty anginy pectoris.', 'has_sore_throat', undefined],
  ['Mám angínu a horečku.', 'has_sore_throat', 'present'],
  ['Prsty mi ve studené vodě zbělají.', 'limb_cold_or_pale', undefined],
  ['Prsty mi ve studené vodě zbělají.', 'fingers_white_in_cold', 'present'],
  ['Prsty na ruce mám studené a bílé.', 'limb_cold_or_pale', 'present'],
]);

alarms('heart and chest: what is an emergency where nothing else is told', {
  danger: [
    'My ICD keeps zapping me tonight.',
    'Defibrilátor mi od včerejška dal tři rány.',
    'Mobitz II with pauses, he blacked out twice.',
    'AV blok III. stupně a motá se mi hlava.',
    'Pain in my chest and the nitroglycerin tablets are not helping.',
    'Svírání na hrudi a nitro nepomohlo.',
    'My angina used to need a hill, now it comes lying in bed.',
    'Bolest na hrudi byla dřív jen při chůzi do schodů, teď i v klidu.',
    'Sucking chest wound.',
    'The whole leg is hugely swollen and purple.',
    'Levá noha mi celá zmodrala a otekla.',
    'He has a knife sticking out of his ribs.',
    'Záchvaty anginy pectoris mám teď denně, i vsedě.',
    'Fell off a wall, my ribs hurt and I cough up blood.',
    'Fell off my bike at noon, my chest hurts and I am short of breath.',
    'Praštil jsem se do žeber a nemůžu se pořádně nadechnout.',
    'A ball hit me in the chest and I cannot get my breath.',
    'He swallowed a plum, it is stuck and he is clutching his throat.',
    'Concrete slab on my chest since 5 this morning and I have vomited.',
  ],
  harmless: [
    'My defibrillator has never gone off and the check-up is in May.',
    'Kontrola defibrilátoru mě čeká v květnu, jinak nic.',
    'AV blok I. stupně, bez potíží.',
    'I need a new GTN spray, mine is out of date.',
    'My tummy rumbles after meals and now it comes at rest.',
    'It feels like being stabbed in the chest for a second when I twist.',
    'As a schoolgirl I used to pass out at the sight of needles.',
    'Prsty mi ve studené vodě zbělají a za chvíli je to dobré.',
    'Zakuckal jsem se kávou, už je to dobré.',
    'My fingers turn white when I hold a cold drink.',
    'There is a purple bruise on my thigh.',
    'Na stehně mám fialovou modřinu.',
  ],
});

readings('who does not breathe or has no pulse is told, and a nose, a night and a fright are not', [
  ['There is a man on the pavement and he is not breathing.', 'cardiac_arrest', 'present'],
  ['My friend is not breathing.', 'cardiac_arrest', 'present'],
  ['I cannot find a pulse.', 'cardiac_arrest', 'present'],
  ['Strejda se sesunul ze židle a nedýchá.', 'cardiac_arrest', 'present'],
  ['Sousedka nedýchá.', 'cardiac_arrest', 'present'],
  ['Babičce nenahmatám tep.', 'cardiac_arrest', 'present'],
  ['He snores and stops breathing in his sleep.', 'cardiac_arrest', undefined],
  ['Ve spánku nedýchá a chrápe.', 'cardiac_arrest', undefined],
  ['My nose is blocked, I am not breathing well through it.', 'cardiac_arrest', undefined],
  ['My heart nearly stopped when the dog jumped out.', 'cardiac_arrest', undefined],
]);

readings('a danger that an examination found is told, and one of long ago or of others is not', [
  ['CT: Stanford A.', 'vessel_emergency_named', 'present'],
  ['Leaking AAA.', 'vessel_emergency_named', 'present'],
  ['CT shows no aortic dissection.', 'vessel_emergency_named', 'absent'],
  ['My uncle had an aortic dissection in 2011.', 'vessel_emergency_named', undefined],
  ['Tension pneumothorax.', 'chest_emergency_named', 'present'],
  ['Srdeční tamponáda na echu.', 'chest_emergency_named', 'present'],
  ['I thought I was having a heart attack.', 'chest_emergency_named', undefined],
]);

readings('who gasps for air is breathless, and who gasps at a price or stews meat is not', [
  ['The bill made me gasp.', 'breathless_at_rest', undefined],
  ['V noci jsem dusila maso.', 'breathless_at_rest', undefined],
  ['Water went down the wrong way.', 'waters_broken', undefined],
]);

alarms('chest, breath and limbs: dangers in other words', {
  danger: [
    'She is gone all blue in the face, there is a plum stuck in her windpipe.',
    'I gave him five back blows and nothing comes out.',
    'We used the EpiPen ten minutes ago and his lips are swelling again.',
    'Po bodnutí sršněm jsme mu píchli EpiPen.',
    'My heart has just shot up to 205.',
    'Srdce mi najednou letí 190.',
    'My heart hammers and everything is going black.',
    'Bušilo mi srdce a zatmělo se mi před očima.',
    'Marfan syndrome and a sudden pain in my back.',
    'Loss of capture, pacemaker lead displaced.',
    'Jako by mi na hrudník dosedl kůň a táhne to do levé ruky.',
    'The tummy of my toddler heaves with every breath and she is panting.',
    'Noha mi najednou zledověla a necítím ji.',
    'My lvad keeps alarming.',
  ],
  harmless: [
    'The film had me gasping for a drink.',
    'Na kurzu jsme cvičili masáž srdce.',
    'We practised abdominal thrusts on a course.',
    'The vacuum pump in the cellar is beeping.',
    'My EpiPen is out of date.',
    'Bojím se infarktu, jinak mi nic není.',
  ],
});
