import test from 'ava';
import fc from 'fast-check';
import { z } from 'zod';
import { defineEvent, type AnyEvent } from '../../../domain/kernel/event-definition.ts';
import type { OpenedKeys } from '../../../shared/crypto/data-keys.ts';
import { open, seal, TamperedError, type DataKey } from '../../../shared/crypto/seal.ts';
import { createCodec, eventIdOf, type EncodeContext } from '../../../shared/event-log/codec.ts';
import { CorruptEventError, type StoredEvent } from '../../../shared/event-log/stored-event.ts';

const TENANT = '0191d3a0-0000-7000-8000-00000000000a';
const COMMAND = '0191d3a0-0000-7000-8000-00000000000c';
const STREAM = 'note-0191d3a0-0000-7000-8000-00000000000d';
const ANSWER_KEY = '0191d3a0-0000-7000-8000-0000000000a1';
const OUTCOME_KEY = '0191d3a0-0000-7000-8000-0000000000a2';
const CANARY = 'canary-7c1f';

const noteTaken = defineEvent({
  type: 'note-taken',
  version: 1,
  clear: z.object({ kind: z.enum(['spoken', 'written']), count: z.int() }),
  sealed: {
    note: {
      key: 'answer',
      schema: z.object({ text: z.string(), tags: z.record(z.string(), z.boolean()) }),
    },
    verdict: {
      key: 'outcome',
      schema: z.object({ text: z.string(), tags: z.record(z.string(), z.boolean()) }),
    },
    second: { key: 'outcome', schema: z.object({ grade: z.int() }) },
  },
});
const noteClosed = defineEvent({ type: 'note-closed', version: 1, clear: z.object({}), sealed: {} });

const keyOf = (fill: number): DataKey => new Uint8Array(32).fill(fill);
const keys: OpenedKeys = new Map([
  [ANSWER_KEY, keyOf(1)],
  [OUTCOME_KEY, keyOf(2)],
]);
let nonce = 0;
const codec = createCodec([noteTaken, noteClosed], [], (size) => new Uint8Array(size).fill(nonce++ % 256));

const context: EncodeContext = {
  stream: STREAM,
  commandId: COMMAND,
  keys: {
    answer: { keyId: ANSWER_KEY, key: keyOf(1) },
    outcome: { keyId: OUTCOME_KEY, key: keyOf(2) },
  },
  metadata: {
    tenant_id: TENANT,
    actor: { type: 'api_key', id: 'k' },
    request_id: 'r-1',
    causation_id: null,
    engine_version: '1.0.0',
    occurred_at: '2026-01-05T08:00:00.000Z',
    test: false,
  },
  tokensCharged: 8,
};

const taken: AnyEvent = {
  type: 'note-taken',
  data: {
    kind: 'spoken',
    count: 3,
    note: { text: `${CANARY} bolí`, tags: { [CANARY]: true } },
    verdict: { text: CANARY, tags: {} },
    second: { grade: 1 },
  },
};
const closed: AnyEvent = { type: 'note-closed', data: {} };

type Box = { k: string; d: string };
type Stored = StoredEvent & {
  data: { sealed: Record<'note' | 'verdict' | 'second', Box> };
  metadata: Record<string, unknown>;
};

/** What the log would give back of the note. */
function stored(): Stored {
  const [encoded] = codec.encode([taken], context);
  const { eventId, type, data, metadata } = JSON.parse(JSON.stringify(encoded)) as Stored;
  return { eventId, type, stream: STREAM, revision: 0, position: 7n, data, metadata };
}

test('clear fields are readable, everything else is sealed, and it all comes back', (t) => {
  const encoded = codec.encode([taken, closed], context);
  t.false(JSON.stringify(encoded).includes('canary'));
  t.deepEqual(
    encoded.map(({ eventId, type, metadata }) => [eventId, type, metadata.tokens_charged]),
    [
      [eventIdOf(COMMAND, 0), 'note-taken', 8],
      [eventIdOf(COMMAND, 1), 'note-closed', 0],
    ],
    'the charge stands on the first event of a command',
  );
  t.like(encoded[0], {
    data: { kind: 'spoken', count: 3, sealed: { note: { k: ANSWER_KEY }, second: { k: OUTCOME_KEY } } },
    metadata: { ...context.metadata, command_id: COMMAND, schema_version: 1 },
  });
  t.deepEqual(encoded[1]?.data, { sealed: {} });

  const event = stored();
  t.deepEqual(codec.keyIdsOf(event).sort(), [ANSWER_KEY, OUTCOME_KEY, OUTCOME_KEY]);
  const decoded = codec.decode(event, keys);
  t.deepEqual(decoded.event, taken);
  t.deepEqual(decoded.keys, { answer: ANSWER_KEY, outcome: OUTCOME_KEY });
  t.like(decoded, { stream: STREAM, revision: 0, position: 7n, at: '2026-01-05T08:00:00.000Z' });
});

test('what breaks its own schema is not written', (t) => {
  const broken = (changes: Record<string, unknown>): AnyEvent => ({
    type: 'note-taken',
    data: { ...taken.data, ...changes },
  });
  t.throws(() => codec.encode([broken({ count: 'three' })], context));
  t.throws(() => codec.encode([broken({ second: { grade: 1.5 } })], context));
  t.throws(() => codec.encode([broken({ note: null })], context));
  t.throws(() => codec.encode([{ type: 'note-burnt', data: {} }], context), {
    message: /unknown type note-burnt/,
  });
  t.throws(() => codec.encode([taken], { ...context, keys: {} }), { message: /no answer key/ });
  t.throws(() =>
    codec.encode([closed], { ...context, metadata: { ...context.metadata, tenant_id: 'nobody' } }),
  );
  // A field that no schema declares reaches neither the clear part nor a group.
  const [extra] = codec.encode([broken({ stray: CANARY })], context);
  t.false(JSON.stringify(extra).includes(CANARY));
});

test('a destroyed key empties its groups and no others', (t) => {
  const half: OpenedKeys = new Map([...keys, [OUTCOME_KEY, 'destroyed']]);
  t.deepEqual(codec.decode(stored(), half).event.data, { ...taken.data, verdict: null, second: null });
  const none: OpenedKeys = new Map([
    [ANSWER_KEY, 'destroyed'],
    [OUTCOME_KEY, 'destroyed'],
  ]);
  t.deepEqual(codec.decode(stored(), none).event.data, {
    kind: 'spoken',
    count: 3,
    note: null,
    verdict: null,
    second: null,
  });
});

test('a key that was not loaded is no destroyed key', (t) => {
  t.throws(() => codec.decode(stored(), new Map([[ANSWER_KEY, keyOf(1)]])), {
    instanceOf: CorruptEventError,
    message: /key of verdict was not loaded/,
  });
});

test('sealed bytes open in their own place only', (t) => {
  const tampered = (change: (event: Stored) => StoredEvent, opened: OpenedKeys = keys): void => {
    t.throws(() => codec.decode(change(stored()), opened), { instanceOf: TamperedError });
  };
  const other = '0191d3a0-0000-7000-8000-0000000000ff';
  tampered((event) => ({ ...event, stream: `note-${other}` }));
  tampered((event) => ({ ...event, eventId: other }));
  tampered((event) => ({ ...event, metadata: { ...event.metadata, tenant_id: other } }));
  tampered((event) => {
    // Two groups under one key, exchanged.
    const { verdict, second } = event.data.sealed;
    return {
      ...event,
      data: { ...event.data, sealed: { ...event.data.sealed, verdict: second, second: verdict } },
    };
  });
  tampered((event) => event, new Map([...keys, [ANSWER_KEY, keyOf(9)]]));
  tampered((event) => withNote(event, { ...event.data.sealed.note, k: OUTCOME_KEY }));
  tampered((event) => withNote(event, { ...event.data.sealed.note, d: '' }));
});

const withNote = (event: Stored, note: unknown): StoredEvent => ({
  ...event,
  data: { ...event.data, sealed: { ...event.data.sealed, note } },
});

test('a shape that is not what type and version promise is told without its values', (t) => {
  const corrupt = (event: unknown, message: RegExp): void => {
    const error = t.throws(() => codec.decode(event as StoredEvent, keys), {
      instanceOf: CorruptEventError,
      message,
    });
    t.false(error.message.includes(CANARY), error.message);
  };
  const event = stored();
  const withData = (changes: Record<string, unknown>) => ({ ...event, data: { ...event.data, ...changes } });
  const withMetadata = (changes: Record<string, unknown>) => ({
    ...event,
    metadata: { ...event.metadata, ...changes },
  });
  corrupt({ ...event, type: 'note-burnt' }, /unknown type/);
  for (const data of [null, undefined, CANARY, 5, [CANARY]]) corrupt({ ...event, data }, /data/);
  for (const metadata of [null, undefined, CANARY, {}]) corrupt({ ...event, metadata }, /metadata/);
  corrupt(withMetadata({ tenant_id: CANARY }), /metadata.*tenant_id/);
  corrupt(withMetadata({ tokens_charged: -1 }), /tokens_charged/);
  corrupt(withMetadata({ occurred_at: CANARY }), /occurred_at/);
  corrupt(withData({ kind: CANARY }), /clear fields.*kind/);
  corrupt(withData({ count: undefined }), /clear fields.*count/);
  corrupt(withData({ sealed: undefined }), /sealed groups/);
  corrupt(withData({ sealed: { [CANARY]: 5 } }), /sealed groups/);
  corrupt(withData({ sealed: {} }), /group note is missing/);
  corrupt(withNote(event, { k: CANARY, d: '' }), /sealed groups/);
  corrupt(withNote(event, { k: ANSWER_KEY, d: 5 }), /sealed groups/);
});

test('what is sealed is not told either when it has the wrong shape', (t) => {
  const event = stored();
  const place = `event|${TENANT}|${STREAM}|${event.eventId}|note`;
  t.notThrows(() => open(keyOf(1), place, Buffer.from(event.data.sealed.note.d, 'base64')));
  for (const plain of [
    CANARY,
    `{"text": "${CANARY}"`,
    JSON.stringify(CANARY),
    'null',
    JSON.stringify([CANARY]),
    JSON.stringify({ text: 5, tags: {} }),
    // The names under `tags` come from a caller.
    JSON.stringify({ text: '', tags: { [CANARY]: 'x' } }),
  ]) {
    const d = seal(keyOf(1), place, plain, (size) => new Uint8Array(size)).toString('base64');
    const error = t.throws(() => codec.decode(withNote(event, { k: ANSWER_KEY, d }), keys), {
      instanceOf: CorruptEventError,
      message: /note/,
    });
    t.false(`${error.message}${String(error.cause)}`.includes('canary'), error.message);
  }
});

test('no bytes make the codec throw anything else', (t) => {
  const event = stored();
  const json = fc.jsonValue();
  const anyEvent = fc.oneof(
    json.map((data) => ({ ...event, data })),
    json.map((metadata) => ({ ...event, metadata })),
    json.map((sealed) => ({ ...event, data: { ...event.data, sealed } })),
    json.map((note) => withNote(event, note)),
    fc.dictionary(fc.string(), json).map((rest) => ({ ...event, data: { ...event.data, ...rest } })),
  );
  t.notThrows(() => {
    fc.assert(
      fc.property(anyEvent, (candidate) => {
        const event = candidate as StoredEvent;
        for (const act of [() => codec.keyIdsOf(event), () => codec.decode(event, keys)]) {
          try {
            act();
          } catch (error) {
            if (!(error instanceof CorruptEventError) && !(error instanceof TamperedError)) throw error;
          }
        }
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
