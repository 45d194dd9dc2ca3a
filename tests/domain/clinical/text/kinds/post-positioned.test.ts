import { tells } from '../../reading-tables.ts';

tells('a denial that stands behind what it denies', [
  ['Fever was not seen.', '-has_fever'],
  ['Rash was not noted on arrival.', '-rash'],
  ['Neck stiffness was not found.', '-neck_stiffness'],
  ['Jaundice is not visible.', '-jaundice'],
  ['Swelling of the ankles could not be seen.', '-ankle_swelling'],
  ['The rash never came.', '-rash'],
  ['We have not noted a fever.', '-has_fever'],
  ['He has yet to develop a fever.', '-has_fever'],
  ['Spleen not palpable.', '-left_upper_fullness'],
  ['Climbs hills without getting any chest pain.', '-chest_pain_on_exertion'],
  ['I have a rash that was not there this morning.', '+rash'],
  ['I have not seen a doctor about the rash.', '+rash'],
  ['Uzliny na krku nehmatné.', '-enlarged_glands'],
  ['Zvětšené uzliny nezachyceny.', '-enlarged_glands'],
  ['Popřel horečku i kašel.', '-has_fever -has_cough'],
]);

tells('what "bez" governs goes on in the genitive of any noun', [
  ['Vlasy bez vší a hnid.', '-lice_or_nits'],
  ['Bez kašle a horečka 39.', '-has_cough +has_fever'],
  ['bez zvracení a průjmu', '-vomiting -diarrhoea'],
  ['bez rýmy a ztuhlá šíje', '-runny_nose +neck_stiffness'],
]);

tells('nobody in the family has it: what is said of the family is denied', [
  ['Nobody in my family has diabetes.', '-family_diabetes !diabetes'],
  ['V rodině nikdo cukrovku nemá.', '-family_diabetes !diabetes'],
  ['V rodině nikdo neměl rakovinu prsu.', '-family_breast_cancer'],
  ['Otec měl rakovinu střeva.', '+family_bowel_cancer'],
  ['Nobody at home has a cough.', '0has_cough'],
]);

tells('what pain makes one wish is a figure of speech, and is asked for', [
  ['The pain makes me want to die.', '!suicidal_intent !suicidal_thoughts +hopelessness'],
  ['My tooth hurts so much I want to die.', '!suicidal_intent !suicidal_thoughts +hopelessness'],
  ['Z té bolesti chci umřít.', '!suicidal_intent !suicidal_thoughts +hopelessness'],
  ['Bolest mě tak ničí, že chci umřít.', '!suicidal_intent +hopelessness'],
  ['I want to die.', '+suicidal_intent'],
  ['My life makes me want to die.', '+suicidal_intent'],
  ['The pain makes me want to kill myself.', '+suicidal_intent'],
  ['Chci umřít.', '+suicidal_intent'],
]);

tells('a wish to be dead, in every person and tense', [
  ['I wish I was dead.', '+suicidal_thoughts'],
  ['She wishes she was dead.', '+suicidal_thoughts'],
  ['He wished he were dead.', '+suicidal_thoughts'],
  ['They wish they were dead.', '+suicidal_thoughts'],
  ['Přeje si být mrtvá.', '+suicidal_thoughts'],
  ['Přála bych si být mrtvá.', '+suicidal_thoughts'],
]);

tells('only one thing is there', [
  ['no cough, only a fever', '-has_cough +has_fever'],
  ['No chest pain, just a cough.', '-has_chest_pain +has_cough'],
  ['Nemám kašel, jen horečku.', '-has_cough +has_fever'],
  ['Bez kašle, pouze horečka.', '-has_cough +has_fever'],
]);
