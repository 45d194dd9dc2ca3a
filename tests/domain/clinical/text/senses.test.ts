import test from 'ava';
import { compileLexicon, createTextReader } from '../../../../domain/clinical/text/index.ts';
import { sensesLexicon } from './lexicon.ts';
import { summarize, table as tableOf, type Row } from './reading.ts';

const reader = createTextReader(compileLexicon(sensesLexicon));
const read = (text: string): string => summarize(reader.extract(text, null));

const table = (title: string, rows: readonly Row[]): void => tableOf(title, rows, read);

table('words that look like others', [
  ['hives on my arms', '+hives'],
  ['hives', '+hives'],
  ['HIV positive', '+immunosuppressed'],
  ['I have hay fever', '+hay_fever'],
  ['scarlet fever in the school', ''],
  ['a fever and hay', '+fever'],
  ['a crushing feeling', ''],
  ['I crushed my finger', '+limb_injury'],
  ['the scan rules the rest', ''],
  ['dribbling, a baby of 5 months', 'age=5'],
  ['dribbling at the end', '+weak_stream'],
  ['rána na noze', '+wound'],
  ['od rána kašel', '+cough +under_a_day duration_hours=6'],
  ['ráno kašel', '+cough'],
  ['rána začala hnisat', '+wound'],
  ['během dne kašel', '+cough'],
]);

table('little words that change the sense', [
  ['I feel sick', '+nausea'],
  ['I was sick twice', '+vomiting'],
  ['feeling sick and has been sick', '+nausea +vomiting'],
]);

table('habits that were left off or never taken up', [
  ['non-smoker', '-smoking'],
  ['non-smoker, diabetic', '-smoking +diabetes'],
  ['ex-smoker with diabetes', '-smoking +diabetes'],
  ['former smoker', '-smoking'],
  ['bývalý kuřák', '-smoking'],
  ['nekuřák', '-smoking'],
  ['never smoked, diabetic', '-smoking +diabetes'],
  ['I used to smoke', '-smoking'],
  ['přestal jsem kouřit', '-smoking sex=male'],
  ['gave up smoking ten years ago', '-smoking'],
  ['I am trying to quit smoking', '+smoking'],
  ['rash, non-itchy', '+rash -itchy_skin'],
  ['non itchy rash', '-itchy_skin +rash'],
]);

table('what somebody is allergic to is not taken', [
  ['allergic to warfarin', ''],
  ['I have an allergy to warfarin and a cough', '+cough'],
  ['warfarin allergy', ''],
  ['Allergies: penicillin, warfarin', ''],
  ['alergie na warfarin', ''],
  ['alergická na warfarin, kašel', '+cough'],
  ['I take warfarin, allergic to nuts', '+anticoagulants'],
  ['allergic to nuts, rash', '+rash'],
]);

table('excluded, and not excluded', [
  ['diabetes excluded', '-diabetes'],
  ['diabetes was ruled out by a test', '-diabetes'],
  ['CT excluded a heart attack', '-heart_attack'],
  ['CT rules out heart attack and he has a cough', '-heart_attack +cough sex=male'],
  ['vyloučena cukrovka', '-diabetes'],
  ['infarkt vyloučen', '-heart_attack'],
  ['cough, diabetes ruled out', '+cough -diabetes'],
  ['negative pregnancy test', '-pregnant'],
  ['pregnancy test negative', '-pregnant'],
  ['missed the pregnancy vaccine', ''],
  ['trying to get pregnant', 'sex=female'],
]);

test('what is not excluded or stands behind a question mark is possible', (t) => {
  for (const text of ['diabetes cannot be ruled out', 'diabetes not excluded', 'Impression: ? diabetes'])
    t.deepEqual(
      reader.extract(text, null).evidence.map(({ finding, confidence }) => [finding, confidence]),
      [['diabetes', 0.57]],
      text,
    );
  t.is(read('Is this serious ? I have a cough'), '+cough');
});

table('where something comes from or goes to', [
  ['bolí mě ucho a teče z něj hnis', '+ear_pain +ear_discharge'],
  ['My ear hurts and pus is coming out of it', '+ear_pain +ear_discharge'],
  ['pus is coming out of it', ''],
  ['my left arm goes red', ''],
  [
    'A crushing pressure behind the breastbone that goes into my left arm',
    '+chest_pressure +radiates_left_arm',
  ],
]);

table('what was named before and goes on without its name', [
  ['I fell on my knee. It is swollen.', '+knee_swelling'],
  ["I fell on my knee. It isn't swollen.", '-knee_swelling'],
  ['My knee aches but is not swollen', '-knee_swelling'],
  ['There is a mole on my back. It has grown.', '+mole_changed'],
  ['Upadl jsem na koleno. Je oteklé a není červené.', '+knee_swelling -red_knee sex=male'],
  ['Koleno bolí, ale oteklé není', '-knee_swelling'],
  // Somebody, something else, nothing at all, or too long ago.
  ['I fell on my knee. I am swollen.', ''],
  ['I fell on my knee. My hand is swollen.', ''],
  ['I fell on my knee. They are swollen.', ''],
  ['I fell on my knee. It hurts to look at red things.', ''],
  ['I fell on my knee. I went home. I had supper. It is swollen.', ''],
  ['I was knee deep in work. It is swollen.', ''],
]);

table('weight put on a leg is none gained', [
  ['I put on weight', '+weight_gain'],
  ['I cannot put weight on it', ''],
]);

table('a parent speaks of himself as well', [
  [
    'My 4 year old son has had a fever for two days. I have had a cough for three weeks myself.',
    '+fever duration_hours=48 age=48 sex=male',
  ],
  ['My daughter has a rash. I have a cough too. She is 5.', '+rash age=60 sex=female'],
  ['I have a cough myself', '+cough'],
]);

table('whoever tells what he sees and does is not the patient', [
  [
    "It's about my husband, he's 66. He has a cough and a fever. I counted his breaths.",
    '+cough +fever age=792 sex=male',
  ],
  [
    'My wife had our baby two hours ago. She has chest pain. I gave her water. The baby is fine.',
    '+chest_pain sex=female',
  ],
  [
    'I noticed a rash on my daughter. She has a fever. I have given her something.',
    '+rash +fever sex=female',
  ],
  [
    'A 7-year-old girl is brought by her mother because of fever. She has a headache.',
    '+fever +headache age=84 sex=female',
  ],
  ['Dcera má horečku. Všimla jsem si vyrážky. Dala jsem jí čaj a kašle.', '+fever +rash +cough sex=female'],
  ['Mám horečku a kašlu. Manžel má rýmu, ale jemu nic není.', '+fever +cough'],
]);

table('where much is said of both, the patient is whom most is said of', [
  ['I have chest pain and a cough. My husband had a fever.', '+chest_pain +cough'],
  ['I have a fever. My son has a rash. I feel dizzy and I have a headache.', '+fever +dizziness +headache'],
  [
    'My flatmate has had chest pain since this morning. He is vomiting.',
    '+chest_pain +under_a_day +vomiting duration_hours=6 sex=male',
  ],
]);

table('stretches that reach to now', [
  ['cough over the last year', '+cough duration_hours=8760'],
  ['cough in the last year', '+cough duration_hours=8760'],
  ['cough over the past months', '+cough duration_hours=2160'],
  ['for weeks I have had a cough', '+cough duration_hours=504'],
  ['kašel v posledním roce', '+cough duration_hours=8760'],
  ['cough last year', ''],
  ['cough two nights a week', '+cough'],
]);

table("clinicians' fractions", [
  ['cough 3/7', '+cough duration_hours=72'],
  ['cough for 2/52', '+cough duration_hours=336'],
  ['headache x 6/12', '+headache duration_hours=4320'],
  ['6/12 old baby with fever', '+fever age=6'],
  ['7/52 F, 10/7 cough', '+cough duration_hours=240 age=1 sex=female'],
  ['stopped tablets 6/52 ago, 2/7 headache', '+headache duration_hours=48'],
  ['vision 6/12, headache', '+headache'],
  ['cough, seen on 3/12/2024', '+cough'],
  ['pain 7/10', 'pain_severity=7'],
]);
