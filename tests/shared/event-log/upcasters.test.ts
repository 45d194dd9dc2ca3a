import test from 'ava';
import { z } from 'zod';
import { defineEvent, type AnyEvent, type Upcaster } from '../../../domain/kernel/event-definition.ts';
import type { OpenedKey, OpenedKeys } from '../../../shared/crypto/data-keys.ts';
import { createCodec, type EncodeContext } from '../../../shared/event-log/codec.ts';
import { CorruptEventError, type StoredEvent } from '../../../shared/event-log/stored-event.ts';

/**
 * An event through three versions: first a temperature in Fahrenheit, then in Celsius, then with the place of the
 * measurement, while the clear count became a list.
 */
const KEY = '0191d3a0-0000-7000-8000-0000000000a1';
const STREAM = 'fever-0191d3a0-0000-7000-8000-00000000000d';

const v1 = defineEvent({
  type: 'fever-measured',
  version: 1,
  clear: z.object({ times: z.int() }),
  sealed: { reading: { key: 'answer', schema: z.object({ fahrenheit: z.number() }) } },
});
const v2 = defineEvent({
  type: 'fever-measured',
  version: 2,
  clear: z.object({ times: z.int() }),
  sealed: { reading: { key: 'answer', schema: z.object({ celsius: z.number() }) } },
});
const v3 = defineEvent({
  type: 'fever-measured',
  version: 3,
  clear: z.object({ runs: z.array(z.int()) }),
  sealed: { reading: { key: 'answer', schema: z.object({ celsius: z.number(), site: z.string() }) } },
});
const other = defineEvent({ type: 'fever-gone', version: 1, clear: z.object({}), sealed: {} });

const toCelsius: Upcaster = {
  type: 'fever-measured',
  fromVersion: 1,
  sealed: {
    reading: ({ fahrenheit }) => ({ celsius: Math.round((((fahrenheit as number) - 32) * 50) / 9) / 10 }),
  },
};
const withSite: Upcaster = {
  type: 'fever-measured',
  fromVersion: 2,
  clear: ({ times, ...rest }) => ({
    ...rest,
    runs: Array.from({ length: times as number }, (_, run) => run),
  }),
  sealed: { reading: (reading) => ({ ...reading, site: 'unknown' }) },
};

const random = (size: number): Uint8Array => new Uint8Array(size);
const keysWith = (key: OpenedKey): OpenedKeys => new Map([[KEY, key]]);
const key = new Uint8Array(32).fill(1);

const context: EncodeContext = {
  stream: STREAM,
  commandId: '0191d3a0-0000-7000-8000-00000000000c',
  keys: { answer: { keyId: KEY, key } },
  metadata: {
    tenant_id: '0191d3a0-0000-7000-8000-00000000000a',
    actor: { type: 'system', id: 'test' },
    request_id: 'r',
    causation_id: null,
    engine_version: null,
    occurred_at: '2026-01-05T08:00:00.000Z',
    test: false,
  },
  tokensCharged: 0,
};

/** The event as the release of that version wrote it. */
function writtenBy(definition: typeof v1 | typeof v2 | typeof v3, data: AnyEvent['data']): StoredEvent {
  const older = definition.version - 1;
  const codec = createCodec([definition], [toCelsius, withSite].slice(0, older), random);
  const [encoded] = codec.encode([{ type: 'fever-measured', data }], context);
  if (!encoded) throw new Error('nothing was encoded');
  return { ...encoded, stream: STREAM, revision: 0, position: 0n };
}
const first = writtenBy(v1, { times: 2, reading: { fahrenheit: 104 } });
const second = writtenBy(v2, { times: 1, reading: { celsius: 38.5 } });
const third = writtenBy(v3, { runs: [], reading: { celsius: 37, site: 'ear' } });

test('each version climbs the rungs that are above it', (t) => {
  const codec = createCodec([v3, other], [withSite, toCelsius], random);
  const read = (stored: StoredEvent, opened: OpenedKey = key) =>
    codec.decode(stored, keysWith(opened)).event.data;
  t.deepEqual(read(first), { runs: [0, 1], reading: { celsius: 40, site: 'unknown' } });
  t.deepEqual(read(second), { runs: [0], reading: { celsius: 38.5, site: 'unknown' } });
  t.deepEqual(read(third), { runs: [], reading: { celsius: 37, site: 'ear' } });
  t.deepEqual(read(first, 'destroyed'), { runs: [0, 1], reading: null });
  t.is(codec.decode(first, keysWith(key)).metadata.schema_version, 1, 'the metadata stays as it was written');
});

test('an event that a newer release wrote stops this one', (t) => {
  const older = createCodec([v2, other], [toCelsius], random);
  t.throws(() => older.decode(third, keysWith(key)), { instanceOf: CorruptEventError, message: /version 3/ });
  for (const schema_version of [0, -1, 1e9]) {
    const stored = { ...second, metadata: { ...(second.metadata as object), schema_version } };
    t.throws(() => older.decode(stored, keysWith(key)), {
      instanceOf: CorruptEventError,
      message: /version/,
    });
  }
});

test('a ladder with a missing, doubled or stray rung is no codec', (t) => {
  t.throws(() => createCodec([v3], [toCelsius], random), { message: /fever-measured.*version 2/ });
  t.throws(() => createCodec([v3], [withSite], random), { message: /fever-measured.*version 1/ });
  t.throws(() => createCodec([v3], [toCelsius, withSite, withSite], random), { message: /version 2/ });
  t.throws(() => createCodec([v2], [toCelsius, withSite], random), { message: /version 2/ });
  t.throws(() => createCodec([other], [toCelsius], random), { message: /fever-measured/ });
  t.throws(() => createCodec([v3, v3], [toCelsius, withSite], random), { message: /twice/ });
});

test('a rung that cannot take what is stored says so without its values', (t) => {
  const picky: Upcaster = {
    type: 'fever-measured',
    fromVersion: 1,
    clear: () => {
      throw new Error('canary');
    },
  };
  const codec = createCodec([v2], [picky], random);
  const error = t.throws(() => codec.decode(first, keysWith(key)), { instanceOf: CorruptEventError });
  t.false(error.message.includes('canary'));
});
