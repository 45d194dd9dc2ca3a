import { randomUUID } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { createEventMacs } from '../../../shared/event-log/event-mac.ts';
import { createServiceCodec } from '../../../shared/event-log/registry.ts';
import type { EncodedEvent, StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { auditEntryOf } from '../../../shared/read-models/audit-rows.ts';
import { sessionStream, tenantStream } from '../../../shared/event-log/streams.ts';
import { metadataFor } from '../../support/metadata.ts';

const KEY = new Uint8Array(32).fill(7);
const TENANT = randomUUID();
const STREAM = tenantStream(TENANT);
const NOW = new Date('2026-01-05T08:00:00.000Z');
const macs = createEventMacs(KEY, 9n);
const codec = createServiceCodec();

const [granted] = codec.encode([{ type: 'tokens-granted', data: { tokens: 500, reason: 'topup' } }], {
  stream: STREAM,
  commandId: randomUUID(),
  keys: {},
  metadata: metadataFor(TENANT, NOW),
  tokensCharged: 0,
});
if (!granted) throw new Error('nothing was encoded');

/** What the log gives back of an event. */
const storedAs = (event: EncodedEvent, revision = 3, position = 10n): StoredEvent => ({
  ...(JSON.parse(JSON.stringify(event)) as EncodedEvent),
  stream: STREAM,
  revision,
  position,
});

const [proven] = macs.add(STREAM, 3, [granted]);
const stored = storedAs(proven ?? granted);
const metadata = stored.metadata as Record<string, unknown>;

test('what this installation wrote verifies where it was written, wherever in the log that is', (t) => {
  t.is(macs.problemOf(stored), null);
  t.is(macs.problemOf({ ...stored, position: 4_711n }), null);
  t.regex(String(metadata['mac']), /^[\w-]{43}$/);
  const both = macs.add(STREAM, 3, [granted, granted]).map((event, index) => storedAs(event, 3 + index));
  t.deepEqual(
    both.map((event) => macs.problemOf(event)),
    [null, null],
  );
});

test('any change is found', (t) => {
  const changes: Record<string, Partial<StoredEvent>> = {
    'another stream': { stream: sessionStream(TENANT) },
    'another place in its stream': { revision: 4 },
    'another id': { eventId: randomUUID() },
    'another type': { type: 'tokens-charged' },
    'another amount': { data: { ...stored.data, tokens: 5_000 } },
    'one more field': { data: { ...stored.data, note: 1 } },
    'another box': { data: { ...stored.data, sealed: { note: { k: TENANT, d: 'AAAA' } } } },
    'no data': { data: null as never },
    'bytes for data': { data: new Uint8Array([1]) as never },
    'another actor': { metadata: { ...metadata, actor: { type: 'member', id: 'x' } } },
    'another tenant': { metadata: { ...metadata, tenant_id: randomUUID() } },
    'another time': { metadata: { ...metadata, occurred_at: '2026-01-05T08:00:00.001Z' } },
    'another charge': { metadata: { ...metadata, tokens_charged: 1 } },
    'another address': { metadata: { ...metadata, ip: '203.0.113.7' } },
    'another version': { metadata: { ...metadata, schema_version: 2 } },
    'another MAC': { metadata: { ...metadata, mac: 'A'.repeat(43) } },
    'a short MAC': { metadata: { ...metadata, mac: '' } },
    'no text for a MAC': { metadata: { ...metadata, mac: 1 } },
  };
  for (const [what, change] of Object.entries(changes)) {
    t.is(macs.problemOf({ ...stored, ...change }), 'mac_wrong', what);
  }
  t.is(createEventMacs(new Uint8Array(32), 9n).problemOf(stored), 'mac_wrong', 'another key');
});

test('no other text of the stored JSON has the same MAC: numbers that are written as others, a MAC in other letters', (t) => {
  const texts = { data: JSON.stringify(stored.data), metadata: JSON.stringify(metadata) };
  t.true(texts.metadata.includes('"causation_id":null') && texts.metadata.includes('"tokens_charged":0'));
  const parsed = (part: 'data' | 'metadata', from: string, to: string): Partial<StoredEvent> => ({
    [part]: JSON.parse(texts[part].replace(from, to)) as unknown,
  });
  const mac = String(metadata['mac']);
  const same = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    .split('')
    .map((letter) => mac.slice(0, -1) + letter)
    .filter((other) => Buffer.from(other, 'base64url').equals(Buffer.from(mac, 'base64url')));
  t.is(same.length, 4, 'the last letter holds two bits that mean nothing');
  const changes: Record<string, Partial<StoredEvent>> = {
    'null as infinity': parsed('metadata', '"causation_id":null', '"causation_id":1e400'),
    '0 as -0': parsed('metadata', '"tokens_charged":0', '"tokens_charged":-0'),
    'deep inside': { data: { ...stored.data, sealed: { list: [1, { k: Number.POSITIVE_INFINITY }] } } },
    'a MAC with padding': { metadata: { ...metadata, mac: `${mac}=` } },
    'a MAC with a blank': { metadata: { ...metadata, mac: `${mac} ` } },
    'a MAC in base64': { metadata: { ...metadata, mac: Buffer.from(mac, 'base64url').toString('base64') } },
    ...Object.fromEntries(
      same
        .filter((other) => other !== mac)
        .map((other) => [other, { metadata: { ...metadata, mac: other } }]),
    ),
  };
  for (const [what, change] of Object.entries(changes)) {
    t.is(macs.problemOf({ ...stored, ...change }), 'mac_wrong', what);
  }
});

test('an event that was stored long ago verifies: the MAC of an event never changes', (t) => {
  const old = {
    eventId: '0198c0de-0000-7000-8000-000000000001',
    type: 'tokens-granted',
    data: { tokens: 500, reason: 'žluť 🙂', half: '\ud800', sealed: { a: { k: 'k', d: 'AAAA' } } },
    metadata: { actor: { type: 'system', id: 'ů' }, ip: null, test: false },
  } as unknown as EncodedEvent;
  const mac = 'Za5XgAPcw49Ta-jqrBPTZrZ_s9eME6f6PYZ5VzHOWN8';
  t.is(macs.add('tenant-1', 3, [old])[0]?.metadata.mac, mac);
  const read = { ...storedAs(old), stream: 'tenant-1' };
  t.is(macs.problemOf({ ...read, metadata: { ...old.metadata, mac } }), null);
});

test('an event without a MAC counts up to where the installation began to make them', (t) => {
  const bare = storedAs(granted, 3, 9n);
  t.is(macs.problemOf(bare), null);
  t.is(macs.problemOf({ ...bare, position: 10n }), 'mac_missing');
  for (const shape of [null, undefined, 'text', [1], new Uint8Array([1])]) {
    t.is(macs.problemOf({ ...bare, metadata: shape, position: 10n }), 'mac_missing');
  }
  t.is(macs.problemOf({ ...bare, metadata: { ...metadata, tokens_charged: 1 } }), 'mac_wrong');
});

test('a MAC changes neither what readers open nor the audit row', (t) => {
  const bare = storedAs(granted);
  t.deepEqual(codec.decode(stored, new Map()), codec.decode(bare, new Map()));
  t.deepEqual(auditEntryOf(stored), auditEntryOf(bare));
});

test('whatever JSON an event holds, its MAC verifies after the log has had it', (t) => {
  t.notThrows(() => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (data, revision) => {
        const [event] = macs.add(STREAM, revision, [{ ...granted, data }]);
        return event !== undefined && macs.problemOf(storedAs(event, revision)) === null;
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

test('parts that run into one another make another MAC', (t) => {
  const at = (stream: string, eventId: string): unknown =>
    (macs.add(stream, 0, [{ ...granted, eventId }])[0]?.metadata as { mac?: string }).mac;
  t.not(at('tenant-a', 'bc'), at('tenant-ab', 'c'));
  t.not(at('tenant-a|1:b', 'c'), at('tenant-a', 'b|1:c'));
});
