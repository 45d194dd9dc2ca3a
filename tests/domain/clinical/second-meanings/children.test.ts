import { alarms, readings } from '../reading-tables.ts';

alarms('attacks of pain and a nappy like jam are an emergency, jam is not', {
  danger: [
    'Our baby shrieks every ten minutes, tucks her knees up and the poo looked like raspberry jam.',
    'Ten-month-old with colicky screaming and a nappy like redcurrant jam.',
    'Osmiměsíční syn se svíjí a křičí každých pět minut a v plence má něco jako červené želé.',
  ],
  harmless: [
    'My toddler smeared raspberry jam all over her nappy.',
    'She had jam on toast and went to nursery.',
    'Malý si umazal plenku jahodovou marmeládou.',
  ],
});

readings('what looks like jam in a nappy is blood', [
  ['The nappy was full of raspberry jam.', 'blood_in_stool', 'present'],
  ['He ate raspberry jam and needs a new nappy.', 'blood_in_stool', undefined],
  ['V plínce bylo něco jako malinový džem.', 'blood_in_stool', 'present'],
  ['Jí malinový džem.', 'blood_in_stool', undefined],
]);

alarms('a small child that got at tablets is an emergency', {
  danger: [
    'Our toddler got hold of his grandfather’s tablets.',
    'My two-year-old got into the cupboard with the pills.',
    'I found my little girl with an open packet of pills.',
    'Three tablets are missing from the strip.',
    'Batole rozkousalo a spolklo dědovi prášky.',
    'Na platíčku chybí čtyři tablety.',
  ],
  harmless: [
    'I keep the tablets out of reach of our toddler.',
    'Our toddler got hold of my phone.',
    'Where can I find the leaflet of my tablets?',
    'Kde mám uložit prášky, aby na ně batole nedosáhlo?',
  ],
});

alarms('who turns yellow within hours of birth is an emergency', {
  danger: [
    'Neonate icteric at 16 hours of age.',
    'Baby turned yellow 12 hours after birth.',
    'Miminko zežloutlo pár hodin po porodu.',
  ],
  harmless: ['He was born last night and feeds well.', 'The baby was pink ten hours after birth.'],
});

readings('who goes down during sport fainted, what goes down otherwise did not', [
  ['She dropped like a sack in the middle of the race.', 'fainted_on_exertion', 'present'],
  ['My son just dropped in the middle of the match.', 'fainted_on_exertion', 'present'],
  ['He collapsed in PE.', 'fainted_on_exertion', 'present'],
  ['Sales dropped like a stone.', 'fainted_on_exertion', undefined],
  ['My weight dropped like a stone since I started running.', 'fainted_on_exertion', undefined],
  ['He dropped the ball in the middle of the match.', 'fainted_on_exertion', undefined],
  ['Dcera při závodě padla jako podťatá.', 'fainted_on_exertion', 'present'],
  ['Při fotbale ztratil vědomí.', 'fainted_on_exertion', 'present'],
  ['Při fotbale nereagoval na trenéra.', 'fainted_on_exertion', undefined],
  ['Při běhu sebou praštil a odřel si loket.', 'fainted_on_exertion', undefined],
]);

alarms('a child that walks unsteadily and vomits or has headaches is an emergency', {
  danger: [
    'My eight-year-old is sick every morning and walks like a drunken sailor.',
    'Šestiletý syn po ránu zvrací a chodí jako opilý námořník.',
  ],
  harmless: ['My eight-year-old walks like a drunken sailor in the school play.'],
});

alarms('weak legs and weak arms are an emergency', {
  danger: [
    'My son’s legs have gone weak, and now his arms are weak too.',
    'Dceři zeslábly nohy a teď jí slábnou také ruce.',
  ],
  harmless: ['My legs turned to jelly when I saw the bill.'],
});

readings('green that a baby brings up is bile, green that it eats is none', [
  ['Our newborn keeps bringing up green stuff.', 'bilious_vomiting', 'present'],
  ['The baby’s sick looks like spinach.', 'bilious_vomiting', 'present'],
  ['My baby spits out his green peas.', 'bilious_vomiting', undefined],
  ['My baby’s poo is green like spinach.', 'bilious_vomiting', undefined],
  ['Miminko ublinkává něco zeleného.', 'bilious_vomiting', 'present'],
  ['Miminko má zelenou stolici a blinká mlíčko.', 'bilious_vomiting', undefined],
]);

readings('who chokes and turns blue is told so', [
  ['Zaskočilo mu sousto, je modrý a nedýchá.', 'cyanosis', 'present'],
  ['Dítě se dáví bonbónem.', 'choking_episode', 'present'],
  ['Do krku jí zapadla kulička hroznu.', 'choking_episode', 'present'],
  ['Bunda je modrá a nesedí mu.', 'cyanosis', undefined],
]);

alarms('who is pale and puffy after bloody diarrhoea is an emergency', {
  danger: [
    'My six-year-old has bloody diarrhoea and is as pale as a ghost.',
    'After bloody diarrhoea my son is pale and his eyelids are swollen.',
    'Po krvavém průjmu je dcera bledá a má oteklá víčka.',
  ],
  harmless: ['After the tummy bug last week she is well and pink again.'],
});

readings('figures of speech are no signs, and the sign itself is', [
  ['My daughter is suffocating me with kisses.', 'breathless_at_rest', undefined],
  ['My daughter is suffocating.', 'breathless_at_rest', 'present'],
  ['He is floppy with laughter.', 'floppy_or_unresponsive', undefined],
  ['She lost her floppy hat.', 'floppy_or_unresponsive', undefined],
  ['She is floppy and hot.', 'floppy_or_unresponsive', 'present'],
  ['The baby is floppy and his ears are cold.', 'floppy_or_unresponsive', 'present'],
  ['My head is thumping.', 'recent_head_injury', undefined],
  ['He thumped his head on the table.', 'recent_head_injury', 'present'],
]);

readings('a child that turns everything up does not hear well', [
  ['Dcera nás přeslýchá.', 'hearing_loss', 'present'],
  ['Pouští si pohádky moc nahlas.', 'hearing_loss', 'present'],
  ['Čtu jí pohádky nahlas.', 'hearing_loss', undefined],
]);

readings('who pulls a cup of tea down is scalded', [
  ['Malá na sebe strhla hrnek s čajem.', 'has_burn', 'present'],
  ['Malá strhla ze zdi obrázek.', 'has_burn', undefined],
]);

readings('no trouble with weeing is none', [
  ['She has no weeing trouble.', 'cannot_pass_urine', 'absent'],
  ['He has had no wee for fourteen hours.', 'cannot_pass_urine', 'present'],
]);

readings('a baby that has a fever has one, a town that has cup fever has none', [
  ['Our baby has had a fever since noon.', 'has_fever', 'present'],
  ['He came home from football with a fever.', 'has_fever', 'present'],
  ['Po hokejovém tréninku má horečku.', 'has_fever', 'present'],
  ['The town has football fever.', 'has_fever', undefined],
]);

alarms('who does not respond is an emergency at every age, who does not respond to mails is not', {
  danger: [
    'My mother does not respond.',
    'My ten-year-old lies there limp and does not respond.',
    'Jedenáctiletá dcera je bezvládná.',
  ],
  harmless: ['My rash is not responding to treatment.', 'My dad is not responding to my messages.'],
});

alarms('spasms in clusters are an emergency, bending forward is not', {
  danger: [
    'Our six-month-old jackknifes again and again in clusters.',
    'Půlroční miminko má salvy záškubů, vždycky se předkloní a rozhodí ruce.',
  ],
  harmless: ['My six-month-old bends forward to reach his toes.', 'Miminko se předklání pro hračku.'],
});

alarms('a child that was touched or thrown is an emergency', {
  danger: [
    'My daughter of nine says her uncle touches her in bed.',
    'Strejda osm let staré holčičce sahal do kalhotek.',
    'My husband slammed the baby against the wall.',
    'Přítel mrštil miminkem o zeď.',
  ],
  harmless: [
    'My daughter, 9, held her uncle’s hand on the way to school.',
    'My eight-year-old bites his nails.',
    'Miminko hodilo dudlík na zem.',
  ],
});

alarms('skin that comes off a small child is an emergency', {
  danger: ['The skin of my two-year-old comes off in sheets as if she had been scalded.'],
  harmless: ['My two-year-old has a dry patch on her elbow.'],
});

alarms('who was fished out of the water is an emergency, who dives for fun is not', {
  danger: [
    'My son, 4, was under the water for a minute before we pulled him out.',
    'Dcera ležela na dně bazénu.',
  ],
  harmless: ['My daughter, 10, swam a whole length under the water.', 'She likes to play in the pool.'],
});

readings('a scrotum that turns hard or red is told so', [
  ['My son’s scrotum has gone hard and purple.', 'testicular_pain', 'present'],
  ['Synovi zrudla půlka šourku.', 'testicular_pain', 'present'],
]);

alarms('furniture and machines that catch a child are an emergency', {
  danger: ['A chest of drawers toppled onto my three-year-old.', 'Na tříletého spadla knihovna.'],
  harmless: ['A book fell off the shelf.', 'Knihovna je dnes zavřená.'],
});

alarms('a baby that keeps nothing down and passes no water is an emergency', {
  danger: [
    'My ten-month-old has not kept a drop down and her nappy has been dry since midnight.',
    'The baby’s eyes are sunken and she cries without tears.',
  ],
});

readings('what is bad-tempered swallowed no tablets', [
  ['Čtrnáctiletá je náladová a práská dveřmi.', 'medicine_overdose', undefined],
  ['Dcera spolykala prášky.', 'medicine_overdose', 'present'],
]);
