import { alarms, readings } from '../reading-tables.ts';

readings('mountains, diving and plaster, and what only sounds like them', [
  ['We flew straight into Cusco two days ago.', 'recent_ascent', 'present'],
  ['Bolí mě hlava od výstupu do 3500 m.', 'recent_ascent', 'present'],
  ['I am afraid of heights.', 'recent_ascent', undefined],
  ['Mám hory práce.', 'recent_ascent', undefined],
  ['My knees ache since diving yesterday.', 'recent_dive', 'present'],
  ['Včera jsem se potápěl s přístrojem do třiceti metrů.', 'recent_dive', 'present'],
  ['He dived into the shallow end.', 'recent_dive', undefined],
  ['My appetite has taken a dive.', 'recent_dive', undefined],
  ['It hurts when she bends.', 'recent_dive', undefined],
  ['My arm is in a cast since yesterday.', 'limb_in_cast', 'present'],
  ['Mám nohu v sádře.', 'limb_in_cast', 'present'],
  ['Mám nohu v sádře.', 'recent_surgery_or_immobility', 'present'],
  ['I put a plaster on the cut.', 'limb_in_cast', undefined],
  ['Dala jsem si na to náplast.', 'limb_in_cast', undefined],
  ['My heart feels funny.', 'has_palpitations', 'present'],
  ['Srdce mi nějak blbne.', 'has_palpitations', 'present'],
]);

alarms('at altitude, after a dive and in plaster', {
  danger: [
    'Since the climb to 4000 metres he staggers and makes no sense.',
    'V základním táboře ve 4500 m je dušný i v klidu a kašle.',
    'Since my scuba dive yesterday both legs tingle and feel weak.',
    'Ruku mám v sádře a prsty jsou studené a necítím je.',
  ],
  harmless: [
    'We were at the seaside and snorkelled, and my ears itch.',
    'The whole cast of the play has a cold.',
  ],
});
