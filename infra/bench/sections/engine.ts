import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { decide } from '../../../domain/session/decider.ts';
import type { AnswerCommand } from '../../../domain/session/commands.ts';
import type { Engine } from '../../../domain/clinical/types.ts';
import { isOpen, toCase, type OpenSession } from '../../../domain/session/state.ts';
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import { programOf } from '../../embedded/program.ts';
import { answerCommandFor, foldCommand, openingCommand } from '../load/transcripts.ts';
import { longText } from '../load/texts.ts';
import { seededRandom, type Random } from '../load/random.ts';
import { goalAtMost, type Measure } from '../report/measure.ts';
import { median, percentile } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';

const TEXT_LENGTH = 2_000;

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { interviews: 40, texts: 60 } : { interviews: 1_000, texts: 1_000 };

const timed = (work: () => unknown): number => {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
};

const STARTS = 5;
const startSchema = z.object({ ms: z.number(), megabytes: z.number() });
const run = promisify(execFile);

/** Starts of the engine, each in a process of its own; `loadEngine` has kept what was compiled. */
async function sampleStarts(): Promise<z.infer<typeof startSchema>[]> {
  const starts: z.infer<typeof startSchema>[] = [];
  const file = programOf('infra/bench/stack/engine-start.ts');
  for (let index = 0; index < STARTS; index += 1) {
    const { stdout } = await run(process.execPath, ['--expose-gc', file]);
    starts.push(startSchema.parse(JSON.parse(stdout)));
  }
  return starts;
}

type Samples = { assessMs: number[]; decideMs: number[] };

/** Inference with the next question, and the whole decision (reading included), of each answer of one interview. */
function sampleInterview(engine: Engine, random: Random, samples: Samples): void {
  let state = foldCommand(engine, null, openingCommand(random));
  while (isOpen(state) && state.outcome.current_question !== null) {
    const current: OpenSession = state;
    const command: AnswerCommand = answerCommandFor(current, random);
    samples.decideMs.push(timed(() => decide(current, command, engine)));
    const next = foldCommand(engine, current, command);
    const clinicalCase = toCase(next);
    samples.assessMs.push(timed(() => engine.assess(clinicalCase)));
    state = next;
  }
}

export const engineSection: Section = {
  name: 'engine',
  run: async (options) => {
    const engine = await loadEngine();
    const starts = await sampleStarts();
    const { interviews, texts } = sizesOf(options);
    const random = seededRandom(3);
    const interview = (count: number): Samples => {
      const samples: Samples = { assessMs: [], decideMs: [] };
      for (let index = 0; index < count; index++) sampleInterview(engine, random, samples);
      return samples;
    };
    const runTexts = (count: number): number[] =>
      Array.from({ length: count }, () => {
        const text = longText(random, TEXT_LENGTH);
        return timed(() => engine.extract(text, null));
      });
    interview(interviews / 10);
    runTexts(texts / 10);
    const { assessMs, decideMs } = interview(interviews);
    const extractMs = runTexts(texts);
    const milliseconds = (name: string, values: number[], share: number): Measure => ({
      name,
      unit: 'ms',
      value: percentile(values, share),
    });
    return {
      conditions: [
        `engine ${engine.version}, ${engine.concepts.length} concepts; ${interviews} seeded interviews with ${assessMs.length} answers, ${texts} texts`,
      ],
      measures: [
        {
          ...milliseconds('inference and next question p99', assessMs, 0.99),
          target: goalAtMost(2),
        },
        milliseconds('inference and next question p50', assessMs, 0.5),
        milliseconds('whole decision of an answer p99', decideMs, 0.99),
        milliseconds('whole decision of an answer p50', decideMs, 0.5),
        {
          ...milliseconds(`extraction of ${TEXT_LENGTH} characters p99`, extractMs, 0.99),
          target: goalAtMost(20),
        },
        milliseconds(`extraction of ${TEXT_LENGTH} characters p50`, extractMs, 0.5),
        {
          name: `starting the engine, median of ${STARTS} processes`,
          unit: 'ms',
          value: median(starts.map(({ ms }) => ms)),
          target: goalAtMost(300),
        },
        {
          name: 'memory that the engine holds, MB',
          unit: 'count',
          value: median(starts.map(({ megabytes }) => megabytes)),
          target: goalAtMost(150),
        },
      ],
    };
  },
};
