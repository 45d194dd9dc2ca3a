import { alarms, readings } from '../reading-tables.ts';

alarms('urine that does not come is told in many ways', {
  danger: [
    'Not a drop of pee since last night and I am in agony.',
    'I have not passed a drop since lunch.',
    'Nothing comes out of my bladder and it hurts.',
    'Nothing came out of my bladder all night.',
    'The waterworks have seized up completely.',
    'His catheter has stopped draining.',
    'Nemůžu se vůbec vyčůrat.',
    'Od včerejška ze mě nevytekla ani kapka moči.',
    'Ucpala se mi cévka.',
  ],
  harmless: [
    'I have not touched a drop since Easter.',
    'Our toilet is blocked and the plumber comes on Friday.',
    'Nemůžu malou utišit.',
  ],
});

alarms('blood that is vomited is told by the cup', {
  danger: [
    'He has just brought up a cupful of bright red blood.',
    'She heaved up a pint of dark blood.',
    'Blood came up when I was sick.',
    'Vyzvracela plnou misku úplně tmavé krve.',
    'Zvracel plné umyvadlo jasně rudé krve.',
  ],
  harmless: ['She threw up a bowl of soup.', 'Vyzvracel celou misku polévky.'],
});

readings('blood from the bowel fills the bowl, or looks like jelly', [
  ['I fill the toilet bowl with red blood.', 'blood_in_stool', 'present'],
  ['The loo is full of blood each time.', 'blood_in_stool', 'present'],
  ['There is strawberry jelly stuff in her nappy.', 'blood_in_stool', 'present'],
  ['V plíně má jahodové želé.', 'blood_in_stool', 'present'],
  ['Chodím jen samou krev.', 'blood_in_stool', 'present'],
  ['She ate strawberry jelly at the party.', 'blood_in_stool', undefined],
  ['The loo is full of people.', 'blood_in_stool', undefined],
  ['K narozeninám měla jahodové želé.', 'blood_in_stool', undefined],
]);

readings('a hernia that is stuck or changes colour', [
  ["The bulge won't go back in and I feel sick.", 'irreducible_hernia', 'present'],
  ['The lump at my navel has turned purple.', 'painful_groin_lump', 'present'],
  ['Kýla zmodrala.', 'painful_groin_lump', 'present'],
  ['Kýla vylezla, už nejde zatlačit.', 'painful_groin_lump', 'present'],
  ['My belly button is pierced.', 'painful_groin_lump', undefined],
  ['The cat will not go back in.', 'painful_groin_lump', undefined],
]);

alarms('bowel in a wound, and who is hurt by a knife', {
  danger: [
    'The incision burst and intestines are bulging out of the wound.',
    'I can see bowel in the scar.',
    'Z jizvy mu lezou střeva.',
    'V ráně je vidět střevo.',
    'Dostal kudlou do břicha.',
    'Při pádu se mu zabodla větev do břicha.',
  ],
  harmless: [
    'My gut hangs over my belt.',
    'In the film a monster bursts out of his stomach.',
    'The stitches are out and my bowels are moving again.',
    'Jizva po operaci střeva svědí.',
  ],
});

alarms('fever with shivering and a stone, and an erection that stays', {
  danger: [
    'I have a kidney stone and I am shivering violently with 39.4.',
    'Mám kámen v ledvině, horečku 39 a třesavku.',
    'My penis has been stiff since yesterday evening and it hurts.',
    'Tvrdý úd mám už pět hodin.',
  ],
  harmless: ['I had a kidney stone ten years ago.', 'My shoulder is stiff since yesterday evening.'],
});

readings('who has received an organ has little immunity, and new pain in one is no organ', [
  ['She received a new liver in May.', 'immunosuppressed', 'present'],
  ['I live with a donor kidney.', 'immunosuppressed', 'present'],
  ['I have new pain in my kidney.', 'immunosuppressed', undefined],
  ['I saw a new kidney doctor.', 'immunosuppressed', undefined],
]);

readings('what goes down, and what goes through', [
  ['Both testicles are down.', 'radiates_to_groin', undefined],
  ['The pain shoots down into my testicle.', 'radiates_to_groin', 'present'],
  ['I have an ache in my right back.', 'radiates_to_back', undefined],
  ['The pain goes right through to my back.', 'radiates_to_back', 'present'],
  ['The pain creeps round to the shoulder blade.', 'radiates_to_back', 'present'],
  ['It burns from the pit of my stomach to my spine.', 'radiates_to_back', 'present'],
  ['A sore ache under the ribs at the back.', 'pain_flank', 'present'],
  ['My ribs hurt after the match.', 'pain_flank', undefined],
]);

readings('attacks, wind, and stools that iron turns dark', [
  ['Mezi záchvaty mi nic není.', 'pain_free_between_attacks', 'present'],
  ['Bolí to pořád, mezi záchvaty to není lepší.', 'pain_free_between_attacks', undefined],
  ['The pain stops as if at a switch.', 'pain_free_between_attacks', 'present'],
  ['It is back every fortnight.', 'recurrent_episodes', 'present'],
  ['I swell like a balloon after eating and my wind stinks.', 'bloating_or_wind', 'present'],
  ['The wind blew my balloon away.', 'bloating_or_wind', undefined],
  ['My poo is a greeny-black.', 'dark_formed_stool', 'present'],
  ['Má Gilbertův sy.', 'gilbert_known', 'present'],
  ['I was shaking with a temperature of 39.', 'rigors', 'present'],
  ['I was shaking hands all day.', 'rigors', undefined],
]);

alarms('a stoma, a feeding tube or dialysis that goes wrong', {
  danger: [
    'My colostomy has gone a dusky purple.',
    'Nothing has come through the ileostomy since Sunday.',
    'The pouch on her stoma keeps filling up with blood.',
    'The fluid from my peritoneal dialysis is milky today.',
    'I shake all over with cold during dialysis.',
    'His fistula will not stop bleeding.',
    'Her feeding tube has fallen out.',
    'Vývod mi od rána vůbec neodvádí.',
    'Kolostomie mu zčernala.',
    'Při břišní dialýze je roztok kalný.',
    'Dědovi vypadl PEG.',
  ],
  harmless: [
    'The stoma nurse was very kind.',
    'Cloudy apple juice is my favourite.',
    'A peg fell off the washing line.',
    'Stomické pomůcky mi přijdou poštou.',
    'Mošt je kalný, ale chutná.',
  ],
});

alarms('a hernia that is stuck, vomit like stool, and a bowel that does not move', {
  danger: [
    "My hernia won't slide back inside.",
    'The sick he brings up smells of sewage.',
    'Her belly is swollen, she vomits and has not had a bowel movement for six days.',
    'Kýla se mi zasekla a nejde vrátit.',
    'Zvratky jí páchnou jako výkaly.',
  ],
  harmless: [
    "The cork won't go back in.",
    'My small hernia goes back by itself and does not hurt.',
    'The farmyard smells of manure.',
    'Zásuvka se zasekla a nejde zatlačit.',
  ],
});

alarms('blood in quantity, from above and from below', {
  danger: [
    'The water in the toilet turned red and there are clots.',
    'I keep losing clots from my back passage.',
    'Mouthfuls of blood come up when I retch.',
    'Ze zadku mi lije krev.',
    'Z konečníku mu jdou sraženiny.',
    'Zvrací hnědou tekutinu jako káva.',
  ],
  harmless: [
    'The toilet bowl is full of bleach.',
    'I drink a black coffee every morning.',
    'K snídani piju černou kávu.',
    'Dávám krev dvakrát do roka.',
    'Steak si dávám krvavý.',
  ],
});

alarms('what is swallowed, and what is only said to be', {
  danger: [
    'He swallowed a razor blade.',
    'My niece has swallowed a fridge magnet.',
    'She swallowed some of those water beads that grow.',
    'Spolkla připínáček.',
    'Bratr spolykal balíčky s kokainem.',
  ],
  harmless: [
    'I swallowed my pride and rang her.',
    'The kids swallowed every word of the story.',
    'Spolkl jsem urážku a mlčel.',
    'Baterky v ovladači došly.',
  ],
});

alarms('dangers of the abdomen that a letter names, and pain with signs of shock', {
  danger: [
    'CT: free gas, ?perforated diverticulitis.',
    'Infected hydronephrosis with an obstructed ureter.',
    'Awful belly pain, she is pale and in a cold sweat.',
    'He clutched his belly and fainted, white as chalk.',
    'Na CT volvulus sigmatu.',
    'Má JJ stent, horečku a třesavku.',
  ],
  harmless: [
    'That pudding was delicious.',
    'We laughed until our stomachs hurt.',
    'Smáli jsme se, až nás bolelo břicho.',
    'The form has a perforated edge.',
  ],
});
