import { words } from './word-list.ts';

/** Words that carry no meaning of their own inside a phrase: left out when phrases are compiled. */
export const DROPPED_EN: readonly string[] = words(`
  a an the my your his her its our their i me you he she it we they him us them of in on at to for from with by into
  is am are was were be been being s have has had having do does did and or while during when any some that this there
  which who these those if as will would shall should may might can could
`);

/** What stands before a noun and says nothing of it. */
export const isDeterminer = (word: string): boolean => /^(a|an|any|the|my|his|her)$/.test(word);

/** Those of them that never shape the one word that may remain: "a fever", "have a fever" and "my fever" are one. */
export const EMPTY_EN: readonly string[] = words(`
  a an the my your his her its our their i me you he she it we they him us them is am are was were be been being s have
  has had having do does did any some that this there will would shall should may might can could of and or
`);

/** Light verbs: left out of a phrase too, unless only one word would remain ("feeling sick" stays as it is). */
export const LIGHT_EN: readonly string[] = words('feel feels feeling felt get gets getting got');

/** Words that may stand between the words of a phrase without changing what it says. */
export const MODIFIERS_EN: readonly string[] = words(`
  severe mild moderate bad badly awful terrible horrible strong sharp dull slight slightly little bit lot lots much more
  less most quite rather pretty really extremely very so too constant constantly intermittent sudden suddenly new old
  recent recently again still now today currently always often sometimes occasionally right left upper lower middle mid
  central side sided part area region whole entire both bilateral either acute chronic worsening increasing increasingly
  persistent deep gets get getting got kind sort starting started going coming radiating spreading ongoing off also just
  even only mostly mainly especially particularly noticed experiencing suffering complaining reports such same first last
  about around like since over all almost nearly few couple yesterday tonight morning evening night day days week weeks
  hour hours month months year years minute minutes feel feels feeling felt seem seems keep keeps kept properly own
  absolutely totally completely intense significant considerable big small large high low
`);

/** Prepositions after which a complaint may name its place: "pain in my chest". */
export const PREPOSITIONS_EN: readonly string[] = words(
  'in of on at to behind around across under over through inside into near along from within above below between down up',
);

/** Words that only English uses, by which the language of a sentence is told. */
export const MARKERS_EN: readonly string[] = words(`
  the and is are have has had was were of with for it not since but am been she he this that when feel feels pain very
  can cannot you day days week weeks my your her his they started having feeling hurts days hours years old year ago
  any some there which who does did or without denies patient woman male female from
`);

/** Finite verbs that tell a new statement from one more item of a list. Past forms that double as adjectives are not here. */
export const FINITE_EN: readonly string[] = words(`
  have has had am is are was were feel feels felt hurts started starts began begins get gets got take takes took do does
  did can could cannot would will think know want need vomited threw fainted collapsed noticed developed became woke
  went came complains reports presents describes denies states seems keeps kept burns itches aches feels
`);

/** A sentence or clause with one of these has its own subject. */
export const SUBJECTS_EN: readonly string[] = words('i he she it they we you');
