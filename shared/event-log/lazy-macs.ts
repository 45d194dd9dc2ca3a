import { NO_MACS, type EventMacs } from './event-mac.ts';
import type { LoadMacs, LogEnds } from './log-key.ts';
import type { EncodedEvent } from './stored-event.ts';

export type LazyMacs = {
  /** Loads the key once; what fails is tried again by the next who asks. */
  load(): Promise<EventMacs>;
  /** Throws where it was not loaded yet. */
  loaded(): EventMacs;
  addTo(
    stream: string,
    expected: number | 'no_stream' | 'any',
    events: readonly EncodedEvent[],
  ): Promise<readonly EncodedEvent[]>;
};

/** The MACs of a log, loaded when it is first read or appended to: a process starts also while the log is out of reach. */
export function createLazyMacs(loadMacs: LoadMacs | undefined, log: LogEnds): LazyMacs {
  let known: EventMacs | null = loadMacs === undefined ? NO_MACS : null;
  let loading: Promise<EventMacs> | null = null;
  const load = async (): Promise<EventMacs> => {
    if (known !== null || loadMacs === undefined) return known ?? NO_MACS;
    loading ??= loadMacs(log).finally(() => (loading = null));
    return (known = await loading);
  };
  return {
    load,
    loaded: () => {
      if (known === null) throw new Error('the key of the log is not loaded');
      return known;
    },
    addTo: async (stream, expected, events) => {
      const macs = known ?? (await load());
      if (macs === NO_MACS) return events;
      if (expected === 'any') throw new Error('an event with a MAC is appended at a known revision');
      return macs.add(stream, expected === 'no_stream' ? 0 : expected + 1, events);
    },
  };
}
