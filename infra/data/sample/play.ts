import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';
import { seededRandom } from '../../bench/load/random.ts';
import { loadVignettes, type Vignette } from '../../eval/vignettes.ts';
import type { Interview } from './interview.ts';
import playSome, { type PlayTask } from './play-worker.ts';
import { INTERVIEWS, RECTIFIES_EACH, type SampleOptions } from './settings.ts';

/** Interviews by the older and by the newer catalogue: the same patients, in the same order. */
export type Interviews = { older: Interview[]; newer: Interview[] };

const BATCH = 12;
const WORTH_A_WORKER = 100;

/** Plays as many interviews as the number of sessions is worth; from so many on in workers, on all cores. */
export async function playInterviews(
  options: SampleOptions & { fromWorkers?: number },
  onPlayed: (done: number, total: number) => void,
): Promise<Interviews> {
  const patients = await somePatients(options);
  const tasks = (['older', 'newer'] as const).flatMap((catalogue) =>
    patients.map((vignette, index): PlayTask => ({
      vignette,
      catalogue,
      rectifies: index % RECTIFIES_EACH === 0,
      seed: seedOf(options.seed, index),
    })),
  );
  const batches = Array.from({ length: Math.ceil(tasks.length / BATCH) }, (_, index) =>
    tasks.slice(index * BATCH, (index + 1) * BATCH),
  );
  const players = startPlayers(tasks.length, options.fromWorkers);
  try {
    let done = 0;
    const played = await Promise.all(
      batches.map(async (batch) => {
        const interviews = await players.play(batch);
        done += batch.length;
        onPlayed(done, tasks.length);
        return interviews;
      }),
    );
    const all = played.flat();
    return { older: all.slice(0, patients.length), newer: all.slice(patients.length) };
  } finally {
    await players.end();
  }
}

type Players = { play: (tasks: PlayTask[]) => Promise<Interview[]>; end: () => Promise<void> };

/** Few interviews are played here: a worker takes as long to begin. */
function startPlayers(tasks: number, fromWorkers = WORTH_A_WORKER): Players {
  if (tasks < fromWorkers) return { play: playSome, end: () => Promise.resolve() };
  const { filename } = import.meta;
  const pool = new Piscina<PlayTask[], Interview[]>({
    filename: path.join(path.dirname(filename), `play-worker${path.extname(filename)}`),
    maxThreads: availableParallelism(),
    env: {},
  });
  return { play: (some) => pool.run(some), end: () => pool.destroy() };
}

/** Some of the patients of the evaluation, none of those that are held back. */
async function somePatients({ sessions, seed, patients }: SampleOptions): Promise<Vignette[]> {
  const { sessionsEach, least, most } = INTERVIEWS;
  const all = (await loadVignettes()).filter(({ split }) => split === 'work');
  const worth = Math.min(most, Math.max(least, Math.ceil(sessions / sessionsEach)));
  const random = seededRandom(seed);
  return all
    .map((vignette) => ({ vignette, order: random.next() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, patients ?? worth)
    .map(({ vignette }) => vignette);
}

const SPREAD = 7_919;
/** Of the same patient the same: catalogues are compared, and not luck. */
const seedOf = (seed: number, index: number): number => seed * SPREAD + index;
