import { createHash } from 'node:crypto';
import { loadAlarmSentences, raise, type Alarmed, type AlarmSentence } from './alarms.ts';
import { loadAnswers, understand, type GivenAnswer, type Understood } from './answers.ts';
import { play, type Mode } from './play.ts';
import { judge, type Result } from './score.ts';
import { hear, loadSentences, type Heard, type Sentence } from './sentences.ts';
import type { Examined } from './simulated-patient.ts';
import { loadVignettes, type Vignette } from './vignettes.ts';

export const MODES: readonly Mode[] = ['text', 'interview'];

/** The texts of the evaluation, or some of them. */
export type Texts = {
  vignettes: Vignette[];
  sentences: Sentence[];
  answers: GivenAnswer[];
  alarms: AlarmSentence[];
};

/** What the engine made of each of them. */
export type Results = {
  text: Result[];
  interview: Result[];
  sentences: Heard[];
  answers: Understood[];
  alarms: Alarmed[];
};

/** All texts. Throws where a file is not as its schema says. */
export async function loadTexts(): Promise<Texts> {
  const [vignettes, sentences, answers, alarms] = await Promise.all([
    loadVignettes(),
    loadSentences(),
    loadAnswers(),
    loadAlarmSentences(),
  ]);
  return { vignettes, sentences, answers, alarms };
}

/** Those texts that something holds for. */
export const selectTexts = (
  { vignettes, sentences, answers, alarms }: Texts,
  holds: (text: Vignette | Sentence | GivenAnswer | AlarmSentence) => boolean,
): Texts => ({
  vignettes: vignettes.filter(holds),
  sentences: sentences.filter(holds),
  answers: answers.filter(holds),
  alarms: alarms.filter(holds),
});

/** So many texts of each kind: always the same, and chosen by nobody. */
export function sampleOf(texts: Texts, count: number | null): Texts {
  if (count === null) return texts;
  const some = <Text>(all: readonly Text[], keyOf: (text: Text) => string): Text[] =>
    all
      .map((text) => ({ text, order: createHash('sha256').update(keyOf(text)).digest('hex') }))
      .sort((one, other) => (one.order < other.order ? -1 : 1))
      .slice(0, count)
      .map(({ text }) => text);
  return {
    vignettes: some(texts.vignettes, ({ id }) => id),
    sentences: some(texts.sentences, ({ finding, text }) => `${finding} ${text}`),
    answers: some(texts.answers, ({ finding, text }) => `${finding} ${text}`),
    alarms: some(texts.alarms, ({ text }) => text),
  };
}

/** Plays each vignette through the session's decisions. */
export const playAll = (examined: Examined, vignettes: readonly Vignette[], mode: Mode): Result[] =>
  vignettes.map((vignette) => judge(vignette, play(examined, vignette, mode)));

/** What the engine makes of these texts; always the same. */
export const evaluate = (examined: Examined, texts: Texts): Results => ({
  text: playAll(examined, texts.vignettes, 'text'),
  interview: playAll(examined, texts.vignettes, 'interview'),
  sentences: texts.sentences.map((sentence) => hear(examined, sentence)),
  answers: texts.answers.map((answer) => understand(examined, answer)),
  alarms: texts.alarms.map((sentence) => raise(examined.engine, sentence)),
});
