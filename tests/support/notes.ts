import type { Pool, Sql } from '../../shared/postgres/pool.ts';
import type { LogEvent, Projection } from '../../shared/projection/projection.ts';
import type { ProjectionRunner } from '../../shared/projection/runner.ts';
import type { Projecting } from './projecting.ts';

/** A projection of tests, see `notes`. */
export type Notes = Projection & { failAt: bigint | null; batches: number };

/** Makes the tables `notes` and `other_notes`. */
export async function createNotes(pool: Pool): Promise<void> {
  await pool.query(
    'CREATE TABLE read.notes (projection text NOT NULL, place bigint NOT NULL, event_id uuid NOT NULL)',
  );
  await pool.query('CREATE TABLE read.other_notes (LIKE read.notes)');
}

/** Writes down every event that it is given, in a statement a batch; fails at an event where a test says so. */
export function notes(name: string, table = 'notes', options: Partial<Projection> = {}): Notes {
  const projection: Notes = {
    name,
    version: 1,
    handles: 'all',
    writtenThrough: false,
    tables: [{ name: table }],
    failAt: null,
    batches: 0,
    project: async (events: readonly LogEvent[], tx: Sql) => {
      projection.batches += 1;
      await tx.query(`INSERT INTO ${table} SELECT $1, * FROM unnest($2::bigint[], $3::uuid[])`, [
        name,
        events.map(({ stored }) => Number(stored.position)),
        events.map(({ stored }) => stored.eventId),
      ]);
      // After its rows were written: the transaction has to take them back.
      if (events.some(({ stored }) => stored.position === projection.failAt)) throw new Error('cannot apply');
    },
    ...options,
  };
  return projection;
}

/** Positions of the events that such a projection has written down, in the order in which it did. */
export async function placesIn(pool: Pool, name: string, table = 'notes'): Promise<number[]> {
  const { rows } = await pool.query<{ place: number }>(
    `SELECT place FROM read.${table} WHERE projection = $1 ORDER BY ctid`,
    [name],
  );
  return rows.map((row) => row.place);
}

export const upTo = (last: bigint): number[] => Array.from({ length: Number(last) + 1 }, (_, index) => index);

export async function whileRunning(runner: ProjectionRunner, work: () => Promise<void>): Promise<void> {
  await runner.start();
  try {
    await work();
  } finally {
    await runner.stop();
  }
}

/** Appends the events of a tenant with so many top-ups. Returns its id. */
export async function someEvents(projecting: Projecting, topUps = 5): Promise<string> {
  const tenantId = await projecting.world.registerTenant();
  for (let count = 0; count < topUps; count++) await topUp(projecting, tenantId);
  return tenantId;
}

export const topUp = ({ world }: Projecting, tenantId: string) =>
  world.tenant(tenantId, { kind: 'top_up', tokens: 1 });
