import { words } from '../language/word-list.ts';
import type { SenseRule } from './sense-rule.ts';

/** Words in idioms, and in sentences about cooking, meetings, films and machines; by words with one rule. */
const ROWS: readonly (readonly [string, SenseRule])[] = [
  ['choked', { rest: /^(back|during (the|my|an|his|her) (interview|exam|test|speech|final))\b/ }],
  ['choking', { rest: /^(the |our )?(town|city|roads?|rivers?|streets?|economy|back)\b/ }],
  [
    'crashed',
    {
      lead: /\b(computer|laptop|phone|app|website|system|server|program|internet|market) ((has|had|just|again) )*$/,
      rest: /^(out|early|on (the|my|his|her|a) (sofa|couch|bed)|at (a|my|his|her) (mate|friend))\b/,
    },
  ],
  // "Srdcem i duší", "dusí mě ta práce", "dusím maso".
  [
    'dusi',
    {
      lead: /\b(srdcem i|telem i|celou|svou|dobrou|cistou|nad) $/,
      rest: /^(me|ho|ji|nas) ((ta|to|ten|ty|nase) )?(prac|vztah|manzelstv|atmosfer|stereotyp|hypotek)|^(maso|zelenin|cibul|kure |ryb)/,
    },
  ],
  [
    'dusim dusil dusila dusime',
    {
      rest: /^((jsem|jsme) )*(maso|zelenin|cibul|kure |kureci|ryb|houb|zeli|hovez|vepr|na (cibul|masle|vine))/,
    },
  ],
  ['vyrazil vyrazilo vyrazila', { rest: /^((mi|mu|ji|nam|to|ta|ten|zprava|vyhled|pohled) )*dech\b/ }],
  ['mrtvice', { rest: /^(z|ze) (te|toho|ty|tech|ceny|uctu)\b/ }],
  [
    'narazil narazila',
    {
      rest: /^((jsem|jsme|tam) )*na (\w+ho |\w+ou )?(kamarad|znam|soused|koleg|problem|clan|web|inform|spoluzak|inzerat|nabidk|reklam)/,
    },
  ],
  ['prastil prastila', { rest: /^(jsem )?s (prac|skol|tim|telefon|dvermi)/ }],
  ['odrel odrela', { rest: /^((jsem|si|mi) )*(\w+ )?(auto|auta|lak|naraznik|blatnik|disk|nabyt)/ }],
  ['kulha', { rest: /^((to|ta|ten|mi|nam) )*(vymluv|logik|srovnan|argument|system|spoluprac)/ }],
  ['ruplo', { rest: /^((mi|nam|neco) )*(v|ve) (aute|motoru|nabytku|kuchyni|zdi|strope)\b/ }],
  // Who turns his back on somebody has not strained it.
  [
    'zady',
    {
      lead: /\b(otoc\w+|otac\w+|stal\w*|stoji\w*|sed[ie]\w*)( (se|ke|k|mne|mi|nam|nemu|oknu|dverim|sobe))* $/,
    },
  ],
  ['sweat', { lead: /\bwork(ed|ing|s)? up a $/, rest: /^the small\b/ }],
];

/** One row for each word. */
export const IDIOMS: readonly (readonly [string, SenseRule])[] = ROWS.flatMap(([list, rule]) =>
  words(list).map((word) => [word, rule] as const),
);
