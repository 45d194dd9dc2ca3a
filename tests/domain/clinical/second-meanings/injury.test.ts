import { alarms, readings } from '../reading-tables.ts';

readings('a finger that hangs by a thread is cut off, a hangnail is not', [
  ['The bandsaw went through my thumb and it is dangling by a tendon.', 'part_cut_off', 'present'],
  ['Her toe is only attached by a flap after the mower.', 'part_cut_off', 'present'],
  ['The planer took the tips of two fingers.', 'part_cut_off', 'present'],
  ['The machine degloved his hand.', 'part_cut_off', 'present'],
  ['Malíček mu visí na šlaše.', 'part_cut_off', 'present'],
  ['Pila mi málem uřízla palec, drží na kousku kůže.', 'part_cut_off', 'present'],
  ['A bit of skin is hanging off my finger by the nail.', 'part_cut_off', undefined],
  ['Visí mi kousek kůže u nehtu na prstu.', 'part_cut_off', undefined],
]);

readings('balls of the feet are none, and a kicked ball hurts nobody', [
  ['The balls of my feet hurt when I stand.', 'testicular_pain', undefined],
  ['My balls hurt.', 'testicular_pain', 'present'],
  ['I was kicked in the nuts and it is agony.', 'testicular_pain', 'present'],
  ['Someone kneed me in the balls.', 'testicular_pain', 'present'],
  ['I kicked the ball and my toe is sore.', 'testicular_pain', undefined],
  ['Dostal kopanec do koulí.', 'testicular_pain', 'present'],
  ['Kopl do míče a koule z petanky se rozkutálely.', 'testicular_pain', undefined],
]);

readings('marbles under the feet are no marbled skin', [
  ['It is like walking on marbles with my bare feet.', 'mottled_skin', undefined],
  ['Her legs are marbled and cool.', 'mottled_skin', 'present'],
  ['His feet look marbled and blotchy.', 'mottled_skin', 'present'],
]);

readings('who limps on a leg has no limp leg', [
  ['He has been limping on his left leg all week.', 'arm_or_leg_weakness_one_side', undefined],
  ['His leg has gone limp.', 'arm_or_leg_weakness_one_side', 'present'],
  ['Her arm is limp.', 'arm_or_leg_weakness_one_side', 'present'],
  ['My right leg is limp and useless.', 'arm_or_leg_weakness_one_side', 'present'],
]);

readings('a bruise is blue in one place, and a person all over', [
  ['Kotník mám po podvrtnutí oteklý, promodralý.', 'cyanosis', undefined],
  ['Holčička je celá promodralá.', 'cyanosis', 'present'],
  ['Je promodralý a lapá po dechu.', 'cyanosis', 'present'],
]);

readings('a fitter fits kitchens, and dentures fit badly', [
  ['I have a fitting job tomorrow.', 'had_seizure', undefined],
  ['My dentures are ill-fitting.', 'had_seizure', undefined],
  ['Our daughter is fitting.', 'had_seizure', 'present'],
]);

readings('who fell asleep by the pool did not fall into it', [
  ['She fell asleep by the pool.', 'submersion', undefined],
  ['She fell into the pool and swallowed water.', 'submersion', 'present'],
]);

readings('shoulders that the sun has burnt are no hot joint', [
  ['My shoulders are red and hot from the sun.', 'hot_red_joint', undefined],
  ['My shoulder is hot and swollen.', 'hot_red_joint', 'present'],
  ['My knee is red and hot.', 'hot_red_joint', 'present'],
]);

readings('who fell on the left hand does not fall to the left', [
  ['I fell on my left knee.', 'unsteady_gait', undefined],
  ['She keeps falling to the left.', 'unsteady_gait', 'present'],
  ['He always falls to the right when he walks.', 'unsteady_gait', 'present'],
]);

readings('who feels as if a bus had hit him was hit by none', [
  ['I feel like I was run over by a bus.', 'dangerous_mechanism', undefined],
  ['I feel like I was run over by a bus.', 'crushed_under_weight', undefined],
  ['I was run over by a bus.', 'dangerous_mechanism', 'present'],
  ['She was struck by a tram.', 'dangerous_mechanism', 'present'],
  ['Je mi, jako by mě přejel vlak.', 'dangerous_mechanism', undefined],
  ['Přejel ho vlak.', 'dangerous_mechanism', 'present'],
]);

readings('a finger that catches, and one whose sheath is infected', [
  ['My middle finger locks and then snaps straight.', 'finger_catches', 'present'],
  ['Prostředník se mi ráno zasekává a lupne.', 'finger_catches', 'present'],
  ['I caught my finger in the drawer.', 'finger_catches', undefined],
  ['Tender along the flexor sheath of the thumb.', 'finger_sheath_infection_signs', 'present'],
  ['Straightening the finger is agony.', 'finger_sheath_infection_signs', 'present'],
  ['My finger clicks when I straighten it.', 'finger_sheath_infection_signs', undefined],
  ['Natažení prstu šíleně bolí.', 'finger_sheath_infection_signs', 'present'],
]);

alarms('dangers of an injury in everyday words', {
  danger: [
    'Three of his fingers are dangling by threads of skin after the circular saw.',
    'My leg has suddenly turned pale and numb, agony.',
    'He brushed against a live cable and his pulse is irregular.',
    'Dotkla se trolejí a srdce jí bije nepravidelně.',
    'A rottweiler tore my niece’s ear.',
    'Pes synovi natrhl tvář.',
    'Circumferential scald of the lower leg, foot pale.',
    'Popálené předloktí dokola, ruka studená a bledá.',
    'Two-month-old baby with a fractured humerus.',
    'I took a knee to the testicles and the pain is excruciating.',
    'My jaw is locked shut ten days after I stood on a rusty nail.',
    'Po šlápnutí na hřebík se mi zamkla čelist.',
    'My lips are full of ulcers and my skin is coming off in strips since the lamotrigine.',
    'Kůže se mi po nových prášcích loupe v cárech a v puse mám samé boláky.',
    'She is blue and gurgling and will not answer us.',
    'The forklift ran over his legs.',
    'Traktor jí přejel nohy.',
    'A shard of glass is stuck in his neck.',
    'She was thrown off a horse and there is blood in her urine.',
    'My finger is throbbing, swollen and bent since the cat bite, and straightening it is agony.',
    'Prst mám oteklý jako buřt, pokrčený a tepe.',
  ],
  harmless: [
    'The dog licked my face.',
    'The puppy tore up my favourite cushion.',
    'Pes roztrhal polštář.',
    'My calf goes hard with cramp at night and it passes.',
    'I touched the power button and nothing happened.',
    'The van drove over the kerb and nobody was hurt.',
    'Traktor přejel přes pole.',
    'I spilled coffee over my keyboard.',
    'My feet go cold in bed.',
    'There is a nail stuck in my tyre.',
  ],
});
