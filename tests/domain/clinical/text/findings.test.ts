import test from 'ava';
import { ordered, read, reader, table, type Row } from './reading.ts';

table('word forms and word order, English', [
  ['I have a fever', '+fever'],
  ['Fevers and coughing', '+fever +cough'],
  ['chest pain', '+chest_pain'],
  ['pain in my chest', '+chest_pain'],
  ['my chest hurts', '+chest_pain'],
  ['my chest really hurts a lot', '+chest_pain'],
  ['pain in the left side of my chest', '+chest_pain'],
  ['my head is aching', '+headache'],
  ['bad headaches', '+headache'],
  ['pain in my chest and arm', '+chest_pain +arm_pain'],
  ['chest and back pain', '+chest_pain +back_pain'],
  ['I vomited this morning', '+vomiting'],
  ['I keep throwing up', '+vomiting'],
  ['I feel nauseous and dizzy', '+nausea +dizziness'],
  ['light-headed', '+dizziness'],
  ['lightheaded', '+dizziness'],
  ['my leg is swollen', '+swollen_leg'],
  ['blood in my urine', '+blood_in_urine'],
  ['diarrhea', '+diarrhoea'],
  ['my neck is very stiff', '+neck_stiffness'],
  ['the pain came back yesterday', ''],
  ['my throat is sore', '+sore_throat'],
]);

table('a pattern is any of the words at each of its places', [
  ['I am winded just sitting in my chair', '+breathless_at_rest'],
  ['puffed even when resting', '+breathless_at_rest'],
  ['not breathless when sitting', '-breathless_at_rest'],
  ['winded after the stairs', ''],
  ['I was sitting in my armchair', ''],
  ['I was sitting down. Then I ran and was winded', ''],
  ['jsem zadýchaná i v klidu', '+breathless_at_rest'],
  ['v křesle není zadýchaný', '-breathless_at_rest'],
  ['po schodech jsem zadýchaná', ''],
]);

table('word forms and word order, Czech', [
  ['mám horečku', '+fever'],
  ['bolest na hrudi', '+chest_pain'],
  ['bolí mě na hrudníku', '+chest_pain'],
  ['na hrudi mě bolí', '+chest_pain'],
  ['na hrudi mám už druhý den silnou bolest', '+chest_pain duration_hours=48'],
  ['bolesti hlavy', '+headache'],
  ['hlava mě bolí', '+headache'],
  ['strašně mě bolí hlava', '+headache'],
  ['bolí mě břicho a záda', '+abdominal_pain +back_pain'],
  ['bolest hlavy a břicha', '+headache +abdominal_pain'],
  ['kašlu a mám rýmu', '+cough'],
  ['zvracela jsem', '+vomiting sex=female'],
  ['motá se mi hlava', '+dizziness'],
  ['hlava se mi točí', '+dizziness'],
  ['mám oteklou nohu', '+swollen_leg'],
  ['otoky nohou', '+swollen_leg'],
  ['krev v moči', '+blood_in_urine'],
  ['moc mě bolí hlava', '+headache'],
  ['mám tmavou moč', '+dark_urine'],
  ['s vyrážkou a průjmem', '+rash +diarrhoea'],
  ['ztratil vědomí', '+fainting'],
  ['po ztrátě vědomí', '+fainting'],
  ['bolí mě v krku', '+sore_throat'],
  ['dýchat nemůžu', '+dyspnoea'],
  ['závratě', '+dizziness'],
]);

table('without accents, with typing errors, mixed', [
  ['mam horecku a kasel', '+fever +cough'],
  ['boli me na hrudniku', '+chest_pain'],
  ['MÁM HOREČKU', '+fever'],
  ['bolest hlavi', '+headache'],
  ['hedache', '+headache'],
  ['headahce', '+headache'],
  ['vomitting and diarhea', '+vomiting +diarrhoea'],
  ['shortnes of breth', '+dyspnoea'],
  ['mám horčeku', '+fever'],
  ['zvraceni a prujem', '+vomiting +diarrhoea'],
  ['mám suchej kašel a votok', '+cough'],
  ['mám vysokej tlak', '+hypertension'],
  ['palpitatoins', '+palpitations'],
  ['I have bolest hlavy and fever', '+headache +fever'],
  ['mám headache a fever', '+headache +fever'],
  ['I sat on the couch, the weather never changed', ''],
  ['kolem domu je hezky', ''],
  ['chest pian', '+chest_pain'],
  ['nose drops from him, něj a něco', ''],
]);

table('negation, English', [
  ['no fever', '-fever'],
  ['no fever, cough or rash', '-fever -cough -rash'],
  ['No fever, cough, rash.', '-fever -cough -rash'],
  ['I do not have a fever', '-fever'],
  ["I don't have a fever", '-fever'],
  ['I dont have a cough', '-cough'],
  ['without fever', '-fever'],
  ['chest pain without nausea or vomiting', '+chest_pain -nausea -vomiting'],
  ['he denies chest pain, shortness of breath and fever', '-chest_pain -dyspnoea -fever sex=male'],
  ['negative for cough', '-cough'],
  ['no sign of rash', '-rash'],
  ['never coughing', '-cough'],
  ["my chest doesn't hurt", '-chest_pain'],
  ['no fever but I have a cough', '-fever +cough'],
  ['No fever, however there is a rash', '-fever +rash'],
  ['no fever and I am coughing', '-fever +cough'],
  ['no fever, no cough, rash on the legs', '-fever -cough +rash'],
  ['chest pain, no fever, cough', '+chest_pain -fever +cough'],
  ['no fever, dry cough for a week', '-fever +cough duration_hours=168'],
  ['fever: no, cough: yes', '-fever +cough'],
  ['fever absent', '-fever'],
  ['neither fever nor cough', '-fever -cough'],
  ['free of fever', '-fever'],
  ['nothing but a cough', '+cough'],
  ['no chest pain on exertion', '-pain_on_exertion'],
  ['neither chest pain nor shortness of breath', '-chest_pain -dyspnoea'],
  ['fever (-), cough (+)', '-fever +cough'],
  ['Fever? No. Cough? Yes.', '-fever +cough'],
  ['Negative for diarrhea, fever. Positive for nausea, vomiting.', '-diarrhoea -fever +nausea +vomiting'],
  ['no fever\n- cough\n- rash', '-fever +cough +rash'],
  ['no fever/cough', '-fever -cough'],
  ['I have not been coughing because I took syrup for my fever', '-cough +fever'],
  ['I have never fainted or felt dizzy', '-fainting -dizziness'],
  ['He has never fainted or had chest pain', '-chest_pain -fainting sex=male'],
  ['Never fainted. He had chest pain', '+chest_pain -fainting sex=male'],
  ['No illness: no fever, cough, rash', '-fever -cough -rash'],
  ["I can't see any rash", '-rash'],
  ['rash 0, cough 0', '-rash -cough'],
]);

table('negation, Czech', [
  ['nemám vyrážku, horečku ani kašel', '-rash -fever -cough'],
  ['horečku ale nemá', '-fever'],
  ['kašel, ale horečku nemá', '+cough -fever'],
  ['vyrážku nikde nevidím', '-rash'],
  ['nemám horečku', '-fever'],
  ['nebolí mě hlava', '-headache'],
  ['hlava mě nebolí', '-headache'],
  ['nekašlu', '-cough'],
  ['nezvracím', '-vomiting'],
  ['horečku nemám', '-fever'],
  ['mám kašel, horečku nemám', '+cough -fever'],
  ['nemám horečku ani kašel', '-fever -cough'],
  ['horečku ani kašel nemám', '-fever -cough'],
  ['horečku, kašel ani vyrážku nemám', '-fever -cough -rash'],
  ['bez horečky', '-fever'],
  ['bez horečky, kašle či vyrážky', '-fever -cough -rash'],
  ['bez horečky, bez kašle, vyrážka na nohou', '-fever -cough +rash'],
  ['žádná horečka', '-fever'],
  ['nemám žádnou horečku', '-fever'],
  ['kašel žádný', '-cough'],
  ['neguje bolest na hrudi, dušnost a horečku', '-chest_pain -dyspnoea -fever'],
  ['horečku popírá', '-fever'],
  ['nikdy jsem neměl kašel', '-cough sex=male'],
  ['nemám horečku, ale kašlu', '-fever +cough'],
  ['nemám horečku a kašlu', '-fever +cough'],
  ['necítím bolest na hrudi', '-chest_pain'],
  ['horečka ne, kašel ano', '-fever +cough'],
  ['nemam horecku', '-fever'],
  ['kašel, rýma, horečku nemá', '+cough -fever'],
  ['Bolest hlavy nemám, zvracení taky ne.', '-headache -vomiting'],
  ['Nezvracel, neměl horečku', '-vomiting -fever'],
  ['sice nemám horečku, zato kašlu', '-fever +cough'],
  ['nemám kašel, jen bolest v krku', '-cough +sore_throat'],
]);

table('negations that are none', [
  ['cannot breathe', '+dyspnoea'],
  ["I can't catch my breath", '+dyspnoea'],
  ['nemůžu dýchat', '+dyspnoea'],
  ['I cant sleep because of the cough', '+insomnia +cough'],
  ['no appetite', '+loss_of_appetite'],
  ['not only fever but also a rash', '+fever +rash'],
  ['nejen horečka, ale i kašel', '+fever +cough'],
  ['no change in the cough', '+cough'],
  ['I cannot stop vomiting', '+vomiting'],
  ['the headache is not going away', '+headache'],
  ["paracetamol doesn't help my headache", '+headache'],
  ["I don't know why my head hurts", '+headache'],
  ['nevím, proč mě bolí hlava', '+headache'],
  ['I have never had such a headache', '+headache'],
  ['nikdy jsem neměla takovou bolest hlavy', '+headache sex=female'],
  ['nevolnost', '+nausea'],
  ['nemůžu spát ani dýchat nemůžu', '+insomnia +dyspnoea'],
  ['no sign of a sign of rash', '-rash'],
  ['bolest hlavy bez úlevy po lécích', '+headache'],
  ['nechutenství', '+loss_of_appetite'],
]);

const UNCERTAIN: readonly Row[] = [
  ['maybe a fever', '+fever'],
  ['I might have a fever', '+fever'],
  ['I think I have a fever', '+fever'],
  ['possibly a fever or a rash', '+fever +rash'],
  ['?fever', '+fever'],
  ['možná mám horečku', '+fever'],
  ['asi mám horečku', '+fever'],
  ['snad jen horečka', '+fever'],
  ['Myslím, že mám horečku', '+fever'],
  ['horečka asi', '+fever'],
  ["I don't think I have a fever", '-fever'],
  ['nemyslím, že mám horečku', '-fever'],
  ['Nemůžu říct, že by mě bolelo na hrudi', '-chest_pain'],
  ["I'm not sure if I have a fever", '?fever'],
  ['nevím, jestli mám horečku', '?fever'],
];
table('uncertainty', UNCERTAIN);

test('what is uncertain has a lower confidence, an approximate time leaves it', (t) => {
  const confidences = (text: string): number[] =>
    reader.extract(text, null).evidence.map((entry) => entry.confidence);
  for (const [text] of UNCERTAIN)
    t.true(
      confidences(text).every((value) => value <= 0.57),
      text,
    );
  t.deepEqual(confidences('fever for maybe a week'), [0.95, 0.95]);
  t.deepEqual(confidences('horečka už asi 3 dny'), [0.95, 0.95]);
});

table("somebody else's", [
  ['my mother has diabetes', ''],
  ['matka má cukrovku', ''],
  ['My mother has migraine but I have chest pain', '+chest_pain'],
  ['matka má migrénu a já mám bolest na hrudi', '+chest_pain'],
  ['family history of heart attack', ''],
  ['family history of heart disease', '+family_heart_disease'],
  ['v rodině cukrovka', ''],
  ['My friend has a fever and I am coughing', '+cough'],
  ['everyone at work has a cough', ''],
  ['my son has a fever', '+fever sex=male'],
  ['dcera má horečku a kašle', '+fever +cough sex=female'],
  ['My son has a fever. He is vomiting.', '+fever +vomiting sex=male'],
  ['My son had a fever last month, now I have a headache', '+headache'],
  ['my husband passed out', '+fainting sex=male'],
  ['manžel má bolest na hrudi', '+chest_pain sex=male'],
  ['My mother, 78, has had chest pain since this morning', '+chest_pain duration_hours=6 age=936 sex=female'],
  ['54M with chest pain. His mother had a heart attack.', '+chest_pain age=648 sex=male'],
  ['Mother reports fever and cough', '+fever +cough'],
  ['I caught a cough from my son', '+cough'],
  ['mé dceři je špatně', '+nausea sex=female'],
  ['Tchán měl infarkt. Mně buší srdce.', '+palpitations'],
  ["I'm asking for my son, he has a fever", '+fever sex=male'],
  ['My mother told me that my cough sounds bad', '+cough'],
  ['45F with a cough. Husband has diabetes.', '+cough age=540 sex=female'],
  ['Husband has diabetes and a cough.', '+diabetes +cough sex=male'],
  ['Fever since yesterday. Daughter has diabetes.', '+fever +diabetes duration_hours=24 sex=female'],
]);

table('the past', [
  ['The chest pain has settled', ''],
  ['The chest pain has settled in the middle', '+chest_pain'],
  ['Googled heart attack, I have a cough', '+cough'],
  ['I had a fever two years ago', ''],
  ['I used to have chest pain', ''],
  ['kdysi jsem měla bolest na hrudi', 'sex=female'],
  ['v minulosti závratě', ''],
  ['no longer coughing', ''],
  ['the fever is gone', ''],
  ['horečka odezněla', ''],
  ['I have had this headache before', ''],
  ['před dvěma lety jsem měl bolest zad', 'sex=male'],
  ['loni kašel', ''],
  ['heart attack two years ago', '+heart_attack'],
  ['před rokem prodělal infarkt', '+heart_attack'],
  ['headache started two months ago', '+headache duration_hours=1440'],
  ['headache worse than before', '+headache'],
  ['cough and fever, two years ago back pain', '+cough +fever'],
  ['před týdnem jsem měl horečku, teď už jen kašlu', '+cough sex=male'],
]);

table('hypotheticals and questions', [
  ['if I get a fever I will call', ''],
  ['I am worried that I have diabetes', ''],
  ['afraid of a heart attack', ''],
  ['should I get a fever, what then', ''],
  ['bojím se, že mám infarkt', ''],
  ['bojím se infarktu', ''],
  ['kdybych měl horečku, přijdu', ''],
  ['pokud budu mít horečku, zavolám', ''],
  ['Is it a heart attack?', ''],
  ['Mám infarkt?', ''],
  ['Why does my head hurt?', '+headache'],
  ['proč mě bolí hlava?', '+headache'],
  ['My chest hurts, is it a heart attack?', '+chest_pain'],
  ['Could my chest pain be serious?', '+chest_pain'],
  ['I am worried because I have chest pain', '+chest_pain'],
  ['I am worried about my cough', '+cough'],
  ['if I walk, my chest hurts', '+chest_pain'],
  ["I feel like I'm going to pass out", ''],
  ['nearly passed out', ''],
  ['málem jsem omdlel', 'sex=male'],
  ['can you tell me whether you treat back pain', ''],
  ['co mám dělat s bolestí hlavy?', '+headache'],
]);

table('choices', [
  ['crushing chest pain', '+chest_pain pain_character=crushing'],
  ['the pain is crushing', 'pain_character=crushing'],
  ['svíravá bolest na hrudi', '+chest_pain pain_character=crushing'],
  ['a stabbing pain', 'pain_character=stabbing'],
  ['green grass', ''],
  ['I cough up green phlegm', '+cough sputum=green'],
  ['phlegm, mostly green', 'sputum=green'],
  ['no phlegm', '-sputum'],
  ['kašel bez hlenu', '+cough -sputum'],
  ['not a crushing pain', ''],
]);

test('a later plain statement wins, a doubtful one does not', (t) => {
  t.is(read('No fever. Since yesterday I do have a fever.'), ordered('+fever duration_hours=24'));
  t.is(read('I have a fever. No, wait, no fever.'), '-fever');
  t.is(read('I have a fever. Maybe no fever.'), '+fever');
});

test('confidence follows how the words were found', (t) => {
  const confidence = (text: string): number | undefined =>
    reader.extract(text, null).evidence.find((entry) => entry.finding === 'chest_pain')?.confidence;
  t.is(confidence('chest pain'), 0.95);
  t.is(confidence('Bolest na hrudi'), 0.95);
  t.is(confidence('pain in my chest'), 0.9);
  t.is(confidence('chset pain'), 0.75);
  t.is(confidence('maybe chest pain'), 0.57);
  t.is(confidence("I don't think I have chest pain"), 0.57);
});

test('spans are the words of the mention, in the text as it was written', (t) => {
  const spans = (text: string): unknown[] => reader.extract(text, null).evidence.map((entry) => entry.span);
  t.deepEqual(spans('🩺 Strašně mě BOLÍ, prosím, Hlava; horečku 39,5 nemám'), [
    { start: 14, end: 33, text: 'BOLÍ, prosím, Hlava' },
    { start: 35, end: 42, text: 'horečku' },
  ]);
  t.deepEqual(spans("My chest doesn't hurt."), [{ start: 3, end: 21, text: "chest doesn't hurt" }]);
});
