import type { Readable } from 'node:stream';
import type { ConnectionProblem } from './connection-problem.ts';

/** A server that works brings the next event of a read, or its end, within this time. */
const SILENCE_LIMIT_MS = 10_000;

class SilentServerError extends Error {
  override readonly name = 'SilentServerError';
  readonly code = 'no_answer' satisfies ConnectionProblem;
}

/** A read that the server answers event by event. */
type ServerRead<Event> = Readable & AsyncIterable<Event> & { cancel(): unknown };

/**
 * The events of a read. The driver gives its reads no deadline, whatever their options say. Throws where the server is
 * silent for too long while an event is waited for; the time that the reader takes for an event does not count. A read that
 * is left before its end is cancelled: the server would keep its call.
 */
export async function* limitedRead<Event>(
  events: ServerRead<Event>,
  limitMs: number = SILENCE_LIMIT_MS,
): AsyncGenerator<Event, void> {
  let isWaiting = true;
  const timer = setTimeout(() => {
    if (isWaiting) events.destroy(new SilentServerError('the server is silent'));
  }, limitMs);
  // The driver may tell of an error after the end, for example that it found no node to send the call to.
  events.on('error', () => undefined);
  events.once('close', () => {
    if (!events.readableEnded) void Promise.resolve(events.cancel()).catch(() => undefined);
  });
  try {
    for await (const event of events) {
      isWaiting = false;
      yield event;
      isWaiting = true;
      timer.refresh();
    }
  } finally {
    clearTimeout(timer);
  }
}
