import test from 'ava';
import fc from 'fast-check';
import { createFrameSplitter } from '../../../shared/postgres/copy-frames.ts';

type Message = { kind: string; content: string };

function encoded({ kind, content }: Message): Buffer {
  const bytes = Buffer.alloc(5 + Buffer.byteLength(content));
  bytes.write(kind, 0);
  bytes.writeInt32BE(4 + Buffer.byteLength(content), 1);
  bytes.write(content, 5);
  return bytes;
}

/** What comes of messages: rows put together, other messages whole. */
function splitting(chunks: readonly Buffer[]): string[] {
  const seen: string[] = [];
  let isInRows = false;
  const split = createFrameSplitter({
    onRows: (bytes) => {
      if (isInRows) seen.push(`${seen.pop() ?? ''}${bytes.toString()}`);
      else seen.push(`rows ${bytes.toString()}`);
      isInRows = true;
    },
    onMessage: (message) => {
      seen.push(`${message.toString('latin1', 0, 1)} ${message.toString('utf8', 5)}`);
      isInRows = false;
    },
  });
  for (const chunk of chunks) split(Buffer.from(chunk));
  return seen;
}

const message = fc.record({
  kind: fc.constantFrom('d', 'd', 'd', 'H', 'C', 'N', 'Z'),
  content: fc.oneof(fc.string({ maxLength: 12 }), fc.string({ minLength: 100, maxLength: 300 })),
});

test('rows and messages come out whole and in order, however the bytes are cut', (t) => {
  fc.assert(
    fc.property(fc.array(message), fc.array(fc.nat({ max: 400 })), (messages, cuts) => {
      const bytes = Buffer.concat(messages.map(encoded));
      const places = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort(
        (a, b) => a - b,
      );
      const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      const rowsOf = (some: readonly Message[]): string[] => {
        const seen: string[] = [];
        let rows: string | null = null;
        for (const { kind, content } of [...some, { kind: '', content: '' }]) {
          if (kind === 'd') {
            rows = (rows ?? '') + content;
            continue;
          }
          if (rows !== null && rows !== '') seen.push(`rows ${rows}`);
          rows = null;
          if (kind !== '') seen.push(`${kind} ${content}`);
        }
        return seen;
      };
      t.deepEqual(splitting(chunks), rowsOf(messages));
    }),
  );
});
