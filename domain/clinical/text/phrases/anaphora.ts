import { wordsAfter } from '../language/nearby-words.ts';
import type { Passage } from '../language/passage.ts';
import { openerAt } from '../language/separators.ts';
import type { Language } from '../language/vocabulary.ts';
import { words } from '../language/word-list.ts';
import type { Senses } from './senses.ts';

const withPlurals = (singular: readonly string[]): string[] => singular.flatMap((word) => [word, `${word}s`]);

/** Parts of the body, and what people tell of in several sentences; folded, in the forms in which they are named. */
const PARTS: Record<Language, ReadonlySet<string>> = {
  en: new Set([
    ...withPlurals(
      words(`
        ear eye eyelid nose nostril lip mouth tongue gum tooth throat face cheek jaw neck scalp head shoulder arm elbow
        wrist hand finger thumb knuckle chest breast nipple tummy belly stomach abdomen navel back side hip groin bottom
        buttock leg thigh knee kneecap calf shin ankle foot heel toe joint skin vagina vulva labia penis foreskin testicle
        scrotum ball nail
      `),
    ),
    ...words('feet teeth calves'),
  ]),
  cs: new Set(
    words(`
      ucho ucha uchu uchem usi ouska ousko oko oka oku okem oci vicko vicka vicku nos nosu nosem ret rty rtu pusa puse pusu
      usta jazyk jazyku dasen dasne dasni zub zubu krk krku hrdlo tvar tvari celist hlava hlavu hlave hlavy hlavo hlavou
      rameno ramena ramene ruka ruku ruky ruko ruce loket lokte loktu zapesti prst prstu prsty palec palce palci hrudnik prso
      prsa prsu bradavka bradavky bradavku bradavce bricho bricha brisko briska pupik pupiku zada zadek bok boku kycel kycle
      kycli trislo trisla noha nohu nohy noze stehno stehna stehnu koleno kolena kolene koleni kolenu lytko lytka lytku kotnik
      kotniku chodidlo chodidla pata paty patu kloub kloubu klouby kuze kuzi penis varle varlete nehet nehtu
    `),
  ),
};
const THINGS: Record<Language, ReadonlySet<string>> = {
  en: new Set([
    ...withPlurals(
      words(`
        rash spot patch lump bump mole wound cut graze scar bite sting burn blister ulcer sore boil abscess swelling bruise
        wart gland discharge phlegm sputum pee wee urine poo stool bleeding pain ache cough headache
      `),
    ),
    ...words('rashes patches abscesses'),
  ]),
  cs: new Set(
    words(`
      vyrazka vyrazku vyrazky flek fleku fleky skvrna skvrnu skvrny boule bouli bulka bulku bulky znamenko znaminko piha pihu
      pihy rana ranu rany jizva jizvu jizvy puchyr puchyre vred vredu strup otok otoku modrina modrinu modriny uzlina uzlinu
      uzliny vytok vytoku hlen hlenu hleny moc moci stolice stolici bolest bolesti kasel kasle
    `),
  ),
};

const IT = /^(it|they|them)$/;
const THEY = /^(they|them)$/;
const PLURAL = /(s|feet|teeth)$/;
const IT_CS = /^(nej|neho|nem|nim|ni|nich)$/;

/** What "it" does where it stands for what was named. */
const DOES = new RegExp(
  `^((${words('just now also really still only all both even').join('|')}|kind of|sort of) )*` +
    `(${words(`
      is are s was were has have had does do did looks? looked feels? felt seems? gets got getting went goes turned became
      itch(es|ed)? hurts? burns? stings? stung throbs? ach(es|ed)? bleeds? bled ooz(es|ed) weeps smells? swells? swelled
      keeps? kept leaks? peels? spreads? grows? grew rolls? moves? came comes blew crusts? popped burst stopped
    `).join('|')})\\b`,
);
/** "It hurts when I pee" and "it is hard to swallow" speak of nothing that was named. */
const NOTHING_NAMED = new RegExp(
  `^((${words('is was s gets feels really also only still so very').join('|')}|a bit) )*` +
    `(${words(`
      hurts? hurting burns? burning stings? sore painful hard difficult impossible easier worse better uncomfortable
    `).join('|')}) (${words('when whenever to if while every for on after').join('|')})\\b`,
);
/** Before "it": where something is, or what it comes out of. */
const PLACE = /^(in|on|from|under|inside|around|round|over|behind|near)$/;
const PLACE_CS = /^(z|ze|na|v|ve|u|kolem|okolo|pod|nad|po|do|za|pres|s)$/;

/** After "but" or "and", where the subject is left out: "but is not red". */
const GOES_ON: ReadonlySet<string> = new Set(words('is are was were has not does did looks feels'));
/** The same in a Czech clause, which has no need of a subject: "je oteklé", "nesvědí". */
const GOES_ON_CS: ReadonlySet<string> = new Set(
  words(`
    je neni jsou nejsou byl byla bylo byly nebyl nebyla nebylo nebyly boli neboli svedi nesvedi tece netece krvaci nekrvaci
    pali nepali roste neroste zvetsuje nezvetsuje mokva nemokva hnisa nehnisa otekl otekla oteklo otekly zcervenal zcervenala
    zcervenalo zrudl zrudla zrudlo vypada smrdi zapacha hreje cuka pulzuje
  `),
);
/** Of the writer, or of somebody who stands there as a pronoun. */
const OF_A_PERSON: ReadonlySet<string> = new Set(
  words('i he she we you im mam nemam jsem nejsem jsme mi me mne mu ji jemu ho ma nema beru bolela citim'),
);

/** "I hurt my back" names a part; "brought back" and "six foot" do not. */
const SPECIFIED: ReadonlySet<string> = new Set(
  words(
    'my your his her its our their the a an this that one both each left right l r s two three little big small',
  ),
);

/** So many sentences on, nobody says "it" of something any more. */
const REACH = 1;

type Clause = Passage['clauses'][number];
type Named = { at: number; sentence: number };

/**
 * Anaphora: tokens that stand for something named before, with their antecedents, the tokens that name it: pronouns ("it is swollen", "pus comes out of
 * it", "teče z něj hnis"), and the beginning of a clause that goes on without one ("but not red", "je oteklé").
 */
export function antecedents(passage: Passage, senses: Senses): Map<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  const last: { part: Named | null; thing: Named | null } = { part: null, thing: null };
  for (const clause of passage.clauses) {
    const { sentence } = clause;
    const lastWithin = (reach: number): number[] => {
      const within = [last.part, last.thing].filter((named) => named && sentence - named.sentence <= reach);
      return within.flatMap((named) => named?.at ?? []);
    };
    const start = startOfMore(passage, clause);
    const before = start === null ? [] : lastWithin(start.reach);
    let isNamed = false;
    for (let at = clause.first; at < clause.end; at += 1) {
      const kind = kindOf(passage, senses, at);
      const isPronoun = kind === null && standsForOne(passage, at);
      if (kind !== null) last[kind] = { at, sentence };
      if (isPronoun)
        found.set(
          at,
          lastWithin(REACH).filter((named) => agrees(passage, at, named)),
        );
      isNamed ||= kind !== null || isPronoun;
    }
    if (start !== null && !isNamed) {
      found.set(start.at, before);
      for (const named of [last.part, last.thing])
        if (named && before.includes(named.at)) named.sentence = sentence;
    }
  }
  return found;
}

function kindOf(passage: Passage, senses: Senses, at: number): 'part' | 'thing' | null {
  const { language } = passage.sentenceOf(at);
  const word = passage.tokens[at]?.word ?? '';
  const isSpecified = [at - 1, at - 2].some((near) => SPECIFIED.has(passage.tokens[near]?.word ?? ''));
  if ((language === 'en' && !isSpecified) || isMuch(passage, senses, at)) return null;
  if (PARTS[language].has(word)) return 'part';
  return THINGS[language].has(word) ? 'thing' : null;
}

/** "Bolí to moc" names no urine. */
function isMuch({ text, tokens }: Passage, senses: Senses, at: number): boolean {
  const token = tokens[at];
  if (token?.word !== 'moc' || /č/i.test(text.slice(token.start, token.end))) return false;
  return senses.hasOther(tokens, at);
}

function standsForOne({ tokens }: Passage, at: number): boolean {
  const word = tokens[at]?.word ?? '';
  const before = tokens[at - 1]?.word ?? '';
  if (!IT.test(word)) return IT_CS.test(word) && PLACE_CS.test(before);
  if (before === 'of') return /^(out|each|both)$/.test(tokens[at - 2]?.word ?? '');
  const rest = wordsAfter(tokens, at);
  return PLACE.test(before) || (DOES.test(rest) && !NOTHING_NAMED.test(rest));
}

const agrees = ({ tokens }: Passage, at: number, named: number): boolean =>
  !THEY.test(tokens[at]?.word ?? '') || PLURAL.test(tokens[named]?.word ?? '');

/** Where a clause begins that goes on about what was named in its sentence, or in the one before; null for any other. */
function startOfMore(
  passage: Passage,
  { first, end, opener, sentence }: Clause,
): { at: number; reach: number } | null {
  const { tokens } = passage;
  const inside = tokens.slice(first, end);
  if (inside.some(({ word }) => OF_A_PERSON.has(word))) return null;
  const { language = 'en' } = passage.sentences[sentence] ?? {};
  const isCzech = language === 'cs';
  if (opener === 'start')
    return isCzech && GOES_ON_CS.has(inside[0]?.word ?? '') ? { at: first, reach: REACH } : null;
  let at = first;
  while (openerAt(tokens, at + 1, language) !== null) at += 1;
  const goesOn = isCzech
    ? inside.some(({ word }) => GOES_ON_CS.has(word))
    : !passage.segmentOf(first).finite || GOES_ON.has(tokens[at + 1]?.word ?? '');
  return goesOn ? { at, reach: 0 } : null;
}
