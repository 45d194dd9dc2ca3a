import { wordsBefore, WINDOW, wordsAfter } from '../language/nearby-words.ts';
import type { Token } from '../language/tokenize.ts';
import { words } from '../language/word-list.ts';
import type { SenseRule } from './sense-rule.ts';
import { IDIOMS } from './idioms.ts';

const MEASURED = [
  'sugars?|glucose|height|weight|levels?|pressure|bp|temperature|sats|saturations?|oxygen|counts?|h(a)?emoglobin|hb',
  'platelets|output|rate|score|grades|marks|numbers',
].join('|');
/** "My sugar fell", "her height has fallen": nobody fell. */
const FELL: SenseRule = { lead: new RegExp(`\\b(${MEASURED}) (has |have |had |then |also )?$`) };
const STOOLS = 'stools?|poos?|poop|motions?|faeces|nappies|nappy|urine|wee|pee';
const STOOL_LIKE = [
  'smelly|smelling|foul|bulky|fatty|greasy|oily|floating|frothy|loose|clay|coloured|colored|putty|offensive|sticky',
  'watery|runny',
].join('|');
const CUT_THINGS = [
  'corners|hours|costs?|ties|losses|jobs|benefits|budget|hair|nails?|toenails?|fingernails|grass|lawn|hedges?|branch|branches|trees?|bread|cake',
  'wood|dose|tablets?|smoking|drinking|alcohol|sugar|salt|carbs',
].join('|');
const SHE = 'i|she|we|my wife|my partner|mum';
const LOOKING = `look(s|ed|ing)?( like| as if| as though)?( (${SHE}) (am|is|were|was))?( about)?( \\w+ (months?|weeks?))?`;
const AT_A_TIME = `(when|while|since|time|year) (${SHE}) (was|were|had been)( last)?`;
/** "I look six months pregnant", "when I was pregnant". */
const NOT_PREGNANT_NOW = new RegExp(`\\b(${LOOKING}|${AT_A_TIME}) $`);

/** What is yellow of itself: a crust, phlegm, a spot; nobody has jaundice for it. */
const YELLOW_THING = new RegExp(
  [
    '^((thick|greasy|waxy|oily|flaky|crusty|soft|green|white|,|and|or|mastn\\w*|slizk\\w*|hust\\w*|a) )*',
    '(crusts?|scales?|flakes?|scabs?|papules?|centres?|centers?|heads?|phlegm|snot|mucus|discharge|pus|gunk|nails?|wax|teeth',
    '|krust\\w*|supin\\w*|strup\\w*|hlen\\w*|hnis\\w*|vytok\\w*|sopl\\w*|nud\\w*|povlak\\w*|neht\\w*|nehet|zub\\w*)\\b',
  ].join(''),
);

/** A word that only looks like one of a complaint. */
const ALWAYS: SenseRule = { near: /^/ };
/** "It stings when I pee", "my urine burns": no insect and no fire. */
const OF_URINE = {
  before: words('it that which urine pee wee skin'),
  after: words('when on if to'),
};

const RULES: ReadonlyMap<string, SenseRule> = new Map<string, SenseRule>([
  [
    'back',
    {
      before: new Set(words('is was are came come comes coming went go goes going call move moved')),
      after: new Set(words('of to from again at home then when')),
      unlessBefore: /^(pain|pains|ache|aches|hurts|spasm|injury|trouble)$/,
    },
  ],
  ['right', { before: new Set(['all']), after: new Set(words('now away after before')) }],
  ['hand', { before: new Set(['other', 'one']), after: new Set(['over', 'out']) }],
  [
    'bit',
    {
      before: new Set(
        words(
          'a little tiny quite wee sore painful tender raw bony soft fleshy hard fat other same last next this that every',
        ),
      ),
      after: new Set(['of']),
      // "Bit by bit."
      lead: /\bbit by $/,
      rest: /^by bit\b/,
    },
  ],
  ['bits', ALWAYS],
  ...IDIOMS,
  // "Ha, no": who laughs has no headache.
  [
    'ha',
    {
      rest: /^((,|!) )*(ha\b|(no|ne|jo|yes|yeah|nope|well)( [,.!?-]|$)|(i|that|you|to|tak|nevim|funny|kdyby\w*) )|^!/,
      lead: /\bha (, )*$/,
    },
  ],
  // "Hardly your problem" is nothing hard.
  ['hardly', { rest: /^(your|my (business|concern)|worth|surprising|relevant)\b/ }],
  ['okna', { rest: /^(v|ve) (aute|autobuse|vlaku|tramvaji|kancelari|praci)\b/ }],
  // The chin that is bent to the chest, and no slow pulse.
  ['brady', { lead: /\bpredklon(u|em)? $/ }],
  ['head', { after: new Set(['of', 'office']) }],
  [
    'cold',
    { after: new Set(words('weather water drink drinks air compress pool sea bath lake river wind')) },
  ],
  // Who guards a train or what guards the teeth is no belly.
  ...['guard', 'guards'].map((word): [string, SenseRule] => [
    word,
    {
      before: new Set(words('a an the train security prison border life mud shin mouth gum night')),
      after: new Set(words('rail dog duty')),
    },
  ]),
  // "A faint stridor": a weak one, and nobody fainted.
  [
    'faint',
    {
      lead: /\b(a|an|the|very|some|with|only|just) $/,
      unlessBefore:
        /^(|[^a-z].*|and|or|at|in|on|when|while|but|again|after|before|because|spells?|today|yesterday|last|this)$/,
      after: new Set(
        words(
          'ringing hum humming buzz buzzing whoosh light noise noises stridor wheeze rash smell line murmur sound sounds pulse marks mark',
        ),
      ),
      rest: /^((period|type|like|pink\w*|brown\w*|red\w*|lower|dull|dragging) )*(cramps?|twinges?|aches?|streaks?|smears?|trace|stain\w*|spotting)\b/,
    },
  ],
  [
    'spin',
    {
      before: new Set(words('a the my')),
      after: new Set(words('class classes bike session instructor cycle dryer')),
    },
  ],
  ['spinning', { after: new Set(words('class classes bike session instructor')) }],
  // A banging head aches, and was banged by nothing.
  ['banging', { after: new Set(words('head headache headaches pain')) }],
  ['depression', { before: new Set(words('st segment respiratory marrow skull sternal')) }],
  ...['fall', 'falls', 'fell', 'falling', 'fallen'].map((word): [string, SenseRule] => [word, FELL]),
  ['handshake', ALWAYS],
  // A stroke of luck, and those of a swimmer.
  ...['stroke', 'strokes'].map((word): [string, SenseRule] => [
    word,
    {
      before: new Set(words('heat sun breast back butterfly')),
      rest: /^of (luck|genius|midnight|(front |back )?crawl|breaststroke|butterfly|the (pen|brush|oar))\b/,
    },
  ]),
  // A bruise that turns yellow at its edges, and nobody with jaundice.
  ...words('zlutne zlutnou zloutne zloutnou zezloutl zezloutla zezloutly').map(
    (word): [string, SenseRule] => [
      word,
      {
        lead: /\b(modrin[ay]|podlitin[ay]|okraj(e|ich)?|kraj(e|ich)?) (uz |dnes |pomalu |trochu |na krajich |na okrajich )*$/,
      },
    ],
  ),
  ...words(
    'yellow yellowish yellowy zluta zlute zluty zlutou zlutych zlutymi zlutava zlutave zlutavy zlutavou zlutavych',
  ).map((word): [string, SenseRule] => [word, { rest: YELLOW_THING }]),
  ['crash', { after: new Set(words('diet diets dieting course helmet')) }],
  // A limp that went away is no limb that went limp.
  ['limp', { rest: /^(has |have |had )?(went|gone|goes) (away|off|now)\b/ }],
  // Who measured a temperature says so with its value.
  ...words('teplota teplotu teploty').map((word): [string, SenseRule] => [
    word,
    {
      rest: /^(((jsem|jsme|si|mu|ji|mi) )*(ne)?(na|z)?mer|(venku|vzduchu|vody|v (byte|pokoji|mistnosti))\b)/,
      lead: /\bne(na|z)?mer\w+ ((jsem|jsme|si|mu|ji|mi) )*$/,
    },
  ]),
  // A pain that moved somewhere is not made worse by movement.
  [
    'moved',
    {
      after: new Set(words('to into from across house home here flat')),
      lead: /\b(pain|ache|discomfort) ((has|had|have|now|then|since) )*$/,
    },
  ],
  ['moves', { lead: /\b(pain|ache|discomfort) $/ }],
  [
    'sick',
    { before: new Set(['worried']), after: new Set(words('of note notes leave pay person people day days')) },
  ],
  // Who hurts when turning or sneezing has no cold.
  ...words('sneeze sneezes sneezing').map((word): [string, SenseRule] => [
    word,
    {
      lead: /\b(turn|laugh|lift|bend|strain|jump)\w*( (or|and|,|in|over|bed))* $/,
      rest: /^(or|and|,|or if|and when) (turn|laugh|lift|bend|strain|jump|stand|get up|gets up|getting up)/,
    },
  ]),
  ['clubbing', { before: new Set(words('out been went go going night were was')) }],
  // "Fit and well", "FIT 180", "coughing fits": a seizure is a fit.
  ['fit', { onlyAfter: /^(a|an|another|shaking|epileptic|febrile|first|his|her)$/ }],
  ['fits', { onlyAfter: /^(had|having|has|of|epileptic|several|two|three|shaking|febrile)$/ }],
  // "He fitted", but "a coil fitted".
  ['fitted', { onlyAfter: /^(he|she|baby|then|also)$/ }],
  // An offer or a test of it is no infection.
  ['hiv', { after: new Set(words('test tests testing screen screening prevention risk')) }],
  // "Můžete mi pomoci": nobody wetted himself. Mountains do not burn. Who cuts wood does not cut himself.
  // Three of something is no tremor.
  ...words('pomoc pomozte pomoci pomoct hor hory horach horami trech tremi').map(
    (word): [string, SenseRule] => [word, ALWAYS],
  ),
  ...words('rezu rezal rezala').map((word): [string, SenseRule] => [
    word,
    { near: /^(driv\w*|drev\w*|prkn\w*)$/ },
  ]),
  // Diseases of their own name, of which the fever may be long over or never have been.
  ['fever', { before: new Set(words('hay glandular scarlet dengue yellow typhoid rheumatic trench q')) }],
  [
    'pregnancy',
    {
      before: new Set(words('previous prior last past earlier planning preventing prevent')),
      after: new Set(words('vaccine vaccines vaccination vaccinations jab jabs clinic class classes leave')),
    },
  ],
  ['pregnant', { before: new Set(words('get getting become becoming')) }],
  ['tehotna', { lead: /\b(kdyz|dokud) jsem (jeste )?byla $/ }],
  // "Goes into my arm" tells of a pain, "goes red" and "goes on" of something else.
  [
    'goes',
    {
      unlessBefore: /^(to|into|down|up|through|across|along|towards?|in|away|back|right|all|out|off)$/,
      onlyAfter: /^and$/,
    },
  ],
  // Of an infant or a chin it is spittle, and no urine.
  ['dribbling', { near: /^(chin|saliva|spit|drool\w*|baby|infant|newborn|months?|teeth\w*|swallow\w*)$/ }],
  // "od rána" is since the morning, "rána" a wound.
  ['rana', { before: new Set(words('od do z k')) }],
  // A disease that a medicine does not help, and nobody who cannot be roused.
  ...words('nereaguje nezareagoval nezareagovala').map((word): [string, SenseRule] => [
    word,
    {
      rest: /^((dobre|moc|vubec|skoro|uz) )*na (?!(nic|me|nas|ne[jh]o|nej|osloven|bolest|dote?[ky]|dotyk|podnet|(za)?volan|jmeno|sve jmeno|(muj )?hlas|matku|stip|zatres|hrack|svit|svetl|okol|zvuk|otazk))\w+/,
    },
  ]),
  ['moc', { onlyAfter: /^(tmav|krvav|cerven|hned|zakal|zapach|zelen|kaln|pen|moj|muj|svet|ruzov|ma$)/ }],
]);

/**
 * Beside the rules above: words that are a disease by themselves only here, and in longer phrases anything: "cold hands",
 * "pale and cold".
 */
const ALONE: ReadonlyMap<string, SenseRule> = new Map<string, SenseRule>([
  [
    'cold',
    {
      onlyAfter:
        /^(a|an|the|bad|heavy|awful|nasty|slight|mild|common|head|caught|catch|catching|chest|winter|summer|streaming|his|her|my|this|that|usual|recent|of)$/,
      after: new Set(
        words(
          'sore sores sweat sweats tap milk shower day night remedy remedies medicine medicines tablets capsules cure turkey',
        ),
      ),
      lead: /\b(in|into|from|of|by|with|to) the $/,
    },
  ],
  // Who tested is not pregnant for it.
  [
    'pregnancy',
    {
      rest: /^(tests?|kit)\b(?!.*\b(positive|lines?)\b)(?!( (was|is|came|back|today|done|urine|strip))* (negative|neg)\b)/,
      unlessLead: /\b(negative|positive|neg|pos) $/,
    },
  ],
  ['pregnant', { lead: NOT_PREGNANT_NOW, rest: /^(last year|((a|about|over|some|\w+) )*years? ago)\b/ }],
  ['runs', { onlyAfter: /^the$/ }],
  ...['burn', 'burns', 'burnt', 'burned'].map((word): [string, SenseRule] => [
    word,
    {
      before: new Set(OF_URINE.before),
      after: new Set([...OF_URINE.after, 'out', 'calories']),
      rest: /^(the |my |some )?(toast|dinner|food|cake|tea|supper|pan|candles?|fat|wood|rubbish|leaves)\b/,
    },
  ]),
  // A belly that is tensed on purpose is no stiff one.
  ['guarding', { before: new Set(['voluntary']) }],
  ['choked', { after: new Set(['up']) }],
  ['collapsed', { after: new Set(words('lung vein veins building wall roof')) }],
  [
    'smoke',
    {
      before: new Set(words('breathed inhaled the of in from black thick')),
      after: new Set(words('alarm detector inhalation from bomb')),
    },
  ],
  ['retention', { before: new Set(words('water fluid sodium salt')) }],
  // What is pink is the blood or the rash, and not the patient.
  ...words('ruzova ruzove ruzovy ruzovou ruzoveho').map((word): [string, SenseRule] => [
    word,
    { rest: /^(krv|krev|vytok|spin|hlen|skvrn|flek|moc\b|vyraz|sliz)/ },
  ]),
  // A pain that stabs in some place; an insect stings "do" it.
  [
    'bodlo',
    {
      rest: /^((me|mi|to|ho|ji|mu|se|tam|trochu|jen|najednou|nahle) )*(na|v|ve|u|pod|pri|za|mezi|kolem|kdyz)\b/,
    },
  ],
  // Of the night, which is another sign; beside a pain it stays one of the heart.
  ...words('sweat sweats sweaty poceni').map((word): [string, SenseRule] => [
    word,
    {
      lead: /\b(night|nighttime|nocni\w*) $/,
      rest: /^(at night|during the night|in the night|every night|most nights|in bed|in my sleep|v noci|ve spani)\b/,
      unlessLead: /\b(pain|pains|chest|hrud\w*|bol\w*)\b/,
    },
  ]),
  // How somebody breathes, where, or through what: nobody who has stopped.
  ...words('nedycha nedejcha').map((word): [string, SenseRule] => [
    word,
    {
      rest: /^(vubec |moc |uz |uplne )*(se|nos(em)?|pres nos|dobre|volne|poradne|zhluboka|hluboce|hluboko|normalne|klidne|pravidelne|divne|naplno|tak (rychle|dobre|hluboce|zhluboka|tezce|hlasite|spatne|volne)|moc|rychle|tezce|ztezka|hlasite|spravne|stejne|rovnomerne|snadno|lehce|zrychlene|nijak|do bricha|v noci|ve spanku|ze spani|z plnych)\b/,
      lead: /\bna (\w+ ){0,2}(vterin\w*|sekund\w*|chvil\w*|okamzik) $|\b(spanku|spani|noci|nosem|nos|kuze|plet|latka|material|bunda|boty|membrana|chvilemi|obcas|napetim|dobre|poradne|spatne)( (mu|ji|mi|se|uz|vubec|chvilemi|obcas|na chvili))* $/,
    },
  ]),
  // A cramp of the calf.
  ...words('krecuje krecuji').map((word): [string, SenseRule] => [
    word,
    { rest: /^((mi|me|mu|ji|v noci) )*(lytk|noh|noz|ruk|ruc|prst|sval|zad|bric|chodidl|stehn)/ },
  ]),
  // The air is close.
  ['dusno', { before: new Set(words('je bylo venku')), after: new Set(['venku']) }],
  ['nervous', { after: new Set(['system']) }],
  // Who films or mixes is not giddy, and a telephone that died is no loss.
  ['tocim', { rest: /^(?!(se|hlava|mi se)\b)/ }],
  ['toci', { rest: /^(se )?((mi|nam|tu|tady) )*(film|video|piv)/ }],
  ['motam', { rest: /^(to|dohromady|svetr|klubk)/ }],
  ...words('umrel umrela umrelo').map((word): [string, SenseRule] => [
    word,
    {
      rest: /^((mi|nam|jsem|jsme) )*(mobil|telefon|notebook|pocitac|bater|akumul|smich|hanb|nud|kvetin|kytk)/,
    },
  ]),
  ['whooping', { rest: /^cough (vaccin|jab|booster)/ }],
  // "Cut down on salt", "cut the hedge".
  [
    'cut',
    {
      before: new Set(words('hair power price pay clear short')),
      after: new Set(words('down out back short')),
      rest: new RegExp(`^(my |his |her |the |our |some )?(${CUT_THINGS})\\b|^up (about|by|over)\\b`),
      // "Since the grass was cut"
      lead: new RegExp(`\\b(${CUT_THINGS}) (is |was |are |were |has |have |had |gets |got |being |been )+$`),
    },
  ],
  [
    'limp',
    {
      before: new Set(
        words(
          'went goes go going gone is are was were been felt feels very became becomes completely lies lay',
        ),
      ),
      after: new Set(
        words(
          'baby child infant toddler arm arms leg legs hand hands limbs wrist body as like handshake hair',
        ),
      ),
    },
  ],
  // A rash or stools are pale, and not the patient.
  [
    'pale',
    {
      after: new Set(words('pink yellow red brown green cream patch patches spot spots')),
      lead: /\b(weeing|peeing|wee|pee|urine|urinating|passing water)( (is|was|normal|normally|fine|,))* $/,
      rest: new RegExp(`^(,|and|or|${STOOL_LIKE}| )*(${STOOLS})\\b`),
    },
  ],
  ...['sting', 'stings'].map((word): [string, SenseRule] => [
    word,
    { before: new Set(OF_URINE.before), after: new Set(OF_URINE.after) },
  ]),
]);

/** Forms of a word with a sense of their own, so that a phrase of one word has to hold them: "burning" is no burn. */
const OWN_SENSE: ReadonlySet<string> = new Set(
  words(
    'burning stinging biting crackling stroked stroking sickly sypu sype sypal sypala motyly motyli motylky motylku prdel prdele prdeli pliny kotel kotle kotli kotlem opar opary oparu oparem vopar crown crowns drinking drinks drink drank contract contracted kour koure vyrazil vyrazila vyrazili vyrazit potreti',
  ),
);

/** True where the token at `at` has another sense, and must not be read as a word of a phrase. */
export const hasOtherSense = (tokens: readonly Token[], at: number): boolean => stands(RULES, tokens, at);

/** True where it must not be read as a phrase of one word, whose wording is given. */
export const hasOtherSenseAlone = (
  tokens: readonly Token[],
  at: number,
  wording: readonly string[],
): boolean => {
  const word = tokens[at]?.word ?? '';
  return stands(ALONE, tokens, at) || (OWN_SENSE.has(word) && !wording.includes(word));
};

function stands(rules: ReadonlyMap<string, SenseRule>, tokens: readonly Token[], at: number): boolean {
  const rule = rules.get(tokens[at]?.word ?? '');
  if (rule === undefined) return false;
  const before = tokens[at - 1]?.word ?? '';
  const after = tokens[at + 1]?.word ?? '';
  if (rule.unlessBefore?.test(after) === true) return false;
  if (rule.unlessLead?.test(wordsBefore(tokens, at)) === true) return false;
  if (showsOtherSense(rule, tokens, at)) return true;
  if (rule.onlyAfter?.test(before) === false) return true;
  return rule.before?.has(before) === true || rule.after?.has(after) === true;
}

/** By what stands around the word, not only next to it. */
function showsOtherSense({ near, lead, rest }: SenseRule, tokens: readonly Token[], at: number): boolean {
  const isNear = (): boolean =>
    tokens.slice(Math.max(0, at - WINDOW), at + WINDOW + 1).some(({ word }) => near?.test(word) === true);
  return (
    (near !== undefined && isNear()) ||
    lead?.test(wordsBefore(tokens, at)) === true ||
    rest?.test(wordsAfter(tokens, at)) === true
  );
}

/** True for a word that has another sense somewhere. */
export const isAmbiguousWord = (word: string): boolean => RULES.has(word);
