import { fold } from '../text/language/fold.ts';
import type { Evidence } from '../types.ts';
import type { Language } from '../wording.ts';
import { durationText } from './quantities.ts';

type Said = Record<Language, string>;

/** How a text says since when; the reader's hours are an estimate of it, and are not told. */
const SINCE: readonly (readonly [read: RegExp, en: string, cs: string])[] = [
  [/^(the )?day before yesterday$|^predevcir\w*$/, 'since the day before yesterday', 'od předevčírka'],
  [/^(yesterday evening|vcera vecer|vcerejsiho vecera)$/, 'since yesterday evening', 'od včerejšího večera'],
  [/^(yesterday night|last night|vcera v noci)$/, 'since last night', 'od minulé noci'],
  [/^(yesterday|vcera|vcerejs\w+)$/, 'since yesterday', 'od včerejška'],
  [/^(this morning|rano|rana|(dnes|dneska|dnesniho) ran[oa])$/, 'since this morning', 'od dnešního rána'],
  [/^(breakfast|snidane)$/, 'since breakfast', 'od snídaně'],
  [/^(today|dnes|dneska)$/, 'since today', 'od dneška'],
  [/^(noon|midday|poledne)$/, 'since noon', 'od poledne'],
  [/^(lunch|lunchtime|obeda)$/, 'since lunchtime', 'od oběda'],
  [/^(this afternoon|(dnes )?odpoledne)$/, 'since this afternoon', 'od dnešního odpoledne'],
  [/^(this evening|tonight|vecera|dnes vecer)$/, 'since this evening', 'od dnešního večera'],
  [/^(the night|(dnesni )?noci)$/, 'since the night', 'od noci'],
  [/^(midnight|pulnoci)$/, 'since midnight', 'od půlnoci'],
  [/^i woke up$/, 'since waking up', 'od probuzení'],
  [/^(the weekend|vikendu?)$/, 'since the weekend', 'od víkendu'],
  [/^(monday|pondel\w+)$/, 'since Monday', 'od pondělí'],
  [/^(tuesday|uter\w+)$/, 'since Tuesday', 'od úterý'],
  [/^(wednesday|stred\w+)$/, 'since Wednesday', 'od středy'],
  [/^(thursday|ctvrt(ek|ka))$/, 'since Thursday', 'od čtvrtka'],
  [/^(friday|patek|patku)$/, 'since Friday', 'od pátku'],
  [/^(saturday|sobot\w+)$/, 'since Saturday', 'od soboty'],
  [/^(sunday|nedel\w+)$/, 'since Sunday', 'od neděle'],
];

/** A length with a number or a single unit ("3 dny", "ten minutes", "rok"); everything else the reader estimated. */
const UNIT =
  /(minut|hour|hodin|\bh|\bday|night|\bd(en|ny|nu|nem|ni)\b|\bnoc|week|tyd|month|mesic|year|\brok|\blet|fortnight|decad|half|pul)/;
const UNCOUNTED =
  /^((a )?(few|couple|several|some)|many|numerous|countless|ages|yonks|par|nekolik\w*|mnoho|radu|spoustu|hodne|tolik|desitky|dlouh\w+|veky|(hours|days|weeks|months|years|hodiny|dny|tydny|mesice|roky|leta)$)/;

/** "since yesterday", "for 3 weeks", "for about 3 months"; "od včerejška", "po dobu 3 týdnů", "po dobu asi 3 měsíců". */
export function lastingText(evidence: Evidence, language: Language): string {
  const said = saidSince(evidence);
  if (said !== null) return said[language];
  return `${language === 'en' ? 'for' : 'po dobu'} ${lengthText(evidence, language, 'genitive')}`;
}

/** The same as the value of a line: "since yesterday", "3 weeks"; "od včerejška", "3 týdny". */
export const lengthOrSince = (evidence: Evidence, language: Language): string =>
  saidSince(evidence)?.[language] ?? lengthText(evidence, language);

function lengthText(
  evidence: Evidence,
  language: Language,
  grammar: 'nominative' | 'genitive' = 'nominative',
): string {
  const hours = typeof evidence.value === 'number' ? evidence.value : 0;
  const words = wordsOf(evidence);
  const isEstimate = words !== null && !/\d/.test(words) && (UNCOUNTED.test(words) || !UNIT.test(words));
  return durationText(hours, language, { isEstimate, grammar });
}

function saidSince(evidence: Evidence): Said | null {
  const words = wordsOf(evidence);
  if (words === null) return null;
  const found = SINCE.find(([read]) => read.test(words));
  return found === undefined ? null : { en: found[1], cs: found[2] };
}

/** The words of a text that tell it, without accents; null where no text does. */
function wordsOf({ source, span }: Evidence): string | null {
  if (source !== 'text' || span === undefined) return null;
  return fold(span.text).trim();
}
