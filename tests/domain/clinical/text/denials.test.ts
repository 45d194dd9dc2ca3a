import { compileLexicon, createTextReader } from '../../../../domain/clinical/text/index.ts';
import { sensesLexicon } from './lexicon.ts';
import { summarize, table as tableOf, type Row } from './reading.ts';

const reader = createTextReader(compileLexicon(sensesLexicon));

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

table('another sign of the same finding', [
  ['Subcostal recession, no grunting', '+laboured'],
  ['recession. No grunting.', '+laboured'],
  ['No grunting, but recession', '+laboured'],
  ['recession this morning, no recession now', '-laboured'],
  ['no recession and no grunting', '-laboured'],
  ['vtahuje mezižebří, naříkavý dech nemá', '+laboured'],
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
  ['nemůžu být těhotná', '-pregnant sex=female'],
  ['těhotná být nemůžu', '-pregnant sex=female'],
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
  ['moje půlroční dcera má horečku', '+fever age=6 sex=female'],
  ['půlroční kašel', '+cough +for_half_a_year duration_hours=4380'],
]);

table('a negative test denies nothing but what it tested', [
  ['Covid test negative: fever, cough and shortness of breath', '+fever +cough +dyspnoea'],
  ['Pregnancy test negative: abdominal pain', '-pregnant +abdominal_pain'],
  ['HIV negative: fever, stiff neck', '-immunosuppressed +fever +neck_stiffness'],
  ['CT negative for a rash: headache', '-rash +headache'],
  ['Bloods -ve for now: chest pain', '+chest_pain'],
  ['Negative for two days, fever', '+fever duration_hours=48'],
  ['Denies the following: fever, cough', '-fever -cough'],
]);

table('what "and" joins to a denial may be there', [
  ['horečka bez kašle a ztuhlá šíje', '+fever -cough +neck_stiffness'],
  ['headache without fever and stiff neck', '+headache -fever +neck_stiffness'],
  ['chest pain, no cough and shortness of breath', '+chest_pain -cough +dyspnoea'],
  ['no fever and severe chest pain', '-fever +chest_pain'],
  ['no fever, sudden chest pain', '-fever +chest_pain'],
  ['no rash and a stiff neck', '-rash +neck_stiffness'],
  ['bez vyrážky a silná bolest břicha', '-rash +abdominal_pain'],
  ['nemám horečku, ztuhlá šíje', '-fever +neck_stiffness'],
  ['denies cough, now chest pain', '-cough +chest_pain'],
  ['no fever and cough', '-fever -cough'],
  ['bez horečky a zimnice, bolest hlavy', '-fever +headache'],
]);

table('a list before a denial is denied only as its object', [
  ['bolest na hrudi, dušnost a horečku neguje', '+chest_pain +dyspnoea -fever'],
  ['bolest na hrudi a kouření popírá', '+chest_pain -smoking'],
  ['bolest hlavy od rána ani vyrážku neguje', '+headache -rash +under_a_day duration_hours=6'],
  ['silná bolest hlavy ani vyrážku neguje', '+headache -rash'],
  ['vyrážku a kašel nemám', '-rash -cough'],
  ['bolest hlavy ani kašel nemám', '-headache -cough'],
  ['nevolnost a zvracení neguje', '-nausea -vomiting'],
  ['vyrážku neguje, bolest hlavy a zvracení', '-rash +headache +vomiting'],
  ['bolest břicha a horečku nemám změřenou', '+abdominal_pain +fever'],
  ['Abdominal pain and bowel sounds are absent', '+abdominal_pain'],
  ['Headache, vomiting and reflexes are absent', '+headache +vomiting'],
  ['Severe back pain, rash or fever absent', '+back_pain -rash -fever'],
  ['chest pain with pulses absent', '+chest_pain'],
]);

table('what nobody does about it is there', [
  ['Nobody is taking the chest pain seriously', '+chest_pain'],
  ['nobody has examined the rash', '+rash'],
  ['No one prescribed anything for the shortness of breath', '+dyspnoea'],
  ['nobody else cares that there is blood in urine', '+blood_in_urine'],
  ['nikdo neřeší bolest na hrudi', '+chest_pain'],
  ['nikdo nezjistil krev ve stolici', '+blood_in_stool'],
  ['nikdo vyrážku neviděl', '+rash'],
  ['nikdo z mé rodiny horečku nemá', ''],
  ['nobody has had a fever', ''],
]);

table('what was not seen may be there', [
  ['ztráta vědomí a puls jsem nenašel', '+fainting sex=male'],
  ['bolest na hrudi a úlevu jsem nenašel', '+chest_pain sex=male'],
  ['bolest hlavy a neviděl jsem', '+headache sex=male'],
  ['krev ve stolici jsem neviděl poprvé', '+blood_in_stool sex=male'],
  ['krev ve stolici jsem viděl, není to poprvé', '+blood_in_stool sex=male'],
  ['he fainted, I did not see when he passed out', '+fainting sex=male'],
  ['never seen so much blood in urine', '+blood_in_urine'],
  ['the heart attack I did not see', '+heart_attack'],
]);

table('what a denial says of something else', [
  ['no idea how I got this rash', '+rash'],
  ['I do not understand my headache', '+headache'],
  ['not a day goes by without chest pain', '+chest_pain duration_hours=24'],
  ['cannot eat without vomiting', '+vomiting'],
  ['without warning I fainted', '+fainting'],
  ['bez varování jsem omdlel', '+fainting sex=male'],
  ['have not found the cause of the chest pain', '+chest_pain'],
  ['nezjistili příčinu bolesti na hrudi', '+chest_pain'],
  ['neither rest nor tablets ease the headache', '+headache'],
  ['nemám léky na bolest na hrudi', '+chest_pain'],
]);

table('a denial without a finding of its own begins no list', [
  ['not feeling better, chest pain and sweating', '+chest_pain +sweating'],
  ['no food stays down, vomiting', '+vomiting'],
  ['žádná úleva, bolest na hrudi', '+chest_pain'],
  ['I am not pregnant, abdominal pain', '-pregnant +abdominal_pain'],
  ['nejsem těhotná, bolest břicha', '-pregnant +abdominal_pain sex=female'],
  ['nemám cukrovku, bolest na hrudi', '-diabetes +chest_pain'],
  ['no diabetes, migraine', '-diabetes -migraine'],
  ['no headache, swelling of the left leg', '-headache +swollen_leg'],
  ['I do not have a fever, cough or rash', '-fever -cough -rash'],
  ['I do not have fever, cough, rash', '-fever -cough -rash'],
]);

table('a reassurance that is taken back', [
  ['temperature is far from unremarkable', ''],
  ['temperature is unremarkable until noon', ''],
  ['teplotu mám normální, jen večer ne', ''],
  ['temperature is normal except at night', ''],
  ['temperature is normal, cough', '-fever +cough'],
]);
