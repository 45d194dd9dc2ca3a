import { wordMap } from './word-list.ts';

/** Words whose stem changes. Folded, with y written as i. Key: the stem. */
const IRREGULAR = wordMap(`
  bol: bol boli bolet bolel bolela bolelo boleli boleji bolivat; bolest: bolesti bolest bolestmi bolestem bolestech;
  bolestiv: bolestiv bolestiva bolestivi bolestive bolestivou; bolav: bolav bolavi bolava bolave bolavou;
  hrud: hrud hrudi; hrudnic: hrudnik hrudniku hrudnikem; hrudn: hrudni hrudniho hrudnim;
  bris: bricho bricha brichu brichem brise brisko briska brisku; brisn: brisni brisniho brisnim;
  kasl: kasel kasle kaslu kaslem kaslat; krv: krev krve krvi; prujm: prujem prujmu prujmi prujmem prujmovi;
  ok: oko oka oku okem oci ocim ocima ocich ocni; uch: ucho ucha uchu uchem usi usich usima usim;
  tidn: tiden tidne tidnu tidni; loket: loket lokte lokti loktu loktem; nohz: noha nohi nohu nohou nohach nohama noze;
  rukc: ruka ruki ruku rukou rukach rukama ruce rucou; dich: dich dichat dichani dicha dicham dichal dichala dichalo dichalo dichej;
  nemuz: nemuzu nemohu nemuze nemohl nemohla nemohlo nemuzeme nemohou;
  jemi: je bude; bit: jsem jsou jsi jsme jste bit budu; mit: mam ma mas mame mate maji mel mela melo meli mit;
  cit: citim citi citis citil citila citit; den: den dne dni dnu dnem dnech;
  jazik: jazik jaziku jazikem jazika; srdc: srdce srdci srdcem; srdecn: srdecni srdecniho srdecnim; hlen: hlen hlenu hleni hlenem hleni;
  dlan: dlan dlane dlani; zad: zada zad zadi zadech zadama zadum;
  zaludk: zaludek zaludku zaludkem; spat: spat spim spi spal spala spani;
  jist: jist jim ji jedl jedla; pit: pit piju piji pije pil pila piti; mocov: mocovi mocova mocove;
  kolen: koleno kolena koleni kolenu kolenem kolene kolen kolenech kolenou; kolemz: kolem;
  krecovit: krecovit krecovita krecoviti krecovite krecoviteho krecovitou krecovitim krecovitich krecovitem;
  ockovan: ockovani ockovanim ockovan ockovana; brno: brno brna brne brnem; chvil: chvile chvili chvilku chvilce chvilkach;
  plinov: plinovi plinova plinove plinovou plinovim plinoveho plinovem plinovich; ranoz: rano; behemz: behem; moce: moc moci moceni mocit mocim moci mocil mocila; cur: cura curat curam curani
`);

/**
 * Stems that mean the same inside a complaint of several words: "bolí mě na hrudi" is "bolest hrudníku" and
 * "hrudní bolest".
 */
const MEANINGS = wordMap(
  'bol: bolest bolestiv bolav; hrud: hrudnic hrudn; bris: brisn; srdc: srdecn; normaln: norm poradc',
);

/** The stem that stands for all stems of the same meaning. */
export function meaningCs(stem: string): string {
  return MEANINGS.get(stem) ?? stem;
}

/** Endings of nouns, adjectives and verbs, folded, longest first. */
const ENDINGS = [
  ...['ovani', 'ejsiho', 'ejsimi', 'ejsich'],
  ...['ejsi', 'ovat', 'enim', 'anim', 'nout', 'ujeme', 'atum'],
  ...[
    'eho',
    'iho',
    'emu',
    'imu',
    'imi',
    'ich',
    'ech',
    'ach',
    'ama',
    'ami',
    'emi',
    'ovi',
    'ove',
    'uje',
    'uju',
    'uji',
    'ime',
    'ame',
    'ite',
    'ate',
    'eji',
    'aji',
    'eni',
    'ani',
  ],
  ...['ou', 'em', 'am', 'im', 'um', 'um', 'es', 'as', 'is'],
  ...['a', 'e', 'i', 'o', 'u'],
];
const LONGEST_ENDING = 6;
const ENDINGS_BY_LENGTH: ReadonlySet<string>[] = Array.from(
  { length: LONGEST_ENDING + 1 },
  (_, length) => new Set(ENDINGS.filter((ending) => ending.length === length)),
);

const SHORTEST_STEM = 3;

/**
 * Words that would otherwise fall together with others: "byla" (was) and "bílá" (white), "bez" (without) and "běhám" (I run),
 * "celá" (whole) and "čelo" (forehead), "střecha" (roof) and "stres".
 */
const APART = wordMap(
  'bit: byl byla byli byly byt; jemi: bylo; bezz: bez beze; celk: cely cela celou celeho celemu celych celymi; strech: strecha strechy strechu strechou strese',
);

/**
 * A light Czech stemmer over folded words: one ending, then the traces of the past tense and of the infinitive, the
 * fleeting e and the softened last consonant. i and y are one letter. It need not be linguistically right, only the
 * same for the forms of one word and different for different words.
 */
export function stemCs(word: string): string {
  const apart = APART.get(word);
  if (apart !== undefined) return apart;
  const plain = word.replaceAll('y', 'i');
  const irregular = IRREGULAR.get(plain);
  if (irregular !== undefined) return irregular;
  if (plain.length <= SHORTEST_STEM) return plain;
  const stem = softened(withoutVerbTrace(withoutFleetingE(withoutEnding(plain))));
  return IRREGULAR.get(stem) ?? stem;
}

function withoutEnding(word: string): string {
  for (let length = Math.min(LONGEST_ENDING, word.length - SHORTEST_STEM); length > 0; length -= 1) {
    if (ENDINGS_BY_LENGTH[length]?.has(word.slice(-length)) === true) return word.slice(0, -length);
  }
  return word;
}

/** "žaludek" and "žaludku", "palec" and "palce" meet without their e. */
function withoutFleetingE(stem: string): string {
  return stem.length > 4 && /[^aeiou]e[kc]$/.test(stem) ? stem.slice(0, -2) + stem.slice(-1) : stem;
}

/** Past tense ("zvracel", "zvracela") and infinitive ("zvracet") lose their mark and the vowel before it. */
function withoutVerbTrace(stem: string): string {
  if (stem.length > SHORTEST_STEM + 1 && /[aei]l$/.test(stem)) return stem.slice(0, -2);
  if (stem.length > SHORTEST_STEM + 2 && /[aei]t$/.test(stem)) return stem.slice(0, -2);
  return stem;
}

/** "vyrážka" and "vyrážce", "břicho" and "břiše". */
function softened(stem: string): string {
  if (stem.endsWith('ch')) return `${stem.slice(0, -2)}s`;
  if (stem.endsWith('k')) return `${stem.slice(0, -1)}c`;
  if (stem.endsWith('h')) return `${stem.slice(0, -1)}z`;
  return stem;
}
