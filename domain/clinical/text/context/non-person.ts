import type { Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import type { Extent } from './extent.ts';

/** What has no person as its experiencer: what is told of an animal, in a leaflet, in a film. */
export const isAboutNoPerson = (passage: Passage, extent: Extent): boolean =>
  isOfAnimal(passage, extent) || isOfAdviceOrStory(passage, extent);

const ANIMALS = new Set(
  words(`
    dog dogs puppy puppies cat cats kitten kittens hamster hamsters rabbit rabbits horse horses pony parrot tortoise
    pes psa psovi pejsek pejska fena fenka fenku stene kocka kocku kocce kocour kocoura kote krecek krecka kralik kralika
    morce kun kone papousek papouska
  `),
);
/** True for the name of an animal that people keep. */
export const isAnimal = (word: string): boolean => ANIMALS.has(word);

/** What an owner tells of how it is. */
const AILS = new Set(
  words(`
    is are was were has have had got gets cannot can died vomited vomits vomiting collapsed fainted limps limped coughs
    coughed ate swallowed keeps kept started suffers suffered lies lay stopped bleeds bled
    je jsou byl byla bylo ma mel mela nemuze dostal dostala zvraci zvracel zvracela kasle kaslal kulha snedl snedla umrel
    umrela trpi lezi lezel lezela nedycha dycha prestal prestala krvaci krvacel krvacela nevstava nezere
  `),
);
/** What it does to people is told of them. */
const HARMS =
  /^(bit|bites?|bitten|biting|scratch\w*|lick\w*|kick\w*|jump\w*|knock\w*|attack\w*|pull\w*|tripp\w*|fell|fall\w*|land\w*|step\w*|stood|butt\w*|threw|throw\w*|drag\w*|lung\w*|snapp\w*|nipp\w*|claw\w*|peck\w*|hit|crush\w*|roll\w*|maul\w*|hold|teeth|allerg\w*|alergi\w*|(po)?kous\w*|(po)?skrab\w*|kopl\w*|nakopl\w*|skoc\w*|sraz\w*|poval\w*|napad\w*|(o)?liz\w*|strh\w*|slapl\w*|zuby)$/;
/** Somebody: from there on the sentence may speak of him. */
const SOMEBODY = new Set(
  words(`
    i me my myself we us our he him his she her who
    ja me mi mne mam muj moje moji jsem jsme nas nam ho mu ji jeho jeji syn syna dcera dceru
  `),
);
const OF_WHOM = new Set(words('by with from of at on near to od se o na po u'));
const LEADS = new Set(words('our my the a her his their nas nase nasi nasemu muj moje'));

/** "Our dog vomited blood": said of an animal, in its own part of the sentence. */
function isOfAnimal(passage: Passage, { first, last }: Extent): boolean {
  const { tokens } = passage;
  const word = (at: number): string => tokens[at]?.word ?? '';
  for (let at = first - 1; at >= passage.segmentOf(first).first; at -= 1) {
    if (!ANIMALS.has(word(at))) {
      if (SOMEBODY.has(word(at))) return false;
      continue;
    }
    const lead = LEADS.has(word(at - 1)) ? word(at - 2) : word(at - 1);
    const verb = word(at + 1) === 'next' && word(at + 2) === 'door' ? word(at + 3) : word(at + 1);
    if (OF_WHOM.has(lead) || !AILS.has(verb)) return false;
    return !tokens.slice(at + 1, last + 1).some((token) => HARMS.test(token.word));
  }
  return false;
}

const PAPER =
  /^(leaflet|leaflets|insert|card|kartick\w{1,2}|brochure|poster|letak\w{0,2}|letac\w{1,2}|pribalov\w{1,3})$/;
const SAYS =
  /^(says?|said|saying|lists?|listed|states|warns|mentions?|about|on|o|ze|pise|pisou|stoji|stalo|uvadi|uvadej\w*|varuje)$/;
const STORY = /^(film|filmu|movie|novel|series|serial\w?|roman\w?)$/;
const TELLS = /^(where|about|kde|jak|o)$/;
/** So far from the paper or the film stands what it does. */
const NEAR = 4;
const ADVISED = /^(advised|counselled|counseled|educated)$/;
const ABOUT = /^(re|about|regarding)$/;
const ADVISED_CS = /^(pouc|edukov)en\w?$/;
const IN_CASE = /^(pri|pokud|kdyby|pripade|kdyz|jestli)$/;
const BUT = /^(but|however|although|ale|avsak|nicmene)$/;

/**
 * "The leaflet says to call an ambulance if your lips swell", "poučen: při horečce ihned k vyšetření", "a film where somebody
 * drowned": what a paper, a story or somebody's advice speaks of, as long as the sentence does not go on about a person.
 */
function isOfAdviceOrStory(passage: Passage, { first }: Extent): boolean {
  const { tokens } = passage;
  const word = (at: number): string => tokens[at]?.word ?? '';
  const isNear = (at: number, wanted: RegExp): boolean =>
    tokens.slice(at, at + NEAR).some((token) => wanted.test(token.word));
  let isCase = false;
  for (let at = first - 1; at >= passage.sentenceOf(first).first; at -= 1) {
    if (BUT.test(word(at)) || SOMEBODY.has(word(at))) return false;
    if (PAPER.test(word(at)) && isNear(at, SAYS)) return true;
    if (STORY.test(word(at)) && isNear(at, TELLS)) return true;
    if (ADVISED.test(word(at)) && ABOUT.test(word(at + 1))) return true;
    if (ADVISED_CS.test(word(at)) && isCase) return true;
    isCase ||= IN_CASE.test(word(at));
  }
  return false;
}
