import { allProjections } from '../../../projectors/all.ts';
import { BATCH_LIMITS, type BatchLimits } from '../../../shared/projection/batches.ts';
import type { Projection } from '../../../shared/projection/projection.ts';
import { FAN_OUT_BATCHES } from '../../../webhook-dispatcher/dispatcher.ts';
import { createFanOut } from '../../../webhook-dispatcher/fan-out.ts';
import { partOfProjection, PART_KEYS, type Part, type PartKey } from './partition.ts';

/** What follows the log in one place only: all projections, or the fan-out of webhooks. */
export const WORKS = ['projections', 'fan-out'] as const;
export type Work = (typeof WORKS)[number];

/** By what to divide: as it fits each projection (`PART_KEYS`), or all by stream, to see which ones that breaks. */
export const DIVISIONS = ['as it fits', 'by stream'] as const;
export type Division = (typeof DIVISIONS)[number];

const ignore = (): void => undefined;

/** Without the workers that send: what it commits stays where it is. */
const fanOut = (): Projection =>
  createFanOut({ now: () => new Date(), onCommitted: ignore, failpoint: ignore });

/** The projections of a work, undivided, and how they are batched. */
export const followersOf = (work: Work): { projections: readonly Projection[]; limits: BatchLimits } =>
  work === 'projections'
    ? { projections: allProjections, limits: BATCH_LIMITS }
    : { projections: [fanOut()], limits: FAN_OUT_BATCHES };

function keyFor({ name }: Projection, division: Division): PartKey {
  const key = PART_KEYS[name];
  if (key === undefined) throw new Error(`nobody has said by what ${name} is divided`);
  return division === 'by stream' ? 'stream' : key;
}

/** The same, one part of it. */
export function partOfWork(work: Work, part: Part, division: Division) {
  const { projections, limits } = followersOf(work);
  return {
    limits,
    projections: projections.map((one) => partOfProjection(one, part, keyFor(one, division))),
  };
}

/** The last of them ends the process in the middle of the transaction that reaches a position. */
export const dyingAt = (projections: readonly Projection[], position: bigint): Projection[] =>
  projections.map((projection, index) => ({
    ...projection,
    project: async (events, tx, context) => {
      await projection.project(events, tx, context);
      const isDue =
        index === projections.length - 1 && events.some((event) => event.stored.position >= position);
      if (!isDue) return;
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => undefined); // nothing is committed on the way out
    },
  }));
