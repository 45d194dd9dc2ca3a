import { readings } from '../reading-tables.ts';

readings('who does not know a thing, or looks right, is not confused', [
  ['I do not know if it is an infection.', 'confusion', undefined],
  ['I do not know if they are hives.', 'confusion', undefined],
  ['The wound looks right to me.', 'confusion', undefined],
  ['Our baby is still babbling happily with a fever of 38.', 'confusion', undefined],
  ['Zlomenina se pouhým pohledem nepozná.', 'confusion', undefined],
  ['Manžel neví, který den má přijít na kontrolu.', 'confusion', undefined],
  ['Gran no longer knows who I am.', 'confusion', 'present'],
  ['Dad stares right through us.', 'confusion', 'present'],
  ['My husband is burning up and rambling.', 'confusion', 'present'],
  ['Babička mě nepozná.', 'confusion', 'present'],
  ['Nevěděla, který je den.', 'confusion', 'present'],
]);

readings('a pressed breastbone, a cream without effect and a limp leg are no sleep from which nobody wakes', [
  ['Pain only when I press on my breastbone.', 'drowsy', undefined],
  ['I rub Vicks on his chest, nothing helps.', 'drowsy', undefined],
  ['The rash is not responding at all to the cream.', 'drowsy', undefined],
  ['This woman did not respond to two courses of trimethoprim.', 'drowsy', undefined],
  ['Manžel má od operace zad bezvládnou nohu.', 'drowsy', undefined],
  ['Bolí to, jen když si mačkám hrudní kost.', 'drowsy', undefined],
  ['When I rub his breastbone he only groans.', 'drowsy', 'present'],
  ['My wife is not responding at all.', 'drowsy', 'present'],
  ['Nemůžu svou dvouletou dceru vzbudit.', 'drowsy', 'present'],
  ['Syn je bezvládný.', 'drowsy', 'present'],
  ['Táta spadl na zem a nereaguje.', 'drowsy', 'present'],
  ['The pain does not keep me awake.', 'lethargic', undefined],
  ['Cannot keep her awake.', 'lethargic', 'present'],
]);

readings('what lies or falls on the floor has not fainted', [
  ['Spadla jsem z kola na zem a odřela si koleno.', 'fainted', undefined],
  ['Složil jsem krabice na zem a luplo mi v zádech.', 'fainted', undefined],
  ['Pounding music from the floor below woke me.', 'fainted', undefined],
  ['Najednou se složil na zem.', 'fainted', 'present'],
  ['I woke up on the bathroom floor.', 'fainted', 'present'],
  ['Mum was found on the floor.', 'fainted', 'present'],
]);

readings('wet nappies are no cold sweat, and a fever that stays is no severe pain', [
  ['Her nappy is sopping wet.', 'cold_sweat', undefined],
  ['Postel je celá mokrá, zase se počůral.', 'cold_sweat', undefined],
  ['I am wringing wet.', 'cold_sweat', 'present'],
  ['Paracetamol is not helping with his fever.', 'severe_pain', undefined],
  ['Painkillers are not touching it.', 'severe_pain', 'present'],
]);

readings('what stands in a history is of the journey, the pregnancy or the blood that is meant', [
  ['Vrátili jsme se s malou z výletu a bolí ji ucho.', 'tropical_travel', undefined],
  ['Vrátili jsme se z Keni.', 'tropical_travel', 'present'],
  ['My wife works 40 hours a week.', 'second_half_of_pregnancy', undefined],
  ['My wife is 36 weeks and bleeding.', 'second_half_of_pregnancy', 'present'],
  ['We only had factor eight sun cream and I have a headache.', 'bleeding_disorder', undefined],
  ['A clot formed over the cut on my arm.', 'previous_clot', undefined],
  ['I left my car at the garage and walked home with a headache.', 'co_exposure', undefined],
  ['The car was left running in the garage.', 'co_exposure', 'present'],
]);
