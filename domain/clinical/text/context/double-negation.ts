import type { Passage } from '../language/passage.ts';
import { createSequenceTable, rowsOf } from '../language/sequences.ts';
import { isNegatedVerb, isNegatedWord } from '../language/words-cs.ts';
import type { Extent } from './extent.ts';

/** What denies the statement that follows: where that denies something itself, this is there. */
const DENIES_STATEMENT = createSequenceTable(
  rowsOf(
    'denies statement',
    `
    not true that, not true i, not true, not the case that, not that i, not that he, not that she, not that there, not as if, not like i, not as though
    cannot say that, cannot say i, cannot say he, cannot say she, not say that, not say i, not say he, not say she, not saying that, not saying i
    not claim that, not claim i, not deny, not denying, not believe that i, not a day when, not a day that, not a night when, wrong to say
    neni pravda ze, neni to pravda ze, neni pravda, ne ze bych, ne ze by, ne ze ne, nemuzu rict ze, nemohu rict ze, nemuzu tvrdit ze, nerikam ze, netvrdim ze
    nerekl bych ze, nerekla bych ze, neni to tak ze, neni to ze, neni tomu tak ze, neda se rict ze, nelze rict ze, neni dne kdy, neni den kdy, nebylo dne kdy
    neni noci kdy, nepopiram ze, nepopira ze, nepopiram
    `,
  ),
);
const DENIES = /^(no|not|never|cannot|without|none|nothing|bez|beze|zadn\w+|nikdy|ani|ne)$/;
/** So far before a mention stands what denies the statement about it. */
const REACH = 14;

/** "It is not true that I have no pain", "ne že bych neměl bolesti": a denial of a denial, before or inside the extent. */
export function isDenialDenied(passage: Passage, { first, last }: Extent): boolean {
  const { tokens } = passage;
  const begin = Math.max(passage.sentenceOf(first).first, first - REACH);
  for (let at = begin; at < first; at += 1) {
    const hit = DENIES_STATEMENT.at(tokens, at);
    if (hit === null) continue;
    const behind = tokens.slice(hit.last + 1, last + 1);
    return behind.some(({ word }) => DENIES.test(word) || isNegatedVerb(word) || isNegatedWord(word));
  }
  return false;
}
