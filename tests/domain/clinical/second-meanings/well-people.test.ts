import { alarms, readings } from '../reading-tables.ts';

readings('what hides behind a mild first sentence is read, and what only resembles it is not', [
  ["Burnt my hand, the skin is white and doesn't hurt.", 'burn_deep', 'present'],
  ['Popálil jsem si ruku a kůže je bílá a nebolí.', 'burn_deep', 'present'],
  ['My palm is pink from the sun.', 'burn_deep', undefined],
  ['Dlaň je bílá jako vždycky v zimě.', 'burn_deep', undefined],
  ['Pálí mě za prsní kostí, když jdu do schodů.', 'chest_pain_on_exertion', 'present'],
  ['Pálí mě za hrudní kostí, když si lehnu.', 'chest_pain_on_exertion', undefined],
  ['Bolí mě prsní bradavky, když běhám.', 'chest_pain_on_exertion', undefined],
  ['Nebyla jsem těhotná, když mi začalo krvácení.', 'vaginal_bleeding', 'present'],
  ['Pálí mě pruh na zádech.', 'blisters_one_side', 'present'],
  ['Bolí mě záda v pase.', 'blisters_one_side', undefined],
  ['Unavená, nevolno.', 'nausea', 'present'],
]);

alarms('pain of the jaw with a cold sweat is an emergency from 40 years on', {
  danger: [
    'I am 55 and my jaw aches and I am in a cold sweat.',
    'Je mi 58, bolí mě čelist a polévá mě studený pot.',
  ],
  harmless: ['I am 55 and my jaw aches when I chew.', 'Je mi 58 a bolí mě čelist při žvýkání.'],
});

readings(
  'aching varicose veins are no inflamed vein, one bruise no bleeding tendency, a lost erection no lasting one',
  [
    ['My varicose veins ache in the evening.', 'tender_red_vein', undefined],
    ['Večer mě bolí křečové žíly.', 'tender_red_vein', undefined],
    ['My vein is sore.', 'tender_red_vein', 'present'],
    ['Bolí mě žíla na lýtku.', 'tender_red_vein', 'present'],
    ['Ne, jen modřina.', 'has_bleeding_tendency', undefined],
    ['Modřiny.', 'has_bleeding_tendency', 'present'],
    ['Bruised his shin playing football.', 'has_limb_injury', 'present'],
    ['Nedaří se mi udržet erekci.', 'erectile_difficulty', 'present'],
    ["Erections don't last.", 'erectile_difficulty', 'present'],
    ["Erections don't last.", 'prolonged_erection', 'absent'],
    ['My erection lasts five hours.', 'prolonged_erection', 'present'],
  ],
);

readings('what stands before a question is told, and what is asked is not', [
  ['Mám pár uhrů na čele, dá se s tím něco dělat?', 'acne_spots', 'present'],
  ['I have had a rash since Monday, can I go swimming?', 'rash', 'present'],
  ['Je to horečka, dá se jít ven?', 'has_fever', undefined],
  ['Máte horečku, kašel?', 'has_fever', undefined],
]);

readings('mild things are read by their names, and their neighbours are not', [
  ['Už roky mám lupy, bílé šupinky ve vlasech.', 'greasy_scales', 'present'],
  ['Už roky mám lupy, bílé šupinky ve vlasech.', 'scaly_plaques', undefined],
  ['Na loktech mám červené fleky, bílé šupiny.', 'scaly_plaques', 'present'],
  ['The skin on my shins is dry.', 'has_wound', undefined],
  ['He skinned his knee.', 'has_wound', 'present'],
  ['My lips are chapped.', 'chapped_lips', 'present'],
  ['His lips are blue.', 'chapped_lips', undefined],
  ['Má potničky na krku.', 'heat_rash', 'present'],
  ['She has itchy bumps on her neck.', 'enlarged_glands', undefined],
  ['She has a bump on her neck.', 'enlarged_glands', 'present'],
  ['Píská mi v uších po koncertě.', 'ear_injury', 'present'],
  ['Po koncertě mě bolí hlava.', 'ear_injury', undefined],
  ['Blister on my heel from new shoes.', 'friction_blister', 'present'],
  ['Blisters on my palm from the oven.', 'friction_blister', undefined],
  ['Zadřel jsem si třísku do prstu.', 'splinter', 'present'],
  ['There is glass in my foot.', 'splinter', undefined],
  ['There is glass in my foot.', 'wound_dirty_or_object', 'present'],
  ['Mám kocovinu.', 'drunk_now', 'present'],
  ['Před čtyřmi měsíci jsem rodila.', 'recently_gave_birth', undefined],
  ['Rodila jsem před týdnem.', 'recently_gave_birth', 'present'],
  ['Rodila jsem před týdnem.', 'contractions', undefined],
  ['Asi rodím.', 'contractions', 'present'],
  ['Acne for years and the spots leave scars.', 'acne_severe', 'present'],
  ['Just a few blackheads.', 'acne_severe', undefined],
]);
