const COPY_DATA = 'd'.charCodeAt(0);
/** A letter for its kind, and its length without the letter. */
const HEAD_BYTES = 5;

/**
 * Takes the bytes that a server sends apart: the contents of CopyData messages go to `onRows`, as many at once as came together,
 * every other message goes to `onMessage`, whole and in its order. The contents are moved together within the bytes that
 * came, which must be nobody else's.
 */
export function createFrameSplitter({
  onRows,
  onMessage,
}: {
  onRows: (bytes: Buffer) => void;
  onMessage: (message: Buffer) => void;
}): (bytes: Buffer) => void {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  /** Fewer bytes than these make no message. */
  let needed = HEAD_BYTES;

  function split(bytes: Buffer): number {
    let at = 0;
    let begun = 0;
    let used = 0;
    const pass = (): void => {
      if (used > begun) onRows(bytes.subarray(begun, used));
      begun = used;
    };
    needed = HEAD_BYTES;
    while (bytes.length - at >= HEAD_BYTES) {
      const next = at + 1 + bytes.readInt32BE(at + 1);
      if (next > bytes.length) {
        needed = next - at;
        break;
      }
      if (bytes[at] === COPY_DATA) {
        bytes.copyWithin(used, at + HEAD_BYTES, next);
        used += next - at - HEAD_BYTES;
      } else {
        pass();
        onMessage(bytes.subarray(at, next));
      }
      at = next;
    }
    pass();
    return at;
  }

  return (bytes) => {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    if (waitingBytes < needed) return;
    const whole = waiting.length === 1 ? bytes : Buffer.concat(waiting, waitingBytes);
    const rest = whole.subarray(split(whole));
    waiting = rest.length === 0 ? [] : [rest];
    waitingBytes = rest.length;
  };
}
