import { createHash } from 'node:crypto';
import type { LogEvent, Projection } from '../../../shared/projection/projection.ts';

/** One of `count` parts of the log; `index` counts from 0. */
export type Part = { index: number; count: number };

/** What decides to which part an event belongs. */
export type PartKey = 'stream' | 'tenant';

/**
 * By what each follower of the log can be divided. `stream`: its rows follow from one stream each. `tenant`: a row follows
 * from several streams of one tenant, and the order between them, or who waits for whom, matters.
 */
export const PART_KEYS: Readonly<Record<string, PartKey>> = {
  tenants: 'stream',
  'api-keys': 'stream',
  members: 'stream',
  'webhook-subscriptions': 'stream',
  sessions: 'stream',
  'session-steps': 'stream',
  'token-grants': 'stream',
  'patient-profiles': 'stream',
  // One stream a tenant holds all of its counts.
  'session-weeks': 'stream',
  // Sums: in any order they come out the same. But parts by stream would wait for each other's rows.
  usage: 'tenant',
  'usage-hours': 'tenant',
  patients: 'tenant',
  // The balance at the last grant depends on which charges came before it.
  balances: 'tenant',
  // Each row is chained to the one before it in the log.
  audit: 'tenant',
  // An event goes to the subscriptions that stood at its place in the log.
  'webhook-fan-out': 'tenant',
};

const HASH_SPACE_BYTES = 4;

/** The index of the part that a key belongs to: the same in every process. */
export const partOf = (key: string, count: number): number =>
  createHash('sha256').update(key).digest().readUIntBE(0, HASH_SPACE_BYTES) % count;

/** The name of a part, `1/4`: parts are counted from 1 where people read them. */
export const partName = ({ index, count }: Part): string => `${index + 1}/${count}`;

/** Reads `1/4`. Throws where that is no part. */
export function parsePart(text: string): Part {
  const [, number, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const part = { index: Number(number) - 1, count: Number(of) };
  if (!(part.index >= 0 && part.index < part.count)) throw new Error(`${text} is no part, such as 1/4`);
  return part;
}

/** Under what the checkpoint of a part stands. */
export const nameOfPart = (projection: string, part: Part): string => `${projection} ${partName(part)}`;

const keyOf = ({ stored, metadata }: LogEvent, key: PartKey): string =>
  key === 'stream' ? stored.stream : metadata.tenant_id;

/** A projection that applies one part of what it handles, with a checkpoint of its own. */
export function partOfProjection(projection: Projection, part: Part, key: PartKey): Projection {
  const { index, count } = part;
  return {
    ...projection,
    name: nameOfPart(projection.name, part),
    project: async (events, tx, context) => {
      const own = count === 1 ? events : events.filter((event) => partOf(keyOf(event, key), count) === index);
      if (own.length > 0) await projection.project(own, tx, context);
    },
  };
}
