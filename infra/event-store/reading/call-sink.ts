import type { ServerWritableStream } from '@grpc/grpc-js';

/** Where the messages of a read or subscription go. */
export type CallSink = {
  /** Hands a message over; wait for a returned promise before the next one, it means the reader is slow. */
  write(message: Buffer): Promise<void> | undefined;
  /** Fires when nobody listens any more, or the server ends the call. */
  signal: AbortSignal;
};

/**
 * Messages of this size or more are waited for one by one, so that a slow reader holds at most 16 small
 * messages (the stream's own limit) or one large one in memory.
 */
const LARGE_MESSAGE_BYTES = 64 * 1024;

/** Writes to a call with its flow control; the promise of a blocked write also resolves when the call is over. */
export function createCallSink(call: ServerWritableStream<unknown, Buffer>, over: AbortController): CallSink {
  const { signal } = over;

  const drained = (): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        call.off('drain', done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      call.once('drain', done);
      signal.addEventListener('abort', done, { once: true });
    });

  const flushed = (message: Buffer): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        resolve();
      };
      signal.addEventListener('abort', done, { once: true });
      call.write(message, done);
    });

  return {
    signal,
    write(message) {
      if (signal.aborted) return undefined;
      if (message.length >= LARGE_MESSAGE_BYTES) return flushed(message);
      return call.write(message) ? undefined : drained();
    },
  };
}
