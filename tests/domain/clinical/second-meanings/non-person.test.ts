import { alarms, readings } from '../reading-tables.ts';

readings('what ails an animal says nothing of a person, and what it does to one is told', [
  ['Our cat had a seizure.', 'had_seizure', undefined],
  ['Our son had a seizure.', 'had_seizure', 'present'],
  ['Náš pes zvracel krev.', 'vomiting_blood', undefined],
  ['Náš pes se bál, já jsem zvracel krev.', 'vomiting_blood', 'present'],
  ['The dog was sick and I vomited blood.', 'vomiting_blood', 'present'],
  ['The dog has bitten my face.', 'animal_bite', 'present'],
  ['A horse was startled and kicked me, I cannot breathe.', 'breathless_at_rest', 'present'],
]);

readings('what a leaflet or advice speaks of is not there, and what follows of a person is', [
  [
    'The leaflet says to call an ambulance if your lips swell or you cannot breathe.',
    'breathless_at_rest',
    undefined,
  ],
  ['The leaflet says drowsiness is common, but I cannot breathe.', 'breathless_at_rest', 'present'],
  ['I read the leaflet and now I cannot breathe.', 'breathless_at_rest', 'present'],
  ['V letáku píšou volat záchranku při dušení.', 'has_dyspnoea', undefined],
  ['Četl jsem leták a teď se dusím.', 'has_dyspnoea', 'present'],
  ['Poučena: při krvácení ihned přijet.', 'has_wound', undefined],
  ['Call us if you vomit blood or you faint.', 'fainted', undefined],
  ['We watched a film where somebody vomits blood.', 'vomiting_blood', undefined],
  ['After the film I vomited blood.', 'vomiting_blood', 'present'],
  ['Zdálo se mi, že zvracím krev.', 'vomiting_blood', undefined],
]);

readings('a list that the end of its sentence denies is denied, and one that was never so bad is there', [
  ['Chest pain, palpitations, fainting: none of these.', 'has_palpitations', 'absent'],
  ['Seizures, slurred speech - I have had nothing like that.', 'speech_disturbance', 'absent'],
  ['Křeče, bezvědomí, ochrnutí: nic takového neměl.', 'had_seizure', 'absent'],
  ['Chest pain, palpitations: I have never had anything like it.', 'has_palpitations', 'present'],
  ['I have chest pain, palpitations: none of my tablets help.', 'has_palpitations', 'present'],
  ['Bolest na hrudi, bušení srdce: nic takového jsem ještě nezažil.', 'has_palpitations', 'present'],
  ['Haematuria - denied, dysuria - denied.', 'blood_in_urine', 'absent'],
]);

alarms('what is told of animals, papers and films raises no alarm', {
  danger: ['I fainted while I was feeding our dog and hit my head, I cannot remember it.'],
  harmless: [
    'Our rabbit had a seizure last night and the vet is looking after it.',
    'The leaflet lists yellow skin as a rare side effect.',
    'Seizures, blackouts: none, ever.',
  ],
});
