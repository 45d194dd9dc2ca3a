import { Readable } from 'node:stream';

/** How much is made ahead of a client that reads slowly; what is made beyond it waits with its maker. */
const AHEAD_BYTES = 65_536;

/**
 * A body that is made while it is read: `make` goes on only as fast as the client takes what it yields. Its signal
 * aborts once nobody reads any more, and `onClose` is called then, however the stream came to its end.
 */
export function streamOf(
  make: (signal: AbortSignal) => AsyncIterable<string | Buffer>,
  onClose: () => void,
): Readable {
  const gone = new AbortController();
  const stream = Readable.from(make(gone.signal), { objectMode: false, highWaterMark: AHEAD_BYTES });
  stream.once('close', () => {
    gone.abort();
    onClose();
  });
  return stream;
}
