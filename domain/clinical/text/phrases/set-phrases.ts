const SET_PHRASE = new RegExp(
  [
    '^(cold sores?|((was|is|were|he|she|knocked|lying|lay|went) )*out cold( for)?|banging head|\\w+ (hurts?|pushes) me|(muz )?me bi(je|l)|bi(je|l) me|muz me \\w+|me \\w+ (pod krkem|za krk|za hrdlo)',
    'attack(ed|s|ing) his (brother|sister|wife)|\\w+ me (pod krkem|za krk|za hrdlo)|myvali \\w+|oci jako myval|(pri)?(skrtil|rdousil)a? me|me (pri)?(skrtil|rdousil)a?|(has|just|suddenly|husband|wife|dad|mum) stopped breathing)$',
  ].join('|'),
);

/**
 * True for a phrase whose words say another thing in another form or at another place: a cold leg that pains is no cold
 * sore, a banged head no banging one, a wife that gets attacks of pain nobody's victim, eyes that one has ("mívám
 * oči") are none of a racoon, and who stops breathing in his sleep has not stopped.
 */
export const isSetPhrase = (wording: readonly string[]): boolean => SET_PHRASE.test(wording.join(' '));
