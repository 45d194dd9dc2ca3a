import type { Token } from './token.ts';
import { words } from './word-list.ts';
import { isNegatedVerb, withoutNegation } from './words-cs.ts';

/**
 * Beginnings, behind the ne-, of verbs that deny nothing of what stands beside them: it went on ("bolest nepřestala"), nothing
 * helped, somebody was not able to, did not know or did nothing about it. Folded.
 */
const DENIES_NO_OBJECT = words(`
  presta usta spad kles poklesl odezne zmize vymize ustoup zlepsi lepsi zhorsi zmeni meni pomoh pomaha zabra zabir ulevi
  uleva povoli polevi splask zhoji zahoji hoji vyresi resi leci vyleci zastavi zklidni uklidni zmirni utisi presel presla preslo
  presly prechaz skonci uplyn mizel opusti mohl moh doka umel smel chtel vedel zna pozna chapa pochopi rozum tusi pamat
  vzpom veri mysle vydrze snes zvlad stihl stiha sel sla slo sli jel spal usnul vyspa rek rika volal zavola navstiv cekal bal
  odpovid reag fung zajim maza da dala dalo dali delal mus libi bavi trapi vadi vsima starala staral rusi nechal dorazil dovol
  vysetr predeps prihlas objedn
`);
/** Adjectives in -lý that have the form of a past tense where the accents are left out. */
const ADJECTIVES = words('zvykl obvykl dospel zral mil dbal duzival cel smel mal stal');
const PAST_TENSE = /l[aoiy]?$/;
const ACCENTED = /[ýáé]$/i;
/**
 * Verbs whose present denies as well. Of others it tells what somebody cannot do as often ("neobuju se", "neudrží se"): read as
 * denials they denied as many complaints as they found denials.
 */
const DENIES_IN_PRESENT = words(`
  hmat nachaz byva tvori prac jezd cestuj objevuj vykazuj vyskytuj projevuj pocituj zaznamenav deje vyvola
`);

/**
 * A Czech verb with ne- that says of its object or subject that it is not there, whatever the verb: "neudělala se", "nestříkal",
 * "nenacházím". Not where it is told in the present what somebody cannot do, and not an adjective.
 */
export function deniesObject(text: string, { word, start, end }: Token): boolean {
  if (isNegatedVerb(word)) return true;
  const verb = withoutNegation(word);
  if (verb === null || DENIES_NO_OBJECT.some((stem) => verb.startsWith(stem))) return false;
  if (DENIES_IN_PRESENT.some((stem) => verb.startsWith(stem))) return true;
  if (!PAST_TENSE.test(verb) || ACCENTED.test(text.slice(start, end))) return false;
  return !ADJECTIVES.some((stem) => verb.startsWith(stem));
}
