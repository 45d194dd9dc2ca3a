const SET_PHRASE = new RegExp(
  [
    '^(cold sores?|banging head|\\w+ (hurts?|pushes) me|(muz )?me bi(je|l)|bi(je|l) me|muz me \\w+|me \\w+ (pod krkem|za krk|za hrdlo)',
    'attacked( (his|her|my|a|the))? \\w+|\\w+ me (pod krkem|za krk|za hrdlo)|(pri)?(skrtil|rdousil)a? me|me (pri)?(skrtil|rdousil)a?)$',
  ].join('|'),
);

/**
 * True for a phrase whose words say another thing in another form or at another place: a cold leg that pains is no cold
 * sore, a banged head no banging one, and the heart attack of a father no attack on him.
 */
export const isSetPhrase = (wording: readonly string[]): boolean => SET_PHRASE.test(wording.join(' '));
