import { tells } from '../../reading-tables.ts';

tells('what is taken back does not hold, and what replaces it does, as answers', [
  ['No, I mean yes.', '+has_fever', 'has_fever'],
  ['no wait, yes', '+has_fever', 'has_fever'],
  ['Yes. Sorry, no.', '-has_fever', 'has_fever'],
  ['no no, sorry, yes I do', '+has_fever', 'has_fever'],
  ['Yes... actually no', '-has_fever', 'has_fever'],
  ['ne, vlastně ano', '+has_fever', 'has_fever'],
  ['ano, teda ne', '-has_fever', 'has_fever'],
  ['jasně že ne', '-has_fever', 'has_fever'],
  ['jasně že jo', '+has_fever', 'has_fever'],
  ['ne, pardon, ano', '+has_fever', 'has_fever'],
  ['Ano. Vlastně ne.', '-has_fever', 'has_fever'],
  ['oops, I meant no', '-has_fever', 'has_fever'],
  ["yes, I mean no, I don't", '-has_fever', 'has_fever'],
  ['no, I mean not yesterday but today yes', '+has_fever', 'has_fever'],
  ['ne počkat, ano, trochu', '+has_chest_pain', 'has_chest_pain'],
  ['nope. oh wait, yes I do have one', '+has_cough', 'has_cough'],
  ['yes - sorry, I mean no', '-has_cough', 'has_cough'],
  ['No. Actually yes, a little.', '+has_headache', 'has_headache'],
  ['yes, yes of course', '+has_headache', 'has_headache'],
  ['jo, vlastně ne', '-has_cough', 'has_cough'],
  ['ne ne, chtěl jsem říct ano', '+has_cough', 'has_cough'],
  ['Ano. Pardon, ne.', '-vomiting', 'vomiting'],
  ['ne, opravdu ne', '-has_cough', 'has_cough'],
]);

tells('what is taken back does not hold, and what replaces it does', [
  ['I have chest pain, no sorry, I meant stomach pain.', '!has_chest_pain +has_abdominal_pain'],
  ['I have a cough, no wait, a sore throat.', '!has_cough +has_sore_throat'],
  ['Bolí mě hlava, teda ne, bolí mě krk.', '!has_headache'],
  ['Mám kašel, pardon, myslel jsem rýmu.', '!has_cough'],
  ['I have a headache, sorry, I meant a toothache.', '!has_headache'],
  ['I have chest pain, I mean really bad chest pain.', '+has_chest_pain'],
  ['Zvracím, teda ne, jen mám průjem.', '!vomiting +diarrhoea'],
]);
