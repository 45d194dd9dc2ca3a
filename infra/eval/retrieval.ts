import type { Engine } from '../../domain/clinical/types.ts';
import { languageHint } from '../../shared/extractor/language.ts';
import { createPrompter } from '../../shared/extractor/prompt.ts';
import type { ExtractorRequest } from '../../shared/extractor/types.ts';
import { seededRandom } from '../bench/load/random.ts';
import { LANGUAGES } from './kinds.ts';
import { percent, renderTable } from './report.ts';
import { sampleOf, type Texts } from './run.ts';
import { hear, isRight } from './sentences.ts';
import type { Examined } from './simulated-patient.ts';

/** How many candidates are looked at. */
const SIZES = [2, 20, 40, 80, 120, 160, 200, 300] as const;
/** Sentences of a text that is made of several, and how many such texts there are in a language. */
const TOGETHER = 8;
const MADE = 400;
/** Vignettes are long: some of them do. */
const VIGNETTES = 400;

/** A finding of which a text tells, and whether it was found. */
export type Found = {
  group: string;
  /** Its place among the candidates, 1 for the first; Infinity where it is none. */
  rank: number;
  /** It stands in the prompt for the words of the text alone; and in the prompt that is sent, to which reader and interview add. */
  byWords: boolean;
  asSent: boolean;
  promptChars: number;
};

/**
 * Looks for the finding of each sentence among the candidates and in the prompt, for one sentence alone and for eight of
 * them as one text. Vignettes have no labels of findings: looked for is what the built-in reader reads in them.
 */
export function findAll({ engine, knowledge }: Examined, texts: Texts): Found[] {
  const { sentences } = texts;
  const { vignettes } = sampleOf(texts, VIGNETTES);
  const find = createFinder(engine);
  const told = sentences.filter(({ kind }) => kind !== 'decoy');
  const ofSentences = told.flatMap((sentence) => {
    const { kind, lang, text, finding } = sentence;
    const isMisread = !isRight(hear({ engine, knowledge }, sentence));
    // Of these the interview asks for the first ones.
    const isUnread = engine.extract(text, null).unread.length > 0;
    const groups = [
      `sentences, ${kind}, ${lang}`,
      ...(isMisread ? [`sentences, misread by the built-in reader, ${lang}`] : []),
      ...(isUnread ? [`sentences, nothing understood, ${lang}`] : []),
    ];
    const found = find(text, [finding]);
    return groups.flatMap((group) => found.map((one): Found => ({ group, ...one })));
  });
  const random = seededRandom(TOGETHER);
  const ofMade = LANGUAGES.flatMap((lang) => {
    const own = told.filter((sentence) => sentence.lang === lang);
    if (own.length === 0) return [];
    return Array.from({ length: MADE }).flatMap(() => {
      const some = Array.from(
        { length: TOGETHER },
        () => own[Math.floor(random.next() * own.length)],
      ).flatMap((one) => one ?? []);
      const text = some.map((sentence) => sentence.text).join(' ');
      const codes = some.map(({ finding }) => finding);
      return find(text, codes).map((one): Found => ({
        group: `eight sentences as one text, ${lang}`,
        ...one,
      }));
    });
  });
  const ofVignettes = vignettes.flatMap(({ complaint, text, lang }) => {
    const whole = `${complaint}\n\n${text}`;
    const codes = engine.extract(whole, null).evidence.map(({ finding }) => finding);
    return find(whole, codes).map((one): Found => ({ group: `vignettes, ${lang}`, ...one }));
  });
  return [...ofSentences, ...ofMade, ...ofVignettes];
}

/** Searches one text for findings. */
function createFinder(engine: Engine) {
  const promptFor = createPrompter(engine);
  return (text: string, findings: readonly string[]): Omit<Found, 'group'>[] => {
    const ranks = new Map(
      engine.candidatesFor(text, languageHint(text)).map(({ code }, at) => [code, at + 1] as const),
    );
    const promptWith = (known: ExtractorRequest['known']) => promptFor({ text, question: null, known });
    const { evidence, complaints } = engine.extract(text, null);
    const byWords = new Set(promptWith({ branches: [], findings: [] }).codes);
    const sent = promptWith({
      branches: complaints.map(({ code }) => code),
      findings: evidence.map(({ finding }) => finding),
    });
    const asSent = new Set(sent.codes);
    return findings.map((code) => ({
      rank: ranks.get(code) ?? Infinity,
      byWords: byWords.has(code),
      asSent: asSent.has(code),
      promptChars: sent.system.length + sent.user.length,
    }));
  };
}

/** A row for each group: which share of its findings is among so many candidates, and in the prompt. */
export function renderFound(found: readonly Found[]): string {
  const groups = [...new Set(found.map(({ group }) => group))];
  const rows = groups.map((group) => {
    const rows = found.filter((one) => one.group === group);
    const share = (holds: (one: Found) => boolean): string =>
      percent(rows.filter(holds).length / rows.length);
    return [
      group,
      String(rows.length),
      ...SIZES.map((size) => share(({ rank }) => rank <= size)),
      share(({ byWords }) => byWords),
      share(({ asSent }) => asSent),
      String(Math.max(...rows.map(({ promptChars }) => promptChars))),
    ];
  });
  const header = [
    '',
    'findings',
    ...SIZES.map((size) => `first ${size}`),
    'prompt, words alone',
    'prompt as sent',
    'longest',
  ];
  return renderTable([header, ...rows]);
}
