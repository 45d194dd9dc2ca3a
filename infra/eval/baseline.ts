import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { alarmScoresOf, isEmergency } from './alarms.ts';
import { answerScoresOf } from './answers.ts';
import { MODES, type Results } from './run.ts';
import { calibrationNoise, deviationOf, scoreOf, type Result } from './score.ts';
import { scoresOf } from './sentences.ts';
import { isFromDefinitions, TEXTS, type Split, type TextSet } from './texts.ts';

const BASELINE = path.resolve(import.meta.dirname, 'baseline.json');

const figure = z.strictObject({ value: z.number(), noise: z.number() });
const emergencies = z.strictObject({
  told: z.int(),
  of: z.int(),
  /** Which were not told as one: ids of vignettes, or sentences. Left out of `final`, of which nothing single is written. */
  missed: z.array(z.string()).optional(),
});
const measured = z.strictObject({
  texts: z.record(z.string(), z.int()),
  /** Vignettes that are an emergency, in each mode, and sentences that are a danger. */
  emergencies: z.record(z.string(), emergencies),
  /** The higher the better; shares are 0 to 1. */
  scores: z.record(z.string(), figure),
  /** The lower the better. */
  errors: z.record(z.string(), figure),
});
const baseline = z.strictObject({
  /** A digest of each file of texts: results of other texts are not compared. */
  files: z.record(z.string(), z.string()),
  work: measured,
  final: measured,
});

type Figure = z.output<typeof figure>;
export type Emergencies = z.output<typeof emergencies>;
/** What an evaluation came to. */
export type Measured = z.output<typeof measured>;
/** What it came to when it was last accepted. */
export type Baseline = z.output<typeof baseline>;

const DECIMALS = 1e4;
const round = (value: number): number => Math.round(value * DECIMALS) / DECIMALS;

/**
 * The noise of a share: the standard error of a binomial proportion, sqrt(p(1 - p) / n), with two successes and two failures
 * added, so that none or all of a few has a noise as well (Agresti and Coull, Approximate is better than "exact" for interval
 * estimation of binomial proportions, The American Statistician 1998; 52: 119-126). `share` is 0 to 1, `count` its sample.
 */
export function noiseOfShare(share: number, count: number): number {
  const n = count + 4;
  const p = (share * count + 2) / n;
  return Math.sqrt((p * (1 - p)) / n);
}

/** Collects figures by name; what there is nothing to count for is left out. */
function createFigures() {
  const figures: Record<string, Figure> = {};
  const add = (name: string, value: number, noise: number): void => {
    if (Number.isFinite(value + noise)) figures[name] = { value: round(value), noise: round(noise) };
  };
  const addShare = (name: string, value: number, count: number): void =>
    add(name, value, noiseOfShare(value, count));
  return { figures, add, addShare };
}

type Figures = ReturnType<typeof createFigures>;

function addPlays(mode: string, results: readonly Result[], scores: Figures, errors: Figures): void {
  const score = scoreOf(results);
  const { vignettes } = score;
  scores.addShare(`${mode}, right diagnosis first`, score.top1, vignettes);
  scores.addShare(`${mode}, right diagnosis in the first 3`, score.top3, vignettes);
  scores.addShare(`${mode}, right diagnosis in the first 5`, score.top5, vignettes);
  scores.addShare(`${mode}, right diagnosis in the first 10`, score.top10, vignettes);
  scores.addShare(`${mode}, triage exact`, score.triageExact, vignettes);
  scores.addShare(`${mode}, triage exact in three tiers`, score.tierExact, vignettes);
  scores.addShare(`${mode}, care at home told as such`, score.selfCareExact, score.selfCareCases);
  scores.addShare(`${mode}, minor cases not told as emergency`, score.minorSpecificity, score.minorCases);
  errors.addShare(`${mode}, too urgent`, score.overTriage, vignettes);
  errors.addShare(`${mode}, not urgent enough`, score.underTriage, vignettes);
  errors.add(`${mode}, calibration error`, score.calibrationError, calibrationNoise(results));
  const questions = results.map((result) => result.questions);
  if (mode === 'interview')
    errors.add('interview, questions asked', score.questions, deviationOf(questions) / Math.sqrt(vignettes));
}

/** Texts that were written from definitions alone have figures of their own. */
const bySource = <Row extends { set: TextSet }>(name: string, rows: readonly Row[]): [string, Row[]][] => [
  [name, rows.filter((row) => !isFromDefinitions(row))],
  [`${name} from definitions`, rows.filter(isFromDefinitions)],
];

/** Reckons the figures of a split. */
export function measure(results: Results, split: Split): Measured {
  const scores = createFigures();
  const errors = createFigures();
  for (const mode of MODES) addPlays(mode, results[mode], scores, errors);
  for (const [name, heard] of bySource('sentences', results.sentences)) {
    for (const { kind, lang, sentences, right, reversed } of scoresOf(heard)) {
      scores.addShare(`${name}, ${kind}, ${lang}, read rightly`, right, sentences);
      errors.addShare(`${name}, ${kind}, ${lang}, read as the contrary`, reversed, sentences);
    }
  }
  for (const { kind, lang, answers, right, reversed } of answerScoresOf(results.answers)) {
    scores.addShare(`answers, ${kind}, ${lang}, understood`, right, answers);
    errors.addShare(`answers, ${kind}, ${lang}, understood as the contrary`, reversed, answers);
  }
  for (const [name, alarmed] of bySource('alarms', results.alarms)) {
    for (const { kind, lang, sentences, right } of alarmScoresOf(alarmed))
      scores.addShare(`${name}, ${kind}, ${lang}, told rightly`, right, sentences);
  }
  const count = (rows: readonly { key: string; isTold: boolean }[]): Emergencies => {
    const missed = rows.flatMap(({ key, isTold }) => (isTold ? [] : [key])).sort();
    const told = rows.length - missed.length;
    return split === 'final' ? { told, of: rows.length } : { told, of: rows.length, missed };
  };
  const ofMode = (plays: readonly Result[]): Emergencies =>
    count(
      plays
        .filter(({ vignette }) => vignette.level.startsWith('emergency'))
        .map(({ vignette, outcome }) => ({ key: vignette.id, isTold: isEmergency(outcome) })),
    );
  return {
    texts: {
      vignettes: results.text.length,
      sentences: results.sentences.length,
      answers: results.answers.length,
      alarms: results.alarms.length,
    },
    emergencies: {
      text: ofMode(results.text),
      interview: ofMode(results.interview),
      alarms: count(
        results.alarms
          .filter(({ kind }) => kind === 'danger')
          .map(({ text, outcome }) => ({ key: text, isTold: isEmergency(outcome) })),
      ),
    },
    scores: scores.figures,
    errors: errors.figures,
  };
}

const DIGEST_LENGTH = 12;

/** A digest of each file of texts, by its path below their folder. */
export async function digestFiles(folder: string = TEXTS): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.yaml')).sort();
  const digests = await Promise.all(
    names.map(async (name) => {
      const content = await readFile(path.join(folder, name));
      return [name, createHash('sha256').update(content).digest('hex').slice(0, DIGEST_LENGTH)] as const;
    }),
  );
  return Object.fromEntries(digests);
}

/** The baseline that was accepted last. Throws where there is none or it is not as its schema says. */
export async function readBaseline(file: string = BASELINE): Promise<Baseline> {
  return baseline.parse(JSON.parse(await readFile(file, 'utf8')));
}

export async function writeBaseline(accepted: Baseline, file: string = BASELINE): Promise<void> {
  await writeFile(file, `${JSON.stringify(accepted, null, 2)}\n`);
}
