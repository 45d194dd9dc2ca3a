import { alarms, readings } from '../reading-tables.ts';

alarms('single sentences of people who may stay at home', {
  harmless: [
    'It stings a bit, but I do not pass urine more often.',
    'Her anaemia has not responded to tablets.',
    "He doesn't react when called from behind.",
    'The twitching is only in my left lower eyelid.',
    'His foreskin is not swollen and retracts.',
    'Vpravo retrakce víčka, vidí dobře.',
    'Wife threatened to leave.',
    'She fell asleep in a tutorial and has been threatened with a fail.',
    'Piju málo a skoro se nehýbu.',
    'Malý kope ostošest.',
    'Citlivost v sedle je zachována.',
    'Včera po silném kýchání jednou slabě krvácel z nosu.',
    'Nijak to nespěchá, ale nevím, kde začít.',
    'My chin goes down to my chest.',
    'Vidí zamlženě, jako přes zašlé sklo.',
    'Manžel musí vidět každý kostel.',
    'Fingers turning white then blue in the cold.',
    'He has grown about three inches in recent months.',
    'He has a burning behind the breastbone with an acid taste in the mouth.',
    'Pain like electric shocks in the right cheek.',
    'The same thing happened twice before.',
    'Začalo to asi rok po tom, co jsem dostala menstruaci.',
    'She pulled a face.',
    'Rodila jsem třikrát normálně.',
  ],
  danger: [
    'I have not passed urine since yesterday and my belly is tight.',
    'My toddler does not respond to me.',
    'He was unconscious for about ten minutes.',
    'He threatened to kill his wife.',
    'Miminko se od rána skoro nehýbe, jsem v 35. týdnu.',
    'His lips are turning blue.',
    'He got an electric shock from the mains.',
    'Half of his face has dropped.',
    'Hlásič CO houkal a všechny nás bolí hlava.',
  ],
});

readings(
  'a rough murmur is no stridor, a short faint and a febrile convulsion of long ago are no drowsiness and no seizure',
  [
    ['Drsný systolický šelest nad aortou.', 'stridor', undefined],
    ['He was unconscious for about ten seconds.', 'fainted', 'present'],
    ['She had one febrile seizure at two.', 'had_seizure', undefined],
    ['He has had a febrile seizure this morning.', 'had_seizure', 'present'],
    ['One febrile convulsion at 2 pm today.', 'had_seizure', 'present'],
  ],
);

alarms('what the rules no longer call an emergency by its name alone is one where nothing else is told', {
  danger: [
    'My toddler has a rash that does not fade under a glass.',
    'Dítě má vyrážku, která nemizí při zmáčknutí sklenicí.',
    'My testicle hurts, I am 15.',
    'Bolí mě varle.',
  ],
});

alarms('a blood pressure before a saturation is no saturation', {
  harmless: ['T 36.9 HR 78 BP 112/70 sats 99', 'BP 118/80 sats 97 on air, RR 12, GCS 15'],
  danger: ['Sats in the 70s on air.', 'SpO2 72 %'],
});

alarms('quiet tellings of dangers', {
  danger: [
    'On Saturday I got a headache, just like that, like someone had flicked a switch at the back of my skull.',
    'Headache and stiff neck since Saturday, light hurts and I was sick.',
    'My 3 month old breathes quick, there is a dip under his ribs each time, and he took 2 oz out of each bottle instead of 6.',
  ],
});

readings('who would be happy not to wake up is not drowsy, and food that keeps sticking is not stuck now', [
  ["He says he'd be just as happy not to wake up.", 'suicidal_thoughts', 'present'],
  ["He says he'd be just as happy not to wake up.", 'drowsy', undefined],
  ['Food keeps sticking, even water.', 'food_stuck_now', undefined],
  ['A piece of meat is stuck in my gullet.', 'food_stuck_now', 'present'],
  ['It feels like sunburn when the trousers brush on it.', 'has_burn', undefined],
]);

alarms('what only begins like a harmless phrase is the danger that it tells of', {
  danger: [
    'Unresponsive for about 30 seconds, no pulse, we started CPR.',
    'He will not wake up from it, he took pills.',
    'Reaguje jen na hlasité zavolání.',
    'After the wasp sting I am faint, redness all over and my tongue is thick.',
    'Toes turned white and blue and the foot is cold and painful suddenly.',
    'Takes shallow breaths, eight a minute, after heroin.',
    'Tahá mě levá noha, nemůžu ji zvednout a mám křivou pusu.',
    'Krvácení po porodu neslábne, promáčím vložku za hodinu.',
    'The skin between his ribs retracts with every breath.',
    'Dítě se pořád nehýbe, 38. týden.',
    'I am not peeing any more at all and my belly is full.',
    'Nothing about self-harm, but she is standing on the roof and wants to jump.',
    'I got an electric shock like a kick from the cooker.',
    'Přestal chodit na pravou nohu, má horečku.',
    'He crashed his bike and remembers nothing about it.',
    'Nosebleed started two hours ago and it is still pouring.',
    'Grandma talks to children nobody else can see and is confused.',
    'Únik CO v bytě, je nám zle.',
    'Perianální čití není normální, slabé nohy, nemočí.',
    'We went travelling to Uganda in May and now he has fever and chills.',
  ],
});
