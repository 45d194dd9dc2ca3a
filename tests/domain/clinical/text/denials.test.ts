import { createTextReader } from '../../../../domain/clinical/text/index.ts';
import { sensesLexicon } from './lexicon.ts';
import { summarize, table as tableOf, type Row } from './reading.ts';

const reader = createTextReader(sensesLexicon);

const table = (title: string, rows: readonly Row[]): void =>
  tableOf(title, rows, (text) => summarize(reader.extract(text, null)));

table('a denial behind its object', [
  ['v moči jsem krev neviděl', '-blood_in_urine sex=male'],
  ['krev v moči jsem nenašel', '-blood_in_urine sex=male'],
  ['vyrážku jsem na ní nespatřila', '-rash'],
  ['blood in the urine I have not seen', '-blood_in_urine'],
  ["chest pain I don't have", '-chest_pain'],
  ['chest pain I have not understood', '+chest_pain'],
  ['bolest hlavy a neviděl jsem lékaře', '+headache sex=male'],
  ['krev ve stolici nebyla', '-blood_in_stool'],
  ['ještě nebyl na stolici', '+constipation'],
  ['stolice byla bílá', '+pale_stools'],
  ['stolice byla', ''],
]);

table('a denial of all that stands before it', [
  ['Fever, cough and rash are absent.', '-fever -cough -rash'],
  ['Nausea and vomiting are not present', '-nausea -vomiting'],
  ['Fever, rash or cough not present', '-fever -rash -cough'],
  ['horečku a vyrážku neguje', '-fever -rash'],
  ['horečku, kašel i vyrážku neguje', '-fever -cough -rash'],
  ['kašel nepřítomen', '-cough'],
  ['fever did not occur', '-fever'],
  ['Negative: fever, cough', '-fever -cough'],
  ['-ve for fever', '-fever'],
  ['cough and fever absent', '+cough -fever'],
  ['I have a cough and the fever is absent', '+cough -fever'],
  ['bolest hlavy, zvracení neguje', '+headache -vomiting'],
]);

table('what "and" joins to a denial', [
  ['headache without nausea and vomiting', '+headache -nausea -vomiting'],
  ['headache, no nausea and vomiting', '+headache -nausea -vomiting'],
  ['bolest hlavy bez zvracení a vyrážky', '+headache -vomiting -rash'],
  ['bez bolesti na hrudi', '-chest_pain'],
  ['rash without fever and with headache', '+rash -fever +headache'],
  ['bez horečky a bolí mě hlava', '-fever +headache'],
  ['chest pain, no fever, cough', '+chest_pain -fever +cough'],
  ['no rash and fever 39', '-rash +fever temperature_c=39'],
  ['bez kašle a horečka 39', '-cough +fever temperature_c=39'],
  ['I have not seen a doctor about the chest pain', '+chest_pain'],
]);

table('what cannot be, and what nobody else has', [
  ['nemůžu být těhotná', '-pregnant'],
  ['těhotná být nemůžu', '-pregnant'],
  ['I cannot be pregnant', '-pregnant'],
  ['my pregnancy test came back negative', '-pregnant'],
  ['nobody in the house is pregnant', ''],
  ['no one else at home has a fever', ''],
  ['nikdo doma není těhotný', ''],
  ['nobody else is ill, fever and cough', '+fever +cough'],
  ['nobody knows why my head hurts', '+headache'],
  ['nobody has seen the rash', '+rash'],
  ['vyrážku nikdo neviděl', '+rash'],
  ['doma nikdo nekašle, já kašlu', '+cough'],
]);

table('normal values', [
  ['teplotu mám normální', '-fever'],
  ['teplota je v normě', '-fever'],
  ['teplota je v pořádku', '-fever'],
  ['temperature is unremarkable', '-fever'],
  ['teplota není normální', ''],
  ['mám teploty', '+raised_temperature'],
  ['GCS 15', '-drowsy'],
  ['GCS 14/15', ''],
]);

table('words of a phrase that look like a denial or an age', [
  ['sees people who are not there', '+hallucinations'],
  ['říká, že by nám bez ní bylo líp', '+despair'],
  ['a 3-week-old with fever', '+fever age=0'],
  ['a week of fever', '+fever +fever_for_days duration_hours=168'],
]);
