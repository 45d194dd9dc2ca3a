import { streamNameFilter, type EventStoreDBClient } from '@eventstore/db-client';
import { onAbort } from '../lifecycle/timing.ts';
import { placeOf, type Resolved } from './own-events.ts';
import type { StoredEvent } from './stored-event.ts';
import { STREAM_PREFIXES } from './streams.ts';

export type LogMessage = { kind: 'event'; event: StoredEvent } | { kind: 'checkpoint'; position: bigint };

/** How long the subscription must have been silent before a checkpoint is passed on: nothing is buffered then. */
const CHECKPOINT_SILENCE_MS = 200;

/**
 * The service's events after a position, then live; `ownEvent` tells them from others. Ends at the signal, and where the
 * server ends it. Throws what the driver throws.
 */
export async function* subscribeToAll(
  { client, ownEvent }: { client: EventStoreDBClient; ownEvent: (resolved: Resolved) => StoredEvent | null },
  after: bigint | null,
  signal: AbortSignal,
): AsyncIterable<LogMessage> {
  const checkpoint: { reached: bigint | null } = { reached: null };
  let announce: () => void = () => undefined;
  const subscription = client.subscribeToAll({
    fromPosition: placeOf(after),
    filter: streamNameFilter({
      prefixes: [...STREAM_PREFIXES],
      checkpointInterval: 1,
      checkpointReached: (_subscription, position) => {
        checkpoint.reached = position.commit;
        announce();
      },
    }),
  });
  const stop = (): void => {
    void subscription.unsubscribe().catch(() => undefined);
  };
  // Whoever stops does not wait for what the server and the connection make of it.
  let interrupt: (why: 'aborted') => void = () => undefined;
  const forget = onAbort(signal, () => interrupt('aborted'));
  const events = subscription[Symbol.asyncIterator]();
  try {
    let pending = events.next();
    for (;;) {
      const interrupted = new Promise<'checkpoint' | 'aborted'>((resolve) => {
        interrupt = resolve;
        announce = () => setTimeout(resolve, CHECKPOINT_SILENCE_MS, 'checkpoint');
        if (checkpoint.reached !== null) announce();
        if (signal.aborted) resolve('aborted');
      });
      const first = await Promise.race([pending, interrupted]);
      if (first === 'aborted') return;
      if (first === 'checkpoint') {
        const { reached } = checkpoint;
        checkpoint.reached = null;
        if (reached !== null) yield { kind: 'checkpoint', position: reached };
        continue;
      }
      if (first.done === true) return;
      const stored = ownEvent(first.value);
      pending = events.next();
      if (stored === null) continue;
      checkpoint.reached = null;
      yield { kind: 'event', event: stored };
    }
  } finally {
    forget();
    stop();
  }
}
