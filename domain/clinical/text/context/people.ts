import { wordsBefore } from '../language/nearby-words.ts';
import type { Passage } from '../language/passage.ts';
import { wordMap, words } from '../language/word-list.ts';
import { isSmallNumberWord } from '../values/numbers.ts';

/**
 * Who a statement is about. `child` and `partner` are patients as soon as more is said of them than of the writer; `kin`
 * (parents, siblings) only when the text is plainly about their present illness, a `friend` only when it happens now;
 * `stranger` never. `third` is he
 * or she.
 */
type PersonKind = 'self' | 'child' | 'partner' | 'kin' | 'friend' | 'stranger' | 'third';
/** `name` is the kind, and for all but the writer the sex as far as it is told: f, m or x. */
export type Person = { kind: PersonKind; name: string; at: number };

type Relative = Exclude<PersonKind, 'self' | 'third'>;

/** Folded forms; the key is kind and sex (f, m or x). */
const RELATIVES = wordMap(`
  child m: son sons grandson boy lad syn syna synovi synu synem synek synka synkovi vnuk vnuka vnukovi chlapec chlapce chlapci kluk;
  child f: daughter granddaughter girl dcera dceru dceri dcery dcerou dcerka dcerku dcerce vnucka vnucku vnucce holcicka
    holcicku holcicce;
  child x: child kid baby toddler infant newborn grandchild dite ditete diteti miminko miminka miminku mimino kojenec
    kojence kojenci batole batolete novorozenec novorozence;
  partner m: husband hubby boyfriend manzel manzela manzelovi pritel pritele priteli;
  partner f: wife missus girlfriend manzelka manzelku manzelce manzelky pritelkyne pritelkyni;
  partner x: partner spouse fiance partnera partnerovi partnerka partnerku partnerce;
  kin m: father dad dads daddy brother grandfather grandpa granddad grandad uncle nephew bro
    tatka tatku tatkovi tatko bracha brachu brachovi otec otce otci otcem otcovi tata tatu tatovi tatinek tatinka tatinkovi bratr bratra bratrovi deda dedu dedovi dedecek dedecka dedeckovi stryc stryce strejda;
  kin f: mother mom mum mums moms mommy mummy sister grandmother grandma granny nan nana gran sis auntie aunt
    niece mamka mamku mamce segra segru segre matka matku matce matky mama mamu maminka maminku mamince sestra sestru sestre babicka babicku babicce babi teta tetu tete;
  kin x: children kids deti cousin sibling twin parent parents siblings grandparents grandmothers grandfathers aunts uncles
    cousins brothers sisters rodice rodicu sourozenec sourozenci bratranec sestrenice;
  friend x: friend roommate flatmate housemate colleague coworker neighbor neighbour classmate spolubydlici;
  friend m: kamarad kamarada kolega kolegu soused souseda spoluzak;
  friend f: kamaradka kamaradku kolegyne sousedka sousedku spoluzacka;
  kin m: tchan tchana tchanovi svagr svagra svagrovi; kin f: tchyne tchyni svagrova svagrovou;
  stranger x: friends colleagues coworkers neighbors neighbours boss classmates everyone everybody others people
    someone somebody sons relatives kamaradi kolegove spoluzaci nekdo vsichni ostatni lide
`);

/** Before a relative: then the relative is not the one who has it ("from my son", "s matkou"). */
const NOT_SUBJECT_BEFORE = new Set(
  words('from with by about for to of near od s se o pro k ke po vedle kvuli like than'),
);
const POSSESSIVE = new Set(
  words('my our the a an his her their muj moje moji meho memu me nas nase nasi nasemu sva svou'),
);
/** The patient's own family, told by somebody else: never the patient. */
const HIS_OR_HER = new Set(words('his her their jeho jeji jejich patients pacientova'));
/** "Kamarádčino miminko", "sestřin syn": of somebody else's family too. */
const OF_KIN_OR_FRIEND =
  /^(kamarad|kamaradc|soused|sousedc|koleg|kolegyn|pritelkyn|sestr|bratr|matc|mamin|tchyn|svagr|svagrin)(in|uv|ov)\w{0,2}$/;
/** "Children of all ages", "děti do tří let": not those of the writer. */
const CHILDREN = /^(children|kids|deti)$/;
const OF_ALL = /^(of|at|in|under|over|who|aged|do|od|v|ve|ktere)$/;
/** A relative who only tells about the patient. */
const REPORTS = new Set(
  words(`
    reports reported says said states stated noticed notices thinks thought told tells brought gives describes asks worries
    rika rikala udava popisuje uvadi privedla privedl privadi rekla tvrdi
  `),
);

/** "Since I was a kid", "jako dítě": the writer himself. */
const ONES_OWN_PAST = /\b(i was an?( \w+)?|byla? jsem|jsem byla?( \w+)?) $/;

const SELF = {
  en: new Set(words('i me my myself mine')),
  cs: new Set(
    words(`
    ja me mi mne mnou muj moje moji mam jsem citim kaslu zvracim krvacim dycham potim spim nemuzu nemohu muzu beru uzivam
    kourim piju trpim mivam nemam nejsem necitim bych
  `),
  ),
};
const THIRD = {
  en: wordMap('m: he him his; f: she her hers'),
  cs: wordMap('m: on ho jeho mu jemu; f: ona jeji ji'),
};

/** Every mention of a person in the passage, at most one per token, in order. */
export function readPeople(passage: Passage): Person[] {
  const people: Person[] = [];
  passage.tokens.forEach((token, at) => {
    if (token.kind !== 'word') return;
    const person = relativeAt(passage, at) ?? pronounAt(passage, at);
    if (person !== null) people.push(person);
  });
  return people;
}

function relativeAt(passage: Passage, at: number): Person | null {
  const word = (index: number): string => passage.tokens[index]?.word ?? '';
  const key = RELATIVES.get(word(at)) ?? (isUnnamedChild(passage, at) ? 'child x' : undefined);
  if (key === undefined) return null;
  if (ONES_OWN_PAST.test(wordsBefore(passage.tokens, at))) return null;
  const kind = key.split(' ')[0] as Relative;
  if (REPORTS.has(word(at + 1))) return null;
  if (HIS_OR_HER.has(word(at - 1)) || word(at - 1) === 's' || OF_KIN_OR_FRIEND.test(word(at - 1)))
    return NOT_SUBJECT_BEFORE.has(word(at - 2)) ? null : { kind: 'stranger', name: key, at };
  if (CHILDREN.test(word(at)) && OF_ALL.test(word(at + 1))) return { kind: 'stranger', name: key, at };
  const lead = POSSESSIVE.has(word(at - 1)) ? word(at - 2) : word(at - 1);
  return NOT_SUBJECT_BEFORE.has(lead) ? null : { kind, name: key, at };
}

const MY = new Set(['my', 'our']);
const AGE_WORDS = new Set(
  words(
    'year years yr yrs month months mo week weeks day days old yo y/o little younger older oldest youngest mala maly malou',
  ),
);
/** "dvouletý", "osmiměsíční", "roční". */
const AGE_ADJECTIVE = /(let[yaeiou]\w*|mesicni\w*|tydenni\w*|rocni\w*)$/;
const LONGEST_AGE = 4;

const tellsAge = (word: string): boolean =>
  AGE_WORDS.has(word) || AGE_ADJECTIVE.test(word) || isSmallNumberWord(word);

/** "my 5-year-old has a fever": a child without a noun of its own. */
function isUnnamedChild(passage: Passage, at: number): boolean {
  const word = passage.tokens[at]?.word ?? '';
  if (word !== 'old' && word !== 'yo' && word !== 'y/o') return false;
  if (RELATIVES.has(passage.tokens[at + 1]?.word ?? '')) return false;
  return passage.tokens.slice(Math.max(0, at - LONGEST_AGE), at).some((token) => MY.has(token.word));
}

function pronounAt(passage: Passage, at: number): Person | null {
  const word = passage.tokens[at]?.word ?? '';
  const { language } = passage.sentenceOf(at);
  // "me" and "my" are told by their sentence: in Czech "my" is "we", in English "mi" is nobody.
  if (SELF[language].has(word)) return isOfRelative(passage, at) ? null : { kind: 'self', name: 'self', at };
  const sex = THIRD[language].get(word);
  if (sex !== undefined)
    return isOfRelative(passage, at) ? null : { kind: 'third', name: `third ${sex}`, at };
  const other = language === 'en' ? 'cs' : 'en';
  if (word.length > 2 && SELF[other].has(word)) return { kind: 'self', name: 'self', at };
  return null;
}

/** "my mother", "moje dcera", "my 5-year-old": the pronoun belongs to the relative and does not speak of the writer. */
function isOfRelative(passage: Passage, at: number): boolean {
  if (!POSSESSIVE.has(passage.tokens[at]?.word ?? '')) return false;
  for (let step = 1; step <= LONGEST_AGE + 1; step += 1) {
    const token = passage.tokens[at + step];
    if (token === undefined) return false;
    if (RELATIVES.has(token.word) || isUnnamedChild(passage, at + step)) return true;
    if (token.kind === 'word' && !tellsAge(token.word)) return false;
  }
  return false;
}

/** True for a word that names a relative or a child, whatever its part in the sentence. */
export function isRelative(word: string): boolean {
  return RELATIVES.has(word);
}
