import path from 'node:path';
import { z } from 'zod';
import type { Engine, Outcome } from '../../domain/clinical/types.ts';
import { byKind, LANGUAGES, type Lang } from './kinds.ts';
import { tell } from './play.ts';
import { percent, renderTable } from './report.ts';
import { readYaml, setSchema, splitOf, TEXTS, type Split, type TextSet } from './texts.ts';

const FOLDER = path.join(TEXTS, 'alarms');
const KINDS = ['danger', 'harmless'] as const;

const lists = z.strictObject({ harmless: z.array(z.string().min(4)), danger: z.array(z.string().min(4)) });
/** What is by itself a reason to go to an emergency department, and what is none to see anybody today. */
const file = z.strictObject({ set: setSchema, en: lists, cs: lists });

/** A sentence that must, or must not, raise an alarm where a patient tells nothing else. */
export type AlarmSentence = {
  lang: Lang;
  kind: (typeof KINDS)[number];
  text: string;
  set: TextSet;
  split: Split;
};

/** A sentence and what the engine made of it. */
export type Alarmed = AlarmSentence & { outcome: Outcome };

/** Every sentence, in the order of files and lines. Throws where a file is not as the schema says. */
export async function loadAlarmSentences(folder: string = FOLDER): Promise<AlarmSentence[]> {
  const files = await readYaml(folder, file);
  return files.flatMap(({ data }) =>
    LANGUAGES.flatMap((lang) =>
      KINDS.flatMap((kind) =>
        data[lang][kind].map((text): AlarmSentence => {
          return { lang, kind, text, set: data.set, split: splitOf(text, data.set) };
        }),
      ),
    ),
  );
}

/** Opens a session with this sentence as the chief complaint, and nothing else told. */
export const raise = (engine: Engine, sentence: AlarmSentence): Alarmed => ({
  ...sentence,
  outcome: tell(engine, sentence.text),
});

export const isEmergency = ({ triage_level }: Outcome): boolean => triage_level.startsWith('emergency');

/** Danger is an emergency, and what is harmless fires no red flag and starts as no emergency. */
const isRight = ({ kind, outcome }: Alarmed): boolean =>
  kind === 'danger' ? isEmergency(outcome) : !isEmergency(outcome) && outcome.red_flags.length === 0;

/** Shares are 0 to 1; NaN where there is nothing to count. */
type AlarmScore = { kind: string; lang: string; sentences: number; right: number };

/** For each kind and language: how many are told rightly. */
export const alarmScoresOf = (alarmed: readonly Alarmed[]): AlarmScore[] =>
  byKind(KINDS, alarmed).map(({ kind, lang, count, share }) => {
    return { kind, lang, sentences: count, right: share(isRight) };
  });

export function renderAlarms(alarmed: readonly Alarmed[]): string {
  const rows = alarmScoresOf(alarmed).map(({ kind, lang, sentences, right }) => [
    `${kind}, ${lang}`,
    String(sentences),
    percent(right),
  ]);
  return renderTable([['', 'sentences', 'told rightly'], ...rows]);
}

/** One line for each sentence that is told wrongly, with the red flags that it raised. */
export const renderFalseAlarms = (alarmed: readonly Alarmed[]): string =>
  alarmed
    .filter((one) => !isRight(one))
    .map(({ kind, lang, text, outcome: { triage_level, red_flags } }) => {
      const flags = red_flags.map(({ flag }) => flag).join(' ');
      return `${kind} ${lang} ${triage_level} [${flags}]: ${text}`;
    })
    .join('\n');
