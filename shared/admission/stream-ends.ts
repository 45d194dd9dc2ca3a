import { isTombstoned, type EventLog } from '../event-log/event-log.ts';
import type { StoredEvent } from '../event-log/stored-event.ts';
import { atMost } from '../lifecycle/timing.ts';

/** So long what was read of a stream's end is relied on. */
const KNOWN_MS = 30_000;
/** So much later than its events a row may follow: projections and restores take a while. */
const LAG_MS = 60_000;
/** A call waits no longer for the log. */
const READ_LIMIT_MS = 500;
/** After a read without an answer, nobody waits for another one so long. */
const QUIET_MS = 5_000;
/** At most so many streams are remembered in one process. */
const MAX_STREAMS = 10_000;

/** Whether rows are those that the log tells of. */
export type StreamEnds = {
  /**
   * False where the stream went on after this revision, more than a minute ago: then the row is one from before. False too
   * where the log shows no event of the stream: a row follows its events, and the service deletes none. What is known of a
   * stream is 30 s old at most, and older only while the log does not answer. Of a stream that it has not told of yet, true:
   * reads go on without the log.
   */
  isCurrent(stream: string, revision: number): Promise<boolean>;
};

type End = { revision: number; atMs: number };
/** Of a stream that was deleted, for good or so that it could come back, or whose metadata hide all that stands in it. */
const OVER = Number.MAX_SAFE_INTEGER;
/** In the place of an event that is not shown any more. */
const HIDDEN = 'hidden';

type StreamEndsDeps = {
  log: Pick<EventLog, 'readStream' | 'readTail'>;
  now: () => Date;
};

/**
 * Reads the last event of the streams behind rows that give access. A row that somebody copied and put back after its key
 * was revoked, or its member lost a role, has a right code: only the log tells.
 */
export function createStreamEnds({ log, now }: StreamEndsDeps): StreamEnds {
  const ends = new Map<string, End>();
  const reading = new Map<string, Promise<number | null>>();
  let quietUntilMs = 0;

  const remember = (stream: string, revision: number): void => {
    if (!ends.has(stream) && ends.size >= MAX_STREAMS) {
      const [oldest] = ends.keys();
      if (oldest !== undefined) ends.delete(oldest);
    }
    ends.set(stream, { revision, atMs: now().getTime() });
  };

  const readEnd = async (stream: string): Promise<number | null> => {
    try {
      const last = await first(log.readTail(stream, 1));
      // Not remembered: a node of a cluster that is behind may show the stream of a new row a moment later.
      if (last === undefined) return OVER;
      remember(stream, last.revision);
      return last.revision;
    } catch (error) {
      if (!isTombstoned(error)) return null;
      remember(stream, OVER);
      return OVER;
    }
  };

  /** One read for calls that come together. Where the log does not answer in time, what was known before, or null. */
  const endOf = async (stream: string): Promise<number | null> => {
    const known = ends.get(stream);
    const nowMs = now().getTime();
    const isFresh = known !== undefined && nowMs - known.atMs < KNOWN_MS;
    if (isFresh || nowMs < quietUntilMs) return known?.revision ?? null;
    const begun = reading.get(stream) ?? readEnd(stream).finally(() => reading.delete(stream));
    reading.set(stream, begun);
    const end = await atMost(READ_LIMIT_MS, begun, null);
    if (end === null) quietUntilMs = nowMs + QUIET_MS;
    return end ?? known?.revision ?? null;
  };

  const wentOnLongAgo = async (stream: string, revision: number): Promise<boolean> => {
    try {
      const next = first(log.readStream(stream, revision + 1, 1)).then((event) => event ?? HIDDEN);
      const found = await atMost(READ_LIMIT_MS, next, null);
      if (found === null || found === HIDDEN) return found === HIDDEN;
      return now().getTime() - occurredAtMs(found) > LAG_MS;
    } catch (error) {
      return isTombstoned(error);
    }
  };

  return {
    isCurrent: async (stream, revision) => {
      const end = await endOf(stream);
      if (end === OVER) return false;
      return end === null || end <= revision || !(await wentOnLongAgo(stream, revision));
    },
  };
}

/** Of metadata without a time, 0: nobody knows what the event did. */
const occurredAtMs = ({ metadata }: StoredEvent): number =>
  Date.parse((metadata as { occurred_at?: string } | null)?.occurred_at ?? '') || 0;

async function first<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item;
  return undefined;
}
