/** How people take back what they have just said: "no wait, yes", "bolí mě hlava, teda ne, krk". A row of sequences. */
export const CORRECTIONS = `
  i mean, i meant, i mean to say, i meant to say, actually, sorry, oh sorry, wait, hang on, hold on, oops, correction, rather, or rather
  scratch that, i take that back, my mistake, that is wrong, i was wrong
  vlastne, teda, tedy, pardon, pockat, pockej, pockejte, respektive, totiz, chci rict, chtel jsem rict, chtela jsem rict, oprava
  myslel jsem, myslela jsem, spletl jsem se, spletla jsem se, omlouvam se, promin, prominte, sorry jako
`;
