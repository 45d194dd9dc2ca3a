import { readings } from '../reading-tables.ts';

readings('a laugh is no headache, and the letters of a clinician are', [
  ['Ha, no.', 'has_headache', undefined],
  ['Ha no', 'has_headache', undefined],
  ['Ha, that made me laugh, my knee hurts.', 'has_headache', undefined],
  ['HA x 3 days, no fever.', 'has_headache', 'present'],
  ['HA, no fever.', 'has_headache', 'present'],
]);

readings('a pain that stabs is no insect, and a cold sore is no scald', [
  ['Bodlo mě na hrudi.', 'has_bite_or_sting', undefined],
  ['Bodlo mě v zádech.', 'has_bite_or_sting', undefined],
  ['Bodlo mě něco do nohy.', 'has_bite_or_sting', 'present'],
  ['Bodla mě vosa do krku.', 'has_bite_or_sting', 'present'],
  ['Mám opar na rtu.', 'scald_or_contact', undefined],
  ['Mám opar na rtu.', 'cold_sore', 'present'],
  ['Opařil jsem se párou.', 'scald_or_contact', 'present'],
]);

readings('who keeps falling to one side had no accident, and who fell had', [
  ['Padám na jednu stranu.', 'recent_injury', undefined],
  ['Padám na jednu stranu.', 'unsteady_gait', 'present'],
  ['Spadl na levou stranu.', 'recent_injury', 'present'],
  ['Pád na bok.', 'recent_injury', 'present'],
]);

readings('nappies are no wind, a boiler is no kitten, and who is tipsy is drunk', [
  ['Plíny suché.', 'bloating_or_wind', undefined],
  ['Plíny suché.', 'few_wet_nappies', 'present'],
  ['Trápí mě plyny.', 'bloating_or_wind', 'present'],
  ['Praskl kotel.', 'cat_or_raw_meat_contact', undefined],
  ['Máme doma kotě.', 'cat_or_raw_meat_contact', 'present'],
  ['Je trochu přiopilý.', 'drunk_now', 'present'],
  ['Je trochu přiopilý.', 'frothy_urine', undefined],
  ['Moč pění.', 'frothy_urine', 'present'],
]);

readings('a hand that is shaken awake does not tremble', [
  ['Shaking the hand helps.', 'has_tremor', undefined],
  ['I shook hands with him and my wrist hurts.', 'has_tremor', undefined],
  ['My hands shake.', 'has_tremor', 'present'],
]);

readings('sweat of the night is no cold sweat, and beside a pain in the chest it may be', [
  ['I have night sweats.', 'cold_sweat', undefined],
  ['Noční pocení.', 'cold_sweat', undefined],
  ['Sweats at night.', 'night_sweats', 'present'],
  ['Chest pain, sweating.', 'cold_sweat', 'present'],
  ['I woke in the night sweating with chest pain.', 'cold_sweat', 'present'],
]);

readings('"as always" alone tells of no appetite', [
  ['Jako vždycky.', 'loss_of_appetite', undefined],
  ['Bolí mě hlava jako vždycky.', 'loss_of_appetite', undefined],
  ['Jí jako vždycky.', 'loss_of_appetite', 'absent'],
]);

readings('heavy arms are no stroke, one heavy arm is, and who owns to rubbish speaks well', [
  ['My arms feel heavy.', 'arm_or_leg_weakness_one_side', undefined],
  ['My arm feels heavy.', 'arm_or_leg_weakness_one_side', 'present'],
  ['My right arm felt tight and heavy.', 'arm_or_leg_weakness_one_side', 'present'],
  ['Sorry for talking rubbish.', 'speech_disturbance', undefined],
  ["He's suddenly talking rubbish.", 'speech_disturbance', 'present'],
]);

readings('a side is a flank only where it is one’s own', [
  ['It hurts on the left side.', 'pain_flank', undefined],
  ['The left side of my face hurts.', 'pain_flank', undefined],
  ['I have a pain in my side.', 'pain_flank', 'present'],
]);

readings('a girl who fell on a handlebar is not pregnant', [
  ['Holčička spadla břichem na řídítka, bolí ji břicho.', 'has_pregnancy_problem', undefined],
  ['Holčička spadla břichem na řídítka, bolí ji břicho.', 'blow_to_belly', 'present'],
  ['Spadla jsem na těhotenské bříško.', 'has_pregnancy_problem', 'present'],
]);

readings('who feels sickly has not vomited, and what nobody knows is left open', [
  ['I feel sickly.', 'vomiting', undefined],
  ['I feel sickly.', 'nausea', 'present'],
  ['I was sick twice.', 'vomiting', 'present'],
  ['Teplota nevím.', 'has_fever', 'unknown'],
  ['Temperature unknown.', 'has_fever', 'unknown'],
  ['Bolí mě hlava, nevím proč.', 'has_headache', 'present'],
  ['Má teplotu.', 'has_fever', 'present'],
  ['Od nepaměti mě bolí záda.', 'memory_loss', undefined],
]);
