import test from 'ava';
import { engine } from '../engine-fixture.ts';
import { alarms, readings } from '../reading-tables.ts';

readings('who sleeps through is not beyond waking', [
  ['He won’t wake up.', 'drowsy', 'present'],
  ['We cannot wake him up.', 'drowsy', 'present'],
  ['I do not wake up at night.', 'drowsy', undefined],
  ['He does not wake up at night to pee.', 'drowsy', undefined],
  ['Newborn won’t wake up to feed.', 'drowsy', 'present'],
  ['My father did not wake up from his sleep this morning.', 'drowsy', 'present'],
  ['She won’t wake up at night or in the morning.', 'drowsy', 'present'],
  ['I hope I do not wake up.', 'drowsy', undefined],
  ['I hope I do not wake up.', 'suicidal_thoughts', 'present'],
]);

readings('a likeness is not the thing', [
  ['A pain in my cheek like an electric shock.', 'electric_shock', undefined],
  ['He got an electric shock from the socket.', 'electric_shock', 'present'],
  ['My tooth was X-rayed on Monday.', 'sexual_assault', undefined],
]);

readings('toes that turn white, then red are no limb without blood, and blue lips stay blue', [
  ['My toes turned white then red in the cold.', 'limb_cold_or_pale', undefined],
  ['My foot is white, cold and numb.', 'limb_cold_or_pale', 'present'],
  ['My lips went blue in the cold.', 'cyanosis', 'present'],
]);

readings('what a machine reads or a mother worries about is told', [
  ['The machine reads that his oxygen is 82.', 'spo2_percent', 'present'],
  ['My mother worries that my speech is slurred.', 'speech_disturbance', 'present'],
  ['I have taken antibiotics, none has cured the fever.', 'has_fever', 'present'],
]);

readings('tests are no testes, and who heats a stove does not drown', [
  ['My testes hurt since an hour.', 'testicular_pain', 'present'],
  ['My blood tests hurt.', 'testicular_pain', undefined],
  ['Topil se v řece.', 'submersion', 'present'],
  ['Topil jsem v kamnech.', 'submersion', undefined],
  ['My breathing is worse on lying flat.', 'orthopnoea', 'present'],
]);

readings('what each "bez" of a list denies goes on over "a", where the case shows it', [
  ['Bez zvracení, bez pocení a dušnosti.', 'has_dyspnoea', 'absent'],
  ['Bez zvracení, bez závratí a dvojitého vidění.', 'double_vision', 'absent'],
  ['Bez horečky, bez kašle a dušnost.', 'has_dyspnoea', 'present'],
  ['Bez horečky, bez kašle a velké dušnosti.', 'has_dyspnoea', 'present'],
  ['Bez horečky, bez kašle a bolest na hrudi.', 'has_chest_pain', 'present'],
]);

readings('figures of speech and other senses raise no alarm, and the sense itself does', [
  ['He was knocked out by flu yesterday.', 'fainted', undefined],
  ['My son was knocked out by a cricket ball.', 'fainted', 'present'],
  ['I have to push to pee.', 'urge_to_push', undefined],
  ['I have to push, the baby is coming.', 'urge_to_push', 'present'],
  ['My nails are ruined but that is hardly your problem.', 'erectile_difficulty', undefined],
  ['I can hardly breathe.', 'has_dyspnoea', 'present'],
  ['Předklon brady k hrudníku volný.', 'bradycardia', undefined],
  ['P 38/min, brady.', 'bradycardia', 'present'],
  ['Včera seděla dlouho u otevřeného okna v autě.', 'suicide_means_at_hand', undefined],
  ['Sedí na okně v pátém patře a chce skočit.', 'suicide_means_at_hand', 'present'],
  ['Čtyři dny vlny veder 34 °C.', 'temperature_c', undefined],
  ['The pain is as if the skin was scalded.', 'scald_or_contact', undefined],
  ['The skin of my arm is scalded by hot oil.', 'scald_or_contact', 'present'],
  ['Looks like I burned my hand on the stove.', 'has_burn', 'present'],
  ['Looks like it was burned by the oil, blisters everywhere.', 'has_burn', 'present'],
]);

readings('mouthfuls of blood from the lungs are an emergency, a streak of it is not', [
  ['Coughing up mouthfuls of bright red blood since breakfast.', 'massive_haemoptysis', 'present'],
  ['Táta vykašlal plný hrnek krve.', 'massive_haemoptysis', 'present'],
  ['I cough and there is a thin streak of blood.', 'massive_haemoptysis', undefined],
  ['Ve sputu je tenká nitka krve.', 'massive_haemoptysis', undefined],
  ['He choked on a piece of steak.', 'choking_episode', 'present'],
]);

readings('a watch tells the pulse and nothing else', [
  ['My watch says 182.', 'heart_rate_bpm', 'present'],
  ['Hodinky ukazují 182.', 'heart_rate_bpm', 'present'],
  ['My watch says 9,000 steps.', 'heart_rate_bpm', undefined],
  ['My watch says 10:30.', 'heart_rate_bpm', undefined],
]);

readings('a length that names something is not how long it has lasted', [
  ['He has had a fever for 6 weeks.', 'duration_hours', 'present'],
  ['She had her 16-week vaccinations.', 'duration_hours', undefined],
  ['The 6 week check was fine.', 'duration_hours', undefined],
]);

readings('how often is not how long', [
  ['I vomit twice a day.', 'duration_hours', undefined],
  ['I have had a day of vomiting.', 'duration_hours', 'present'],
]);

readings('who tested, or was pregnant once, is not pregnant for it', [
  ['I took a pregnancy test and it was negative.', 'pregnant', undefined],
  ['Pregnancy test negative.', 'pregnant', 'absent'],
  ['I took a pregnancy test and it was positive.', 'pregnant', 'present'],
  ['Bleeding since my pregnancy test came back positive.', 'vaginal_bleeding', 'present'],
  ['Primigravida at 20 weeks.', 'pregnancy_weeks', 'present'],
]);

readings('what was meant otherwise is no sign', [
  ['Faint cramps in my lower belly.', 'fainted', undefined],
  ['I felt faint and then fainted.', 'fainted', 'present'],
  ['Voluntary guarding only.', 'rigid_abdomen', undefined],
  ['I hurt my rib and it is worse when I turn over or sneeze.', 'runny_nose', undefined],
]);

readings('a list that is denied is denied to its end', [
  ['I did not bite my tongue or wet myself.', 'loss_of_bladder_or_bowel_control', 'absent'],
  ['Silnou bolest hlavy ani ztuhlý krk nemám.', 'has_headache', 'absent'],
  ['Bez puchýřů a purpury.', 'non_blanching_rash', 'absent'],
]);

readings('violence at home is told by who does it', [
  ['I have a sore throat and my husband hits me.', 'domestic_violence', 'present'],
  ['Manžel mě bije.', 'domestic_violence', 'present'],
  ['Srdce mě bije jako o závod.', 'domestic_violence', undefined],
  ['The door hit me when my husband opened it.', 'domestic_violence', undefined],
  ['The person who hits me is my husband.', 'domestic_violence', 'present'],
  ['He put his hands round my throat and squeezed.', 'strangled_by_person', 'present'],
  ['My husband put his hands around my neck to massage it.', 'strangled_by_person', undefined],
  ['Somebody strangled me last night.', 'strangled_by_person', 'present'],
  ['It feels as if somebody strangled me.', 'strangled_by_person', undefined],
  ['Someone choked at dinner next to me.', 'strangled_by_person', undefined],
  ['Límec mě škrtil celý den.', 'strangled_by_person', undefined],
  ['I locked myself out, he locked the door behind me.', 'unsafe_at_home', undefined],
  ['My husband has never hit me.', 'domestic_violence', 'absent'],
]);

readings('a child that hardly kicks is told as such', [
  ['Malý skoro nekope.', 'reduced_fetal_movements', 'present'],
  ['Miminko skoro nekope od rána.', 'reduced_fetal_movements', 'present'],
]);

readings('the heart attack of a father is no attack on him', [
  ['My father died of a heart attack.', 'threatens_others', undefined],
  ['My mother died of a heart attack at sixty.', 'threatens_others', undefined],
  ['He attacked his father.', 'threatens_others', 'present'],
  ['She attacked the neighbour.', 'threatens_others', 'present'],
  ['He attacked my mother last night.', 'threatens_others', 'present'],
  ['He keeps attacking the neighbours.', 'threatens_others', 'present'],
  ['He attacks his mother.', 'threatens_others', 'present'],
  ['He keeps attacking his wife.', 'threatens_others', 'present'],
  ['My wife gets attacks under her ribs.', 'threatens_others', undefined],
  ['I think I am having a heart attack.', 'has_chest_pain', 'present'],
  ['He had a heart attack in 2019.', 'known_heart_disease', 'present'],
]);

readings('eyes that one has in the morning are no racoon eyes', [
  ['Ráno mívám zalepené oči.', 'skull_fracture_signs', undefined],
  ['Mívám příznaky rýmy.', 'skull_fracture_signs', undefined],
  ['Po pádu má oči jako mýval.', 'skull_fracture_signs', 'present'],
  ['Po pádu má mývalí oči.', 'skull_fracture_signs', 'present'],
  ['Po pádu má mývalí hematom.', 'skull_fracture_signs', 'present'],
]);

readings('a bruise turns yellow, memory goes bit by bit, and a pad in two hours is no dangerous bleeding', [
  ['Modřina na krajích žloutne.', 'jaundice', undefined],
  ['Okraje modřiny už žloutnou.', 'jaundice', undefined],
  ['Manžel celý žloutne.', 'jaundice', 'present'],
  ['Má modřiny a žloutne.', 'jaundice', 'present'],
  ['His memory has been going, bit by bit.', 'has_bite_or_sting', undefined],
  ['I was bit by a dog.', 'has_bite_or_sting', 'present'],
  ['Měním vložku po dvou hodinách.', 'heavy_vaginal_bleeding', 'absent'],
  ['Měním vložku každou půlhodinu, krvácím proudem.', 'heavy_vaginal_bleeding', 'present'],
]);

test('a stroke of luck, and those of a swimmer, are no complaint', (t) => {
  t.is(engine.extract('It was a stroke of luck.', null).routed.chief_complaint, null);
  t.is(engine.extract('Swimming a few strokes of front crawl.', null).routed.chief_complaint, null);
  t.not(engine.extract('He had a stroke.', null).routed.chief_complaint, null);
});

readings('a yellow crust, scale or phlegm is no jaundice, and yellow eyes are', [
  ['Our baby has yellow greasy scales on his head.', 'jaundice', undefined],
  ['Miminko má na hlavičce žluté mastné šupiny.', 'jaundice', undefined],
  ['The snot was clear and has turned yellow.', 'jaundice', undefined],
  ['His skin and eyes are yellow.', 'jaundice', 'present'],
  ['Oči má žluté.', 'jaundice', 'present'],
  ['Both elbow and shoulder NAD.', 'testicular_pain', undefined],
]);

readings('who feels as if stabbed or kicked was not, and who was is hurt', [
  ['It feels as if I had been stabbed in the back.', 'stab_or_gunshot', undefined],
  ['A pain stabbed me in the chest.', 'stab_or_gunshot', undefined],
  ['I have been stabbed in the back.', 'stab_or_gunshot', 'present'],
  ['My thigh aches as though I had been kicked by a pony.', 'dangerous_mechanism', undefined],
  ['I was kicked by a pony.', 'dangerous_mechanism', 'present'],
]);

readings('the cold out there knocks nobody out', [
  ["It's cold out here.", 'drowsy', undefined],
  ["I'm out in the cold all day.", 'fainted', undefined],
  ['She is out cold.', 'drowsy', 'present'],
]);

readings('a figure of speech takes back nothing that is told plainly', [
  ['He had a seizure yesterday, today he threw a fit about the bill.', 'had_seizure', 'present'],
  ['He threw a fit about the bill.', 'had_seizure', undefined],
  ['I cannot breathe. Last week we laughed until we could not breathe.', 'breathless_at_rest', 'present'],
  ['He has a fever of 39. We have football fever at home.', 'has_fever', 'present'],
]);

alarms('a phrase is not read without the little words that make it one', {
  harmless: [
    'I have a rash and no idea why.',
    'Things are not that bad, just a runny nose.',
    'I am out to get milk and have a blister.',
    'I see a bone doctor on Monday for my bunion.',
    'We are going to do it tonight, the bath with oats for her dry skin.',
    'I write letters to my children and my wrist aches.',
    'I am thinking of ending my gym membership.',
    'My toddler drifted in and out of sleep because of a blocked nose.',
    'I find it hard to swallow large tablets, could I have a syrup for my cough?',
    'He cut himself off from friends and bites his nails.',
    'My lips are blue from blueberries.',
    'Už nechci ty kapky do nosu.',
    'Nevím, kde mi hlava stojí, tolik mám práce, a mám rýmu.',
    'Syn odmítá chodit do školy, jinak je zdravý.',
    'Modřina na stehně už žloutne.',
    'Bojím se, že to udělám špatně s tím obvazem.',
  ],
  danger: [
    'She has no idea who we are.',
    'He sees things that are not there.',
    'They are out to get me.',
    "I've worked out how I'm going to end it and I'm going to do it tonight.",
    'He swallowed tablets.',
    'Najednou neví, kde je.',
    'You can see bone in the cut on his leg.',
    'Got a shock from the kettle and his hand is burnt.',
  ],
});

readings('"no" behind a list that "or" ends denies the whole list', [
  ['Confusion or drowsiness: no.', 'confusion', 'absent'],
  ['Confusion or drowsiness: no.', 'drowsy', 'absent'],
  ['Swelling of the face, lips or tongue: no.', 'face_or_tongue_swelling', 'absent'],
  ['Chest pain or breathlessness: no, fever: yes.', 'has_chest_pain', 'absent'],
  ['Chest pain or breathlessness: no, fever: yes.', 'has_fever', 'present'],
  ['Bolest na hrudi nebo dušnost - ne, horečka - ano', 'has_chest_pain', 'absent'],
  ['Cough, fever: no.', 'has_cough', 'present'],
  ['Headache or vomiting: no change.', 'has_headache', 'present'],
]);
