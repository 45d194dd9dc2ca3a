const SET_PHRASE = new RegExp(
  [
    '^(cold sores?|banging head|\\w+ (hurts?|pushes) me|(muz )?me bi(je|l)|bi(je|l) me|muz me \\w+|me \\w+ (pod krkem|za krk|za hrdlo)',
    '\\w+ me (pod krkem|za krk|za hrdlo)|(pri)?(skrtil|rdousil)a? me|me (pri)?(skrtil|rdousil)a?)$',
  ].join('|'),
);

/**
 * True for a phrase whose words say another thing in another form or at another place: a cold leg that pains is no cold
 * sore, and a banged head no banging one.
 */
export const isSetPhrase = (wording: readonly string[]): boolean => SET_PHRASE.test(wording.join(' '));
