import { createSequenceTable, rowsOf, type SequenceTable } from '../language/sequences.ts';

/**
 * What a trigger says about the mentions around it. Triggers, their scope, what terminates it and pseudo-triggers are those of
 * NegEx (Chapman et al., J Biomed Inform 2001; 34: 301-310) and ConText (Harkema et al., J Biomed Inform 2009; 42: 839-851).
 * - `no`: a determiner or particle that denies what follows ("no", "without", "bez"); at the end of its segment what
 *   stands before it ("fever: no", "kašel žádný").
 * - `verb`: a verb that denies its object wherever it stands ("nemám", "horečku nemá").
 * - `denies`: a reporting verb that denies a whole list ("denies", "neguje").
 * - `absent`: denies what stands before it in the segment ("fever absent").
 * - `doubt`: denies what follows, without certainty ("I don't think").
 * - `history`: what follows was once, up to what the patient comes with now; at the end of its segment what stands before it.
 * - `uncertain`, `past`, `gone` (past, of what stands before it), `hypothetical`, `unsure` ("not sure if"), `family`.
 * - `nearly`: what follows at once did not happen ("almost fainted").
 * - `nobody`: what follows in its segment is said of other people, who do not have it ("nobody at home is ill").
 * - `bound`: denies only what stands right behind it ("non-smoker", "negative pregnancy test").
 * - `excluded`: denies what stands behind it ("CT excluded an embolism"), else what stands before it ("embolism excluded").
 * - `allergen`: a medicine in the same segment is not taken, but not tolerated ("allergic to", "alergie na").
 * - `despair`: what pain makes one wish is a figure of speech ("the pain makes me want to die").
 * - `pseudo`: a pseudo-trigger: looks like one of the others and denies only what begins within it ("not only", "no change in").
 */
export type TriggerKind =
  | 'no'
  | 'verb'
  | 'denies'
  | 'absent'
  | 'doubt'
  | 'uncertain'
  | 'past'
  | 'gone'
  | 'history'
  | 'hypothetical'
  | 'unsure'
  | 'family'
  | 'nearly'
  | 'nobody'
  | 'bound'
  | 'excluded'
  | 'allergen'
  | 'despair'
  | 'pseudo';

const PSEUDO = rowsOf<TriggerKind>(
  'pseudo',
  `
  not only, not just, no doubt, no wonder, not to mention, no change, no change in, no improvement, no relief, no better
  not better, not improving, not improved, not improve, not getting better, not getting any better, not going away
  not gone away, not go away, not relieved, not help, not helping, not helped, nothing helps, not sure why, not know why
  not know what, not know how, not know where, not able, not been able, cannot stop, not stop, not stopped, not stopping
  not always, not all the time, not constant, not constantly, no matter, not sleep, not slept, not sleeping, not measure*
  not check*, not taken anything, not take anything, no idea why, no idea what, no clue why, not normal, not usual
  not well, not feel well, not feeling well, not right, not feel right, not let up, not subsid*, not eased, not easing
  not respond*, not controlled, not severe, not bad, not too bad, not that bad, not very bad, not so bad, not sure what
  not sure how, not believe how, not deny, not cope, as if, even if, worried about my, worried about the
  worried about this, worried about these, worried about his, worried about her, concerned about my, concerned about the
  concerned about this, concerned about his, concerned about her, yes no, not the first time, not for the first time
  no idea how, no idea where, no idea when, no idea who, no clue how, without warning, without any warning
  nejen, nejenom, ne jen, ne jenom, ne poprve, neni poprve, neni to poprve, ne vzdy, ne porad, ne uplne
  bez varovani, bez pricin*, bez zjevn*, bez duvod*, nemam zmeren*, nemam vysetren*, nemam pod kontrolou
  bez zmeny, beze zmeny, bez ulevy, bez efektu
  bez zlepseni, bez vysledku, bez ustani, bez prestani, neni mi dobre, neni to lepsi, neni lepsi, neni to dobre
  nemam jen, nemam jenom, nemam pouze, neni jen, neni jenom, bojim se o, strach o, nemam silu, nemam chut, neberu nic
  nebyl jsem schopn*, nejsem schopn*
  `,
);

const NEGATIONS = [
  ...rowsOf<TriggerKind>(
    'no',
    'no, not, no one sided, no one - sided, without, w/o, never, nothing, none of, neither, nor, nil, zero, 0, free of, free from, yet to',
  ),
  ...rowsOf<TriggerKind>(
    'no',
    'cannot see any, cannot see a, could not see any, cannot feel any, cannot feel a, could not feel any, cannot find any, cannot find a',
  ),
  ...rowsOf<TriggerKind>(
    'no',
    'absence of, no sign of, no signs of, no evidence of, no symptoms of, bez, beze, ani, nikdy, ne',
  ),
  ...rowsOf<TriggerKind>('no', 'zadny, zadna, zadne, zadnou, zadneho, zadnych, zadnym, zadnemu'),
  ...rowsOf<TriggerKind>(
    'denies',
    'denies, deny, denied, denying, negative for, negatives, pertinent negatives, neguj*, negov*',
  ),
  ...rowsOf<TriggerKind>('denies', 'popir*, poprel, poprela, popreli'),
  ...rowsOf<TriggerKind>(
    'absent',
    'byt nemuzu, byt nemohu, byt nemuze, absent, not present, not there, not confirmed, not found, not detected, not demonstrated, not occur*, not happen*, not seen, not noted, not felt, not observed, not visible, not palpable, not evident, not apparent, not identified, not visuali*, not reported, not elicited, cannot be seen, cannot be felt, cannot be found, not appear*, not develop*, not return*, never came, never appeared, never developed, never returned, never showed up, - ve, was denied, were denied, none, negative, free',
  ),
  ...rowsOf<TriggerKind>(
    'absent',
    'nevidim, nevidime, nikde nevidim, nikde nevidime, nevidim nikde, tam nevidim, tam nevidime, nevidim tam',
  ),
  ...rowsOf<TriggerKind>(
    'absent',
    'nepritomn*, nepritomen, chybi, nikde, nepredchazel*, neprokaz*, nepotvrzen*, nepotvrdil*, nenalezen*, nezachycen*, nepopisovan*, nehmatn*, negativni, ( - ), ( neg ), ( negative ), neg',
  ),
  ...rowsOf<TriggerKind>(
    'doubt',
    'not think, not really think, not believe, not suppose, doubt, doubt that, cannot say that, cannot say i, nemyslim, nemyslim si, nemuzu rict ze, nemohu rict ze',
  ),
];

const UNCERTAINTIES = [
  ...rowsOf<TriggerKind>(
    'uncertain',
    `
    ?, maybe, perhaps, possibly, probably, might, might be, might have, may have, may be, could be, i think, i guess, i suppose
    i believe, seems, seem, seems like, appears, suspect, suspected, possible, probable, likely, not certain, kind of
    sort of, looks like, questionable, query, think i, thinks, not ruled out, not been ruled out, not excluded, not been excluded
    cannot be ruled out, cannot be excluded, cannot rule out, cannot exclude, not rule out, not exclude
    mozna, asi, snad, pravdepodobn*, nejspis, nejspise, zrejme, patrne, myslim, myslim si, zda se, pripada mi, mam pocit ze
    podezreni na, tusim, spis, spise, jakoby, udajne, prej
    nelze vyloucit, nemuzeme vyloucit, nevyloucen*, neni vyloucen*
    `,
  ),
  ...rowsOf<TriggerKind>(
    'unsure',
    `
    not know if, not know whether, not sure if, not sure whether, unsure if, unsure whether, cannot tell if
    cannot tell whether, cannot say if, cannot say whether, not certain if, not certain whether, no idea if
    no idea whether, nevim jestli, nevim zda, nevim zdali, netusim jestli, netusim zda
    nejsem si jist* jestli, nejsem si jist* zda, nejsem si jist* ze
    `,
  ),
];

const PAST = [
  ...rowsOf<TriggerKind>(
    'past',
    `
    used to, in the past, previously, formerly, previous, prev, prior, years back, as a child, as a kid, as a teenager, when i was a child
    as a girl, as a boy, as a lad, as a baby, as a toddler, as a youngster, as a little girl, as a little boy, as children, as kids
    when i was a kid, when i was young, when i was younger, in childhood, in my childhood, in my youth, last year, last month
    last summer, last winter, last spring, last autumn, last fall, long ago, a long time ago, no longer, not anymore
    not any more, anymore, ages ago, some time ago, years ago, decade ago, decades ago, once had, had once, once made, once gave, once caused
    kdysi, v minulosti, drive, predtim, pred lety, pred leti, pred casem, davno, loni, vloni, predloni, minuly rok
    jako holka, jako kluk, jako miminko, jako malej, jako decko, jako skolak, jako skolacka
    minuly mesic, minule leto, minulou zimu, jako dite, jako mala, jako maly, v detstvi, v mladi, za mlada
    `,
  ),
  ...rowsOf<TriggerKind>(
    'gone',
    `
    now settled, has settled, have settled, have now settled, has now settled, has now gone, have now gone, in remission
    went away, gone away, is gone, are gone, has gone, have gone, gone now, resolved, disappeared, cleared up, has passed
    has stopped, have stopped, is over, odeznel*, odezni*, presel, presla, preslo, presly, pominul*, zmizel*, ustoupil*
    prestal*
    `,
  ),
];

const HISTORY = rowsOf<TriggerKind>(
  'history',
  `
  history of, hx of, hx :, h / o, h/o, s/p, s / p, status post, stav po, stp, st . p ., st . po, pmh, pmhx, past medical history, past history, medical history, past surgical history
  v anamneze, v osobni anamneze, s anamnezou, osobni anamneza, anamnesticky, v oa, oa :
  `,
);

const HYPOTHETICAL = rowsOf<TriggerKind>(
  'hypothetical',
  `
  if, in case, in case of, what if, whether, unless, worried that, worried about, worry about, worried it, worried i
  frightened of, frightened that, afraid, afraid of, afraid that, scared of, scared that, scared it, afraid it, frightened it
  terrified of, terrified that, terrified it, fear of
  fear that, fear, fearing, concerned about
  concerned that, should i get, should i have, should i, could it be, can it be, might it be, could this be, can this be
  wonder if, wondering if, at risk of, risk of, risk for, to prevent, prevention of, vaccinated against, vaccine for
  what are the signs of, what are the symptoms of, how would i know, how would i recognise, how would i recognize, is it true that, what are the chances jake jsou priznaky, jak se pozna, jak poznam, jak poznat
  read about, reading about, read up on, reading up on, looked up, read that, read online, read somewhere, on a forum about, googled, google says, google said, internet says
  internet said, na internetu, cetl jsem o, cetla jsem o, cetl jsem ze, cetla jsem ze, cetl ze, cetla ze, docetl*, googlil*, vygooglil*
  vaccine against, vaccination against, vaccination for, test for, tested for, screening for, checked for, rule out, exclude, r/o
  watch for, look out for, to avoid, return if, come back if
  bojim se, boji se, obava se, obavaji se, obaval* se, bojim, mam strach, mam strach z, mam strach ze, obavam se, obavy z, obavu z, obav z, obava z, strach z, strach ze
  lekl jsem se ze, lekla jsem se ze, jsem se lekl ze, jsem se lekla ze, vydesilo me ze, got scared that, got scared it
  kdyby, kdybych, kdybychom, pri kterem by, pri ktere by, jestli, jestlize, pokud, co kdyz, muze to byt, to muze byt, to muze bejt, nemuze to byt, mohlo by to byt, nemohlo by to byt
  mohl by to byt, nemohl by to byt, v pripade, prevence, ockovan* proti, ockovan* na, ockovani proti, ockovani na, riziko, abych nedostal*
  abych nemel*, aby to nebyl*, k vylouceni, vyloucit
  i dreamt, i dreamed, he dreamt, she dreamt, he dreamed, she dreamed, zdalo se mi, zdal se mi, zdala se mi, zdalo se mu, zdalo se ji
  mel jsem sen, mela jsem sen, in my novel, in a novel, in the novel, in a film, in the film, in a movie
  in the movie, ve filmu, v serialu, v romanu
  `,
);

const FAMILY = rowsOf<TriggerKind>(
  'family',
  `
  family history of, family history, fhx, fh, runs in the family, runs in my family, run in the family, run in my family
  in the family, in my family, rodinna anamneza, rodinnou anamnezu, v rodinne anamneze, v rodine, ra :
  `,
);

const DESPAIR = rowsOf<TriggerKind>(
  'despair',
  `
  make me, makes me, made me, making me, makes him, makes her, made him, made her, makes you, make him, make her
  so bad i, so bad that i, so badly i, so badly that i, so much i, so much that i, so bad he, so bad she, so much he, so much she
  z bolesti, z te bolesti, z tech bolesti, bolesti, bolest, boli, bolelo
  `,
);

const BOUND = rowsOf<TriggerKind>(
  'bound',
  `
  non, ex, former, quit, gave up, given up, stopped, cannot be, could not be, byvaly, byvala, byvalou, byvaleho
  nemuzu byt, nemohu byt, nemuze byt, nejde do, nejde az do, nevystreluje do, nevystreluje, nesiri se do, nesiri se
  `,
);

const NOBODY = rowsOf<TriggerKind>(
  'nobody',
  'nobody, nobody else, no one, no one else, noone, nikdo, nikdo jiny, nikdo dalsi',
);

const EXCLUDED = rowsOf<TriggerKind>(
  'excluded',
  `
  excluded, excludes, excluding, ruled out, rules out, ruling out
  vyloucen, vyloucena, vylouceno, vylouceny, vyloucil, vyloucila, vyloucilo, vyloucili, vyloucily, vylucuje, vylucuji
  `,
);

const ALLERGEN = rowsOf<TriggerKind>(
  'allergen',
  `
  allergic to, allergy to, allergies to, allergies :, allergy :, anaphylaxis to, intolerant to, intolerant of
  intolerance to, intolerance of, allergy, allergies, allergic
  alergie na, alergii na, alergicky na, alergicka na, alergicke na, alergik na, alergie :, aa :
  `,
);

const NEARLY = rowsOf<TriggerKind>(
  'nearly',
  'almost, nearly, about to, going to, gonna, feel like i am going to, as if i am going to, malem, skoro, div ne',
);

export const TRIGGERS: SequenceTable<TriggerKind> = createSequenceTable([
  ...PSEUDO,
  ...NEGATIONS,
  ...UNCERTAINTIES,
  ...PAST,
  ...HISTORY,
  ...HYPOTHETICAL,
  ...FAMILY,
  ...NEARLY,
  ...NOBODY,
  ...DESPAIR,
  ...BOUND,
  ...EXCLUDED,
  ...ALLERGEN,
]);
