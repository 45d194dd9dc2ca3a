import { streamSubject } from '../shared/event-log/streams.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import type { LogEvent, ProjectionContext } from '../shared/projection/projection.ts';

/** Rows that an event which is not ours closes: of sessions, API keys, members. */
type Closable = { table: string; key: string };

/** At the place where an operator had an event discarded, not at the place of the event. */
const isDiscardedHere = ({ stored: { standIn } }: LogEvent): boolean =>
  standIn?.why === 'discarded' && standIn.original === null;

/**
 * Opens again what was closed while an event was parked that is discarded now: the rows of these streams go, and the whole
 * streams take the place of their events, so that the rows are made once more. A rebuild knows of the decision at the place
 * of the event, and has nothing to make up for.
 */
export async function refoldDiscarded(
  events: readonly LogEvent[],
  { table, key }: Closable,
  { tx, context }: { tx: Sql; context: ProjectionContext },
): Promise<LogEvent[]> {
  const streams = new Map(
    events.filter(isDiscardedHere).map(({ stored }) => [streamSubject(stored.stream), stored.stream]),
  );
  if (streams.size === 0 || !context.live) return [...events];
  const { rows } = await tx.query<{ id: string }>(
    `DELETE FROM ${table} WHERE ${key} = ANY ($1::uuid[]) RETURNING ${key} AS id`,
    [[...streams.keys()]],
  );
  const anew = new Set(rows.map(({ id }) => streams.get(id)));
  const others = events.filter((event) => !anew.has(event.stored.stream));
  const histories = await Promise.all(
    [...anew].flatMap((stream) =>
      stream === undefined ? [] : context.history(stream, Number.MAX_SAFE_INTEGER),
    ),
  );
  return [...others, ...histories.flat()];
}
