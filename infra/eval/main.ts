import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { loadEngine, loadKnowledge } from '../../shared/clinical/load-knowledge.ts';
import { alarmScoresOf, raise, renderAlarms, renderFalseAlarms } from './alarms.ts';
import { answerScoresOf, renderAnswers, renderMisunderstood, understand } from './answers.ts';
import { digestFiles, readBaseline, writeBaseline, type Baseline, type Measured } from './baseline.ts';
import { measureExtractor } from './extractor/measure-extractor.ts';
import { renderCalls, renderReaders } from './extractor/report.ts';
import { checkEvaluation, lossesOf, measureSplit } from './gate.ts';
import { findAll, renderFound } from './retrieval.ts';
import { renderFailures, renderLevels, renderScores } from './report.ts';
import { loadTexts, MODES, playAll, selectTexts, type Texts } from './run.ts';
import { scoreOf, type Result } from './score.ts';
import { hear, renderMisheard, renderSentences, scoresOf } from './sentences.ts';
import type { Examined } from './simulated-patient.ts';
import { setSchema, SPLITS, type Split, type TextSet } from './texts.ts';
import { renderTrace } from './trace.ts';

const RESULTS = path.resolve(import.meta.dirname, '../../eval-results');

type Options = {
  split?: Split;
  failures: boolean;
  trace: boolean;
  only?: string;
  set?: TextSet;
  sentences?: string;
  alarms: boolean;
  check: boolean;
  updateBaseline: boolean;
  retrieval: boolean;
  extractor?: string;
  sample: number | null;
  minutes: number;
  interviews: boolean;
};

const toCount = (given: string): number => {
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('must be a whole number above 0');
  return count;
};
const toSample = (given: string): number | null => (given === 'all' ? null : toCount(given));

const program = new Command('npm run eval --')
  .description(
    'Plays our own vignettes through the engine: all text at once, and an interview with a simulated patient. Prints ' +
      'the scores and writes them as JSON to eval-results/. Then it reads single sentences, each made for one finding, ' +
      'and single answers, each to the question about one, and opens a session with each sentence that must, or must ' +
      'not, raise an alarm. A third of the newest vignettes, of the sentences and of the answers (final) is kept for ' +
      'scoring: what came out of each of them ' +
      'is neither printed nor written.',
  )
  .addOption(
    new Option('--split <split>', 'which vignettes and sentences; work where left out').choices(SPLITS),
  )
  .option('--failures', 'name each vignette and sentence of the split "work" that came out wrong', false)
  .option('--trace', 'show what was read of each fact of these vignettes, and the interview', false)
  .option('--only <prefix>', 'vignettes whose id begins so')
  .addOption(new Option('--set <set>', 'texts of this set').choices(setSchema.options))
  .option('--sentences <system>', 'no vignettes, and the sentences of this system only')
  .option('--alarms', 'only the sentences that must, or must not, raise an alarm', false)
  .option(
    '--check',
    'compare with the baseline, and fail where something was lost; both splits unless one is named',
    false,
  )
  .option(
    '--retrieval',
    'how often the finding of a sentence is among the candidates for it and in the prompt of an upstream extractor',
    false,
  )
  .option(
    '--extractor <url>',
    'have the texts read by the model at this address too; the other settings are EXTRACTOR_* of the environment',
  )
  .option('--sample <count>', 'with --extractor: texts of each kind, or all', toSample, 200)
  .option('--minutes <count>', 'with --extractor: ask nothing more after so long', toCount, 60)
  .option('--interviews', 'with --extractor: interviews as well, up to 20 requests for each vignette', false)
  .option('--update-baseline', 'accept what comes out now as the baseline', false)
  .parse();

/** The texts that the options ask for. */
function chosen(
  texts: Texts,
  { split = 'work', only, set, sentences: system, alarms: alarmsOnly }: Options,
): Texts {
  const { vignettes, sentences, answers, alarms } = selectTexts(
    texts,
    (text) => text.split === split && (set === undefined || text.set === set),
  );
  const isWhole = only === undefined && system === undefined && !alarmsOnly;
  return {
    vignettes:
      system === undefined && !alarmsOnly ? vignettes.filter(({ id }) => id.startsWith(only ?? '')) : [],
    sentences:
      only === undefined && !alarmsOnly
        ? sentences.filter((sentence) => system === undefined || sentence.system === system)
        : [],
    answers: isWhole ? answers : [],
    alarms: isWhole || alarmsOnly ? alarms : [],
  };
}

/** Prints what the engine makes of the texts; returns the figures. */
function report(examined: Examined, texts: Texts, { split = 'work', failures, trace }: Options): object {
  const { engine } = examined;
  const written: Record<string, unknown> = {};
  const title = (text: string): string => `\n${text} (${split}, engine ${engine.version})\n`;
  const showsEach = failures && split === 'work';
  for (const mode of texts.vignettes.length > 0 ? MODES : []) {
    const results = playAll(examined, texts.vignettes, mode);
    const inLanguage = (lang: string): Result[] => results.filter(({ vignette }) => vignette.lang === lang);
    const columns = [
      { name: 'all', score: scoreOf(results) },
      { name: 'English', score: scoreOf(inLanguage('en')) },
      { name: 'Czech', score: scoreOf(inLanguage('cs')) },
    ];
    console.log(title(mode === 'text' ? 'All text at once' : 'Interview'));
    console.log(renderScores(columns));
    console.log(`\n${renderLevels(results)}`);
    if (showsEach) console.log(`\n${renderFailures(results)}`);
    if (trace && split === 'work' && mode === 'interview')
      for (const result of results) console.log(`\n${renderTrace(engine, result)}`);
    written[mode] = Object.fromEntries(columns.map(({ name, score }) => [name, score]));
  }
  if (texts.sentences.length > 0) {
    const heard = texts.sentences.map((sentence) => hear(examined, sentence));
    console.log(`${title('Sentence by sentence')}\n${renderSentences(heard)}`);
    if (showsEach) console.log(`\n${renderMisheard(heard)}`);
    written.sentences = scoresOf(heard);
  }
  if (texts.answers.length > 0) {
    const understood = texts.answers.map((answer) => understand(examined, answer));
    console.log(`${title('Answer by answer')}\n${renderAnswers(understood)}`);
    if (showsEach) console.log(`\n${renderMisunderstood(understood)}`);
    written.answers = answerScoresOf(understood);
  }
  if (texts.alarms.length > 0) {
    const alarmed = texts.alarms.map((sentence) => raise(engine, sentence));
    console.log(`${title('Alarms')}\n${renderAlarms(alarmed)}`);
    if (showsEach) console.log(`\n${renderFalseAlarms(alarmed)}`);
    written.alarms = alarmScoresOf(alarmed);
  }
  return written;
}

/** Writes the baseline, and prints what is worse than in the one before: the change that accepts it has to say why. */
async function acceptBaseline(accepted: Baseline): Promise<void> {
  const before = await readBaseline().catch(() => null);
  await writeBaseline(accepted);
  for (const split of SPLITS)
    for (const loss of before === null ? [] : lossesOf(before[split], accepted[split]))
      console.log(`accepted all the same: ${split}: ${loss}`);
}

const options = program.opts<Options>();
const { knowledge } = await loadKnowledge();
const examined = { engine: await loadEngine(), knowledge };
const texts = await loadTexts();
if (options.updateBaseline) {
  const measured = (split: Split): Measured => measureSplit(examined, texts, split);
  await acceptBaseline({ files: await digestFiles(), work: measured('work'), final: measured('final') });
} else if (options.check) {
  const losses = await checkEvaluation(examined, texts, options.split ? [options.split] : SPLITS);
  console.log(losses.length === 0 ? 'nothing is worse than the baseline' : losses.join('\n'));
  process.exitCode = losses.length === 0 ? 0 : 1;
} else if (options.retrieval) {
  console.log(renderFound(findAll(examined, chosen(texts, options))));
} else if (options.extractor !== undefined) {
  const { extractor, sample, minutes, interviews } = options;
  const { read, calls } = await measureExtractor(examined, chosen(texts, options), {
    env: { ...process.env, EXTRACTOR_URL: extractor },
    sample,
    minutes,
    interviews,
    file: path.join(RESULTS, 'extractor-answers.ndjson'),
    now: () => performance.now(),
  });
  console.log(`${renderReaders(read)}\n\nThe model\n\n${renderCalls(calls)}`);
  process.exitCode = calls.stopped === null ? 0 : 1;
} else {
  const split = options.split ?? 'work';
  const figures = report(examined, chosen(texts, options), options);
  mkdirSync(RESULTS, { recursive: true });
  const file = path.join(RESULTS, `${new Date().toISOString().replaceAll(':', '-')}-${split}.json`);
  writeFileSync(file, `${JSON.stringify({ engine: examined.engine.version, split, ...figures }, null, 2)}\n`);
  console.log(`\nwritten to ${path.relative(process.cwd(), file)}`);
}
