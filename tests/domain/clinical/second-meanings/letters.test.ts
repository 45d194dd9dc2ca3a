import { alarms, readings } from '../reading-tables.ts';

alarms('what a letter suspects, and what only sounds like it', {
  danger: [
    '?PE',
    'Imp: ?PE.',
    'Chest pain, ?ACS.',
    'RIF pain, ?appendicitis.',
    'Query GBS.',
    'Susp. PE.',
    'Bolest břicha vpravo, susp. appendicitis.',
    'Hb dropped from 131 to 58.',
    'On clozapine, fever and sore throat.',
    'PICC line, shivering after it was flushed.',
    'Má VP shunt, bolí ho hlava a zvrací.',
  ],
  harmless: [
    'I missed the PE lesson.',
    'My remote needs an AAA battery.',
    'She has a VP shunt and a cut finger.',
    'I take the Central line to work.',
    'Is it bad ?should I go',
  ],
});

readings('what is to be excluded is not there, what was found behind the colon is', [
  ['To exclude sepsis: febrile and confused.', 'confusion', 'present'],
  ['To exclude sepsis: febrile and confused.', 'infection_emergency_named', undefined],
  ['K vyloučení sepse: horečka 39, zmatený.', 'confusion', 'present'],
  ['Please rule out appendicitis.', 'abdominal_emergency_named', undefined],
  ['Rule out: meningitis.', 'nervous_emergency_named', undefined],
]);
