import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { startOpenStore } from '../../support/open-store.ts';
import type { OpenedKeys } from '../../../shared/crypto/data-keys.ts';
import { createEventLog, type EventLog } from '../../../shared/event-log/event-log.ts';
import { createServiceCodec } from '../../../shared/event-log/registry.ts';
import { createShownEvents } from '../../../shared/event-log/shown-events.ts';
import { digestOf, standInAtSkip } from '../../../shared/event-log/stand-ins.ts';
import { metadataOf, type EventMetadata, type StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { SKIPPED_STREAM, sessionStream } from '../../../shared/event-log/streams.ts';
import { auditEntryOf } from '../../../shared/read-models/audit-rows.ts';
import { collect } from '../../support/collect.ts';
import { appendRaw, BROKEN_EVENTS } from '../../support/foreign-events.ts';

const codec = createServiceCodec();
const NO_KEYS: OpenedKeys = new Map();
const TENANT = randomUUID();
const SKIPPED_AT = '2026-03-01T08:00:00.000Z';

const metadata = (changes: Partial<EventMetadata> = {}): EventMetadata => ({
  tenant_id: TENANT,
  actor: { type: 'operator', id: 'cli' },
  request_id: 'skip',
  ip: null,
  command_id: randomUUID(),
  causation_id: null,
  schema_version: 1,
  engine_version: null,
  tokens_charged: 0,
  occurred_at: SKIPPED_AT,
  test: false,
  ...changes,
});

const broken = (changes: Partial<StoredEvent> = {}): StoredEvent => ({
  eventId: randomUUID(),
  type: 'session-answered',
  stream: sessionStream(randomUUID()),
  revision: 3,
  position: 77n,
  data: { kind: 'question', skipped: false, sealed: { answer: { k: randomUUID(), d: 'AAAA' } } },
  metadata: null,
  ...changes,
});

/** What the command records of an event. */
const recordData = (event: StoredEvent, changes: object = {}) => ({
  event_id: event.eventId,
  stream: event.stream,
  revision: event.revision,
  position: String(event.position),
  digest: digestOf(event),
  audit_row: null,
  sealed: {},
  ...changes,
});

const record = (event: StoredEvent, changes: object = {}): StoredEvent => ({
  eventId: randomUUID(),
  type: 'event-skipped',
  stream: SKIPPED_STREAM,
  revision: 0,
  position: 99n,
  data: recordData(event, changes),
  metadata: metadata(),
});

/** The event as a reader gets it who knows these records. */
async function shown(event: StoredEvent, ...records: StoredEvent[]): Promise<StoredEvent> {
  const events = createShownEvents({
    readRecords: async function* () {
      yield* await Promise.resolve(records);
    },
    problemOf: () => null,
    onParked: () => undefined,
  });
  await events.refresh();
  return events.show(event);
}

test('a stand-in has the place of its event and nothing that was sealed', async (t) => {
  const event = broken();
  const standIn = await shown(event, record(event));
  const { eventId, stream, revision, position } = event;
  t.like(standIn, { eventId, stream, revision, position, type: 'event-unreadable', data: { sealed: {} } });
  t.deepEqual(codec.keyIdsOf(standIn), []);
  const fact = codec.decode(standIn, NO_KEYS);
  t.deepEqual(fact.event, { type: 'event-unreadable', data: { unreadable: true } });
  t.like(fact, { eventId, stream, revision, position, at: SKIPPED_AT, keys: {} });
  t.like(metadataOf(standIn), { tenant_id: TENANT, tokens_charged: 0, command_id: eventId });
  t.deepEqual(await shown(event, record(event)), standIn, 'the same for each reader');
});

test('where its metadata are valid, what needs no more goes on as before', async (t) => {
  const own = metadata({ tokens_charged: 8, request_id: 'answer', occurred_at: '2026-02-01T08:00:00.000Z' });
  const event = broken({ metadata: own });
  const standIn = await shown(event, record(event));
  t.is(standIn.type, 'session-answered');
  t.deepEqual(standIn.data, { kind: 'question', skipped: false, sealed: {} });
  t.deepEqual(metadataOf(standIn), own);
  t.is(codec.decode(standIn, NO_KEYS).event.type, 'event-unreadable');
  t.deepEqual(auditEntryOf(standIn), auditEntryOf(event), 'it was audited by its bytes');
  for (const data of [null, 'text', [1], new Uint8Array([1])] as unknown as StoredEvent['data'][]) {
    const other = broken({ metadata: own, data });
    t.deepEqual((await shown(other, record(other))).data, { sealed: {} });
  }
});

test('the audit row of what cannot be audited follows from its bytes and the record', async (t) => {
  const unknown = broken({ type: 'order-placed', metadata: metadata({ tokens_charged: 5 }) });
  for (const event of [broken(), unknown]) {
    const entry = auditEntryOf(await shown(event, record(event)));
    t.like(entry, {
      tenant_id: TENANT,
      type: 'event-unreadable',
      action: 'log.event_unreadable',
      subject: { type: 'event', id: event.eventId },
      stream: event.stream,
      revision: 3,
      at: SKIPPED_AT,
      data_digest: digestOf(event),
    });
  }
});

test('an event that broke after it was audited keeps its row, its type and its charge', async (t) => {
  const whole = broken({
    metadata: metadata({ tokens_charged: 8, actor: { type: 'api_key', id: 'k' }, request_id: 'answer' }),
  });
  const row = JSON.stringify(auditEntryOf(whole));
  const event = { ...whole, data: '{"kind' as never, metadata: undefined };
  const standIn = await shown(event, record(event, { audit_row: row }));
  t.is(standIn.type, 'session-answered');
  t.like(metadataOf(standIn), {
    tokens_charged: 8,
    actor: { type: 'api_key', id: 'k' },
    request_id: 'answer',
  });
  t.deepEqual(auditEntryOf(standIn), auditEntryOf(whole));
});

test('only the recorded bytes at the recorded place are skipped, by the first record of them', async (t) => {
  const event = broken();
  const first = record(event);
  const others = [
    { ...event, position: 78n },
    { ...event, stream: sessionStream(randomUUID()) },
    { ...event, data: { ...event.data, kind: 'route' } },
    { ...event, metadata: {} },
    { ...event, type: 'session-routed' },
    { ...event, eventId: randomUUID() },
  ];
  for (const other of others) t.is(await shown(other, first), other);
  const no = [
    { ...first, stream: event.stream },
    { ...first, type: 'noted' },
    { ...first, metadata: {} },
    record(event, { audit_row: '{"type":' }),
    record(event, { digest: 'none' }),
  ];
  t.is(await shown(event, ...no), event);
  const second = { ...record(event), metadata: metadata({ tenant_id: randomUUID() }) };
  t.is(metadataOf(await shown(event, first, second)).tenant_id, TENANT);
});

test('at the place of the skip stands a stand-in for those that passed the event', (t) => {
  const event = broken();
  const standIn = standInAtSkip(record(event));
  t.like(standIn, { eventId: event.eventId, stream: event.stream, revision: 3, position: 99n });
  t.is(standIn && codec.decode(standIn, NO_KEYS).event.type, 'event-unreadable');
  t.is(standInAtSkip(event), null);
});

async function startLog(t: { teardown: (work: () => Promise<void>) => void }) {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'shown-events-'));
  const store = await startOpenStore({ directory });
  const logs: EventLog[] = [];
  const open = (): EventLog => {
    const log = createEventLog(store.connectionString);
    logs.push(log);
    return log;
  };
  t.teardown(async () => {
    await store.stop();
    for (const log of logs) await log.close();
    await rm(directory, { recursive: true, force: true });
  });
  return { open, url: store.connectionString };
}

test('every read shows the stand-in, of one that runs already too; the event can be looked at as it is', async (t) => {
  const { open, url } = await startLog(t);
  const log = open();
  const stream = sessionStream(randomUUID());
  for (const event of Object.values(BROKEN_EVENTS)) await appendRaw(url, stream, event);
  const stored = await collect(log.readStream(stream, 0));
  t.true(stored.every(({ standIn }) => standIn === undefined));
  const running = log.subscribe(null, new AbortController().signal)[Symbol.asyncIterator]();
  t.like(await running.next(), { value: { event: { eventId: stored[0]?.eventId } } });
  for (const event of stored) {
    const data = JSON.stringify(recordData(event));
    await appendRaw(url, SKIPPED_STREAM, {
      type: 'event-skipped',
      data,
      metadata: JSON.stringify(metadata()),
    });
  }
  const place = (event: StoredEvent) => [event.eventId, event.stream, event.revision, event.position];
  const areStandIns = (events: StoredEvent[], what: string): void => {
    t.deepEqual(events.map(place), stored.map(place), what);
    t.true(
      events.every(({ standIn }) => standIn !== undefined),
      what,
    );
  };
  const fresh = open();
  areStandIns(await collect(fresh.readStream(stream, 0)), 'a stream');
  areStandIns((await collect(fresh.readTail(stream, 10))).reverse(), 'its tail');
  areStandIns((await collect(log.readAll(null))).slice(0, stored.length), 'the whole log');
  areStandIns(await collect(log.readStream(stream, 0)), 'a reader that knows by now');
  const followed: StoredEvent[] = [];
  for await (const message of log.subscribe(null, new AbortController().signal)) {
    if (message.kind === 'event') followed.push(message.event);
    if (followed.length === stored.length) break;
  }
  areStandIns(followed, 'a subscription');
  const [first] = stored;
  t.is((await log.eventAt(first?.position ?? 0n))?.standIn, undefined);
  await running.return?.();
});
