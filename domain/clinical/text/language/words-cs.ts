import { words } from './word-list.ts';

/** As `DROPPED_EN`; all Czech lists are folded. */
export const DROPPED_CS: readonly string[] = words(`
  a i na v ve s se si z ze do od u o k ke ku pri pro me mi mne mnou ja my ty on ona ono ji jemu ho mu jeho jeji jejich
  muj moje moji meho memu mem svuj sve svou svem mam ma mas mame maji mit kdyz ktera ktery ktere jak to ten ta te tu tom
  ty tim nebo ci
`);

export const EMPTY_CS: readonly string[] = words(`
  a i me mi mne mnou ja my ty on ona ono ji jemu ho mu jeho jeji jejich muj moje moji meho memu mem muj svuj sve svou svem
  mam ma mas mame maji mit se si to ten ta te tu tom ty tim nebo ci
`);

export const LIGHT_CS: readonly string[] = words(
  'je jsem jsou byl byla bylo byli byt citim citi citit pocit pocity mivam dostal dostala',
);

export const MODIFIERS_CS: readonly string[] = words(`
  je jsem jsi jsou jsme byl byla bylo byli byly bych by citim citi citil citila pocit pocity mivam mel mela melo meli
  dostal dostala silna silne silny silnou silneho silnych silnejsi mirna mirne mirny mirnou mirneho velka velke velky
  velkou velmi hodne moc trochu docela dost strasne hrozne hrozna hrozny hroznou desne straslive nesnesitelna
  nesnesitelne nesnesitelnou neustala neustale porad stale furt obcas nekdy casto vzdycky nahle nahla nahly nahlou
  najednou prudka prudke prudkou prudky ostra ostrou ostre tupa tupou nova nove novy uz jiz jeste tez take taky dnes
  dneska vcera ted nyni prave zase zas opet leva leve levou levy levem levo prava prave pravou pravy pravem pravo vlevo
  vpravo horni dolni stredni strane strana stranu cast casti oblast oblasti cely cela cele celou obe oba chvili trvale
  nejak nejaka nejaky nejake nejakou rychle pomalu tezce lehce takova takove takovy takovou docela pry asi mozna snad den dny dni dnu tyden tydny
  tydnu hodinu hodiny hodin mesic mesice mesicu rok roky let minut minuty rano vecer noc noci odpoledne druhy treti
  ctvrty paty prvni jen jenom pouze tak taky zacal zacala zacalo zacaly mne mezi nahore dole okolo kolem
`);

export const MARKERS_CS: readonly string[] = words(`
  je jsem mam ma se si na ze jsou mi uz od ale boli ani bez pri kdyz jako dny dni dnu hodin hodiny tyden tydny nemam
  neni vcera velmi trochu ve u po s z k ho ji mu byl byla bylo jeste nebo protoze muz zena pacient pacientka hlava
  bolest bolesti horecka horecku kasel teplota teplotu let mesice mesicu rano dnes ktery ktera jsme nema neguje popira
  moje muj cca take pry ano jo nevim asi mozna
`);

/** Finite verbs besides those with ne-, which are recognised by their prefix. */
export const FINITE_CS: readonly string[] = words(`
  mam ma mas mame maji mel mela melo meli mely jsem jsi je jsou jsme byl byla bylo byli byly boli bolel bolela bolelo
  bolely boleji citim citi citil citila zacal zacala zacalo zacaly dostal dostala zvracel zvracela zvracim zvraci kaslu
  kasle kaslal kaslala trpim trpi beru bere uzivam uziva piju pije kourim kouri dycham dycha mota toci svedi pali pichat
  picha brni tlaci krvacim krvaci tece oteka spadl spadla omdlel omdlela upadl upadla ztratil ztratila vidim slysim spim
  muzu mohu muze chci potrebuji myslim bojim nevim udava uvadi popisuje neguje popira prichazi stezuje citila mivam
`);

export const SUBJECTS_CS: readonly string[] = words('ja on ona ono oni my');

/** Words that begin with "ne" and are not the negation of what follows. */
const NOT_NEGATED = words(`
  nemoc nehod nerv nervy nehet nehty nehtu neklid nespav nechut nevoln nebot nejak nejvic nejhor nejspis nedel nedavn
  neco nekdo nekdy nekde nektery nekter nekolik nemluvne nemocn neduz nech neutral neural nefr neuro neustal nesm
  nekro nestovic nesteroid neutro neurit neonat neoadj nehtam nehtar nehtov nemotorn nesnesiteln neuhasiteln
`);

/** What follows the ne- of a negated word, or null. "nebolí" gives "boli", "není" gives "je"; "nemoc" gives null. */
export function withoutNegation(word: string): string | null {
  if (word === 'neni') return 'je';
  if (word.length < 5 || !word.startsWith('ne')) return null;
  return NOT_NEGATED.some((prefix) => word.startsWith(prefix)) ? null : word.slice(2);
}

/** Czech doubles its negation: in "nepije ani nejí" each verb stands for itself. */
export const isNegatedWord = (word: string): boolean =>
  /(m|i|l|la|lo|ly|li|u|e|a)$/.test(word) && withoutNegation(word) !== null;

const NEGATED_VERBS: ReadonlySet<string> = new Set(
  words(`
    nemam nemas nema nemame nemate nemaji nemaj nemel nemela nemelo nemeli nemely nemit neni nejsou nejsem nejsme nebyl
    nebyla nebylo nebyli nebyly nebude nemiva nemivam nemival nedoslo neberu nebere nepiju nepije nezname neznam
  `),
);
const NEGATED_VERB_STEMS = words(`
  necit nepozor nezaznamen neudav neuvad neguj negov netrp nestez neobjev nevyskyt neprodel nejevi nevykaz nevsim neuziv
  nezacal nekour nepocit nedosl nezjist nezpozor nepozij nevidel nenasl nenasel nespatr nezahled nespolk nesnedl nevzal nedostal
  neuhodil nesiri nevystrel nedelaji nevdech neprisel neprisl neoblil neoblev nevytek netvori nevznik
`);

/** A negated verb that says of its object that it is not there: "nemám", "necítím", "neguje". */
export function isNegatedVerb(word: string): boolean {
  // "Necitlivost" is numbness.
  if (!word.startsWith('ne') || word.startsWith('necitliv')) return false;
  return NEGATED_VERBS.has(word) || NEGATED_VERB_STEMS.some((stem) => word.startsWith(stem));
}
