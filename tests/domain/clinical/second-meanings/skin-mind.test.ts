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
