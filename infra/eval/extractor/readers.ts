import type { Engine, Evidence, Question } from '../../../domain/clinical/types.ts';
import { inTurns } from '../../../domain/kernel/in-turns.ts';
import type { UpstreamFinding } from '../../../domain/session/types.ts';
import { withUpstream } from '../../../domain/session/upstream.ts';
import { questionOf } from '../answers.ts';
import { play, playAlone, playing, telling, type Played, type Playing } from '../play.ts';
import type { Results, Texts } from '../run.ts';
import { judge } from '../score.ts';
import { statusOf } from '../sentences.ts';
import type { Examined } from '../simulated-patient.ts';
import type { Asker } from './asker.ts';

/** Who reads: the built-in reader, the model alone, and both as in the service. */
export const READERS = ['built-in', 'model alone', 'both'] as const;
export type Reader = (typeof READERS)[number];

/** What each reader made of the same texts. The model alone is in no interview. */
export type ReadByAll = Record<Reader, Results>;

const nothing = (): Results => ({ text: [], interview: [], sentences: [], answers: [], alarms: [] });

export type ReadOptions = { atOnce: number; interviews: boolean };

/**
 * Has all texts read by each reader. Where the model fails, it read nothing and the built-in reader reads alone, as with
 * EXTRACTOR_FALLBACK=builtin. A text that was not asked for, because the run had to stop, is left out for all readers.
 */
export async function readByAll(
  examined: Examined,
  texts: Texts,
  asker: Asker,
  { atOnce, interviews }: ReadOptions,
): Promise<ReadByAll> {
  const results: ReadByAll = { 'built-in': nothing(), 'model alone': nothing(), both: nothing() };
  // Kinds have turns: a run that has to stop has something of each.
  const jobs = inTurns<() => Promise<void>>([
    texts.sentences.map((sentence) => async () => {
      const read = await readOne(examined, asker, sentence.text, null);
      if (read === null) return;
      for (const reader of READERS) {
        const status = statusOf(examined, sentence.finding, read[reader]);
        results[reader].sentences.push({ ...sentence, status });
      }
    }),
    texts.answers.map((answer) => async () => {
      const read = await readOne(examined, asker, answer.text, questionOf(examined, answer));
      if (read === null) return;
      for (const reader of READERS) {
        const status = statusOf(examined, answer.finding, read[reader]);
        results[reader].answers.push({ ...answer, status });
      }
    }),
    texts.alarms.map((sentence) => async () => {
      const played = await playByAll(asker, examined.engine, (engine) => telling(engine, sentence.text));
      if (played === null) return;
      for (const reader of READERS) results[reader].alarms.push({ ...sentence, outcome: played[reader] });
    }),
    texts.vignettes.map((vignette) => async () => {
      const played = await playByAll(asker, examined.engine, (engine): Playing<Played> =>
        playing(examined, vignette, 'text', engine),
      );
      if (played === null) return;
      for (const reader of READERS) results[reader].text.push(judge(vignette, played[reader]));
    }),
    (interviews ? texts.vignettes : []).map((vignette) => async () => {
      const both = await playWith(asker, playing(examined, vignette, 'interview'));
      if (both === null) return;
      results.both.interview.push(judge(vignette, both.played));
      results['built-in'].interview.push(judge(vignette, play(examined, vignette, 'interview')));
    }),
  ]);
  await runAtOnce(jobs, atOnce);
  return results;
}

/** What each reader reads in one text, alone or as the answer to a question; null where the model was not asked. */
async function readOne(
  { engine }: Examined,
  asker: Asker,
  text: string,
  question: Question | null,
): Promise<Record<Reader, Evidence[]> | null> {
  const { evidence, complaints } = engine.extract(text, question);
  const asked = await asker.ask({
    text,
    question,
    known: {
      branches: complaints.map(({ code }) => code),
      findings: evidence.map(({ finding }) => finding),
    },
  });
  if (asked.kind === 'not_asked') return null;
  const upstream = asked.kind === 'answered' ? asked.sifted.findings : [];
  return {
    'built-in': evidence,
    'model alone': upstream.map((said): Evidence => ({ ...said, source: 'text' })),
    both: withUpstream(engine, evidence, { upstream, targets: question?.targets ?? [] }),
  };
}

/** The same play by each reader: a text that is told at once, so that the model is asked the same for all. */
async function playByAll<T>(
  asker: Asker,
  engine: Engine,
  sessionOf: (engine: Engine) => Playing<T>,
): Promise<Record<Reader, T> | null> {
  const both = await playWith(asker, sessionOf(engine));
  return (
    both && {
      'built-in': playAlone(sessionOf(engine)),
      'model alone': replay(sessionOf(deafEngine(engine)), both.heard),
      both: both.played,
    }
  );
}

type Heard = (UpstreamFinding[] | undefined)[];

/** Plays with what the model says of each text; null where one of them was not asked for. */
async function playWith<T>(asker: Asker, session: Playing<T>): Promise<{ played: T; heard: Heard } | null> {
  const heard: Heard = [];
  let step = session.next();
  while (step.done !== true) {
    const asked = await asker.ask(step.value);
    if (asked.kind === 'not_asked') return null;
    const said = asked.kind === 'answered' ? asked.sifted.findings : undefined;
    heard.push(said);
    step = session.next(said);
  }
  return { played: step.value, heard };
}

/** Plays once more with what was heard, in that order. */
function replay<T>(session: Playing<T>, heard: Heard): T {
  let step = session.next();
  for (const said of heard) {
    if (step.done === true) break;
    // Heard or not, the built-in reader is deaf here: nothing was said.
    step = session.next(said ?? []);
  }
  if (step.done !== true) throw new Error('more was told than was heard');
  return step.value;
}

/** An engine that reads no findings in texts. Which complaint a text is about, age and sex it still reads: no model is asked for these. */
const deafEngine = (engine: Engine): Engine => ({
  ...engine,
  extract: (text, pending) => ({
    ...engine.extract(text, pending),
    evidence: [],
    fields: {},
    flags: [],
    field_confidences: {},
  }),
});

/** Runs jobs in their order, so many at once. The first that fails ends it. */
async function runAtOnce(jobs: readonly (() => Promise<void>)[], atOnce: number): Promise<void> {
  const waiting = jobs.values();
  const work = async (): Promise<void> => {
    for (const job of waiting) await job();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
