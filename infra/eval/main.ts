import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { loadEngine, loadKnowledge } from '../../shared/clinical/load-knowledge.ts';
import { alarmScoresOf, loadAlarmSentences, raise, renderAlarms, renderFalseAlarms } from './alarms.ts';
import { answerScoresOf, loadAnswers, renderAnswers, renderMisunderstood, understand } from './answers.ts';
import type { Part } from './parts.ts';
import { play, type Mode } from './play.ts';
import { renderFailures, renderLevels, renderScores } from './report.ts';
import { judge, scoreOf, type Result } from './score.ts';
import { hear, loadSentences, renderMisheard, renderSentences, scoresOf } from './sentences.ts';
import { renderTrace } from './trace.ts';
import { loadVignettes } from './vignettes.ts';

const RESULTS = path.resolve(import.meta.dirname, '../../eval-results');
const MODES: readonly Mode[] = ['text', 'interview'];

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
    new Option('--part <part>', 'which vignettes and sentences').choices(['work', 'final']).default('work'),
  )
  .option('--failures', 'name each vignette and sentence of the part "work" that came out wrong', false)
  .option('--trace', 'show what was read of each fact of these vignettes, and the interview', false)
  .option('--only <prefix>', 'vignettes whose id begins so')
  .option('--round <number>', 'vignettes that were written in this round')
  .option('--sentences <system>', 'no vignettes, and the sentences of this system only')
  .option('--alarms', 'only the sentences that must, or must not, raise an alarm', false)
  .parse();
const {
  part,
  failures,
  trace,
  only,
  round,
  sentences: system,
  alarms: alarmsOnly,
} = program.opts<{
  part: Part;
  failures: boolean;
  trace: boolean;
  only?: string;
  round?: string;
  sentences?: string;
  alarms: boolean;
}>();

const engine = await loadEngine();
const { knowledge } = await loadKnowledge();
const vignettes = (await loadVignettes()).filter(
  (vignette) =>
    system === undefined &&
    !alarmsOnly &&
    vignette.part === part &&
    (only === undefined || vignette.id.startsWith(only)) &&
    (round === undefined || vignette.round === Number(round)),
);
const sentences = (await loadSentences()).filter(
  (sentence) =>
    only === undefined &&
    round === undefined &&
    !alarmsOnly &&
    sentence.part === part &&
    (system === undefined || sentence.system === system),
);
const alarmSentences = (await loadAlarmSentences()).filter(
  (sentence) => only === undefined && round === undefined && system === undefined && sentence.part === part,
);
const answers = (await loadAnswers()).filter(
  (answer) =>
    only === undefined && round === undefined && system === undefined && !alarmsOnly && answer.part === part,
);
const written: Record<string, unknown> = {};
for (const mode of vignettes.length > 0 ? MODES : []) {
  const results = vignettes.map((vignette) => judge(vignette, play({ engine, knowledge }, vignette, mode)));
  const inLanguage = (lang: string): Result[] => results.filter(({ vignette }) => vignette.lang === lang);
  const columns = [
    { name: 'all', score: scoreOf(results) },
    { name: 'English', score: scoreOf(inLanguage('en')) },
    { name: 'Czech', score: scoreOf(inLanguage('cs')) },
  ];
  console.log(
    `\n${mode === 'text' ? 'All text at once' : 'Interview'} (${part}, engine ${engine.version})\n`,
  );
  console.log(renderScores(columns));
  console.log(`\n${renderLevels(results)}`);
  if (failures && part === 'work') console.log(`\n${renderFailures(results)}`);
  if (trace && part === 'work' && mode === 'interview')
    for (const result of results) console.log(`\n${renderTrace(engine, result)}`);
  written[mode] = Object.fromEntries(columns.map(({ name, score }) => [name, score]));
}
if (sentences.length > 0) {
  const heard = sentences.map((sentence) => hear({ engine, knowledge }, sentence));
  console.log(`\nSentence by sentence (${part}, engine ${engine.version})\n\n${renderSentences(heard)}`);
  if (failures && part === 'work') console.log(`\n${renderMisheard(heard)}`);
  written.sentences = scoresOf(heard);
}
if (answers.length > 0) {
  const understood = answers.map((answer) => understand({ engine, knowledge }, answer));
  console.log(`\nAnswer by answer (${part}, engine ${engine.version})\n\n${renderAnswers(understood)}`);
  if (failures && part === 'work') console.log(`\n${renderMisunderstood(understood)}`);
  written.answers = answerScoresOf(understood);
}
if (alarmSentences.length > 0) {
  const alarmed = alarmSentences.map((sentence) => raise(engine, sentence));
  console.log(`\nAlarms (${part}, engine ${engine.version})\n\n${renderAlarms(alarmed)}`);
  if (failures && part === 'work') console.log(`\n${renderFalseAlarms(alarmed)}`);
  written.alarms = alarmScoresOf(alarmed);
}
mkdirSync(RESULTS, { recursive: true });
const file = path.join(RESULTS, `${new Date().toISOString().replaceAll(':', '-')}-${part}.json`);
writeFileSync(file, `${JSON.stringify({ engine: engine.version, part, ...written }, null, 2)}\n`);
console.log(`\nwritten to ${path.relative(process.cwd(), file)}`);
