import { readings } from '../reading-tables.ts';

readings('how a lesion looks is read, and what looks so elsewhere is not', [
  [
    'There is a firm lump in my scar since the piercing, the scar keeps growing.',
    'overgrown_scar',
    'present',
  ],
  ['My scar healed flat and pale.', 'overgrown_scar', 'absent'],
  ['I had white spots at the back of my throat.', 'white_skin_patches', undefined],
  ['I have white patches on my hands that do not tan.', 'white_skin_patches', 'present'],
  ['A red line is creeping up my arm.', 'winding_track', undefined],
  ['A winding red line on my foot gets longer every day.', 'winding_track', 'present'],
  ['There are flat purple spots on his legs that do not fade.', 'violaceous_flat_papules', undefined],
  ['Flat purple bumps on my wrists itch.', 'violaceous_flat_papules', 'present'],
  ['She has red cheeks and a runny nose.', 'butterfly_rash', undefined],
  ['She has a red rash across her nose and cheeks.', 'butterfly_rash', 'present'],
  ['Red swollen lumps in my neck.', 'tender_shin_nodules', undefined],
  ['Sore red lumps have come up on my shins.', 'tender_shin_nodules', 'present'],
  ['Mám bílé skvrny v krku.', 'white_skin_patches', undefined],
  ['Mám na rukou bílé skvrny, které se neopálí.', 'white_skin_patches', 'present'],
  ['Od rány mi po ruce leze červená čára.', 'winding_track', undefined],
  ['Na patě mám klikatou čáru, která svědí.', 'winding_track', 'present'],
  ['Ve zimě se mi loupe ekzém v loktech.', 'nipple_eczema_one_side', undefined],
  ['Levá bradavka se mi loupe a mokvá.', 'nipple_eczema_one_side', 'present'],
  ['Jizva se zhojila, je plochá a bledá.', 'overgrown_scar', 'absent'],
]);

readings('swollen feet outgrow no shoes, and cold hands have lost no feeling for warmth', [
  ['My feet are swollen and my shoes do not fit.', 'hands_feet_growing', undefined],
  ['My hands have grown bigger over the years.', 'hands_feet_growing', 'present'],
  ['My hands feel cold.', 'cape_temperature_loss', undefined],
  ['I cannot tell hot from cold on my shoulders.', 'cape_temperature_loss', 'present'],
  ['Nohy mi otekly, boty jsou malé.', 'hands_feet_growing', undefined],
  ['Za poslední roky se mi zvětšily ruce.', 'hands_feet_growing', 'present'],
  ['Mám studené ruce.', 'cape_temperature_loss', undefined],
  ['Na ramenou nepoznám teplou vodu od studené.', 'cape_temperature_loss', 'present'],
]);

readings('a climb takes breath and no strength of the hips', [
  ['I get breathless when I climb up stairs.', 'thigh_shoulder_weakness', undefined],
  ['I have to pull myself up from the chair.', 'thigh_shoulder_weakness', 'present'],
  ['Paži nezvednu nad hlavu, bolí mě rameno.', 'thigh_shoulder_weakness', undefined],
  ['Stehna mám slabá a neudrží mě do schodů.', 'thigh_shoulder_weakness', 'present'],
]);

readings('what the family has is told of the family, and urine is dark for many reasons', [
  ['There is no thalassaemia in the family.', 'family_blood_disorder', 'absent'],
  ['My mother has thalassaemia.', 'family_blood_disorder', 'present'],
  ['The toilet bowl was black.', 'cola_coloured_urine', undefined],
  ['My urine looks like cola.', 'cola_coloured_urine', 'present'],
  ['Krev mi vzali a řekli, že mám málo železa.', 'blasts_or_pancytopenia_named', undefined],
  ['Všechny krevní řady mi klesly.', 'blasts_or_pancytopenia_named', 'present'],
  ['Piju kolu a čůrám často.', 'cola_coloured_urine', undefined],
  ['Mám moč jako cola.', 'cola_coloured_urine', 'present'],
]);

readings('worry that waits for results is no illness anxiety, and shyness of crowds is no cold', [
  ['My tests were normal but I am still tired.', 'fear_of_serious_illness', undefined],
  ['I am convinced I have cancer despite normal tests.', 'fear_of_serious_illness', 'present'],
  ['I never leave the house without my stick.', 'avoids_crowds_or_going_out', undefined],
  ['I am afraid of queues and buses.', 'avoids_crowds_or_going_out', 'present'],
  ['Testy byly v pořádku, ale pořád jsem unavená.', 'fear_of_serious_illness', undefined],
  ['Testy jsou v pořádku, přesto se bojím, že mám rakovinu.', 'fear_of_serious_illness', 'present'],
  ['Autobusem nejezdím, mám auto.', 'avoids_crowds_or_going_out', undefined],
  ['Bojím se jet metrem.', 'avoids_crowds_or_going_out', 'present'],
]);
