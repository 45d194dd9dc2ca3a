import type { EventMacs } from './event-mac.ts';
import { digestOf, parkedStandIn, recordIn, skippedStandIn, type SkipRecord } from './stand-ins.ts';
import type { MacProblem, StoredEvent } from './stored-event.ts';

/** Told of an event that is not ours as it stands, and that nobody has decided about, each time that it is read. */
export type OnParked = (parked: StoredEvent, problem: MacProblem) => void;

export type ShownEvents = {
  /** Reads which events were skipped since; nothing where that was done less than `maxAgeMs` ago. */
  refresh(maxAgeMs?: number): Promise<void>;
  /** The event; its stand-in where it was skipped as it is stored here, or does not count as ours. */
  show(stored: StoredEvent): StoredEvent;
};

type Options = {
  /** Reads `SKIPPED_STREAM` from a revision on, as it is stored. */
  readRecords: (fromRevision: number) => AsyncIterable<StoredEvent>;
  problemOf: EventMacs['problemOf'];
  onParked: OnParked;
};

/**
 * What readers get to see of the log: events of ours, and a stand-in for each that operators had skipped, or whose MAC does
 * not verify. A record of a skip has to be ours itself.
 */
export function createShownEvents({ readRecords, problemOf, onParked }: Options): ShownEvents {
  const records = new Map<string, SkipRecord>();
  let next = 0;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const note = (stored: StoredEvent): void => {
    const record = recordIn(stored);
    // The first one counts: what readers get never changes again.
    if (record !== null && !records.has(record.position)) records.set(record.position, record);
  };

  async function read(): Promise<void> {
    const startedMs = performance.now();
    for await (const stored of readRecords(next)) {
      if (problemOf(stored) === null) note(stored);
      next = stored.revision + 1;
    }
    readAtMs = startedMs;
  }

  const recordOf = (stored: StoredEvent): SkipRecord | undefined => {
    const record = records.get(String(stored.position));
    const isIt =
      record?.stream === stored.stream &&
      record.event_id === stored.eventId &&
      record.digest === digestOf(stored);
    return isIt ? record : undefined;
  };

  return {
    refresh: async (maxAgeMs = 0) => {
      if (performance.now() - readAtMs < maxAgeMs) return;
      reading ??= read().finally(() => (reading = null));
      await reading;
    },
    show: (stored) => {
      const problem = problemOf(stored);
      if (problem === null) note(stored);
      const record = recordOf(stored);
      if (record !== undefined) return skippedStandIn(stored, record, problem);
      if (problem === null) return stored;
      onParked(stored, problem);
      return parkedStandIn(stored, problem);
    },
  };
}
