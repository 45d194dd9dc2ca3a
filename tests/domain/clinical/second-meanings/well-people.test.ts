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
  danger: ['I am 55 and my jaw aches and I am in a cold sweat.', 'Je mi 58, bolí mě čelist a polévá mě studený pot.'],
  harmless: ['I am 55 and my jaw aches when I chew.', 'Je mi 58 a bolí mě čelist při žvýkání.'],
});

readings('aching varicose veins are no inflamed vein, one bruise no bleeding tendency, a lost erection no lasting one', [
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
]);
