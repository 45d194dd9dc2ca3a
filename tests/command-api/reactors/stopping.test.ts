import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { Registry } from 'prom-client';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { BATCH_ROWS, createAccessIntake } from '../../../command-api/reactors/access-intake.ts';
import { createCheckpointSigner } from '../../../command-api/reactors/checkpoint-signer.ts';
import { createCountedReads } from '../../../command-api/reactors/counted-reads.ts';
import { createErasureLedgerKeeper } from '../../../command-api/reactors/erasure-ledger.ts';
import { createIdempotencyExpiry } from '../../../command-api/reactors/idempotency-expiry.ts';
import { createIntentSweeper } from '../../../command-api/reactors/intent-sweeper.ts';
import { createRateWindowExpiry } from '../../../command-api/reactors/rate-window-expiry.ts';
import type { Reactor, ReactorParts } from '../../../command-api/reactors/reactor.ts';
import { createRequestCountsUpkeep } from '../../../command-api/reactors/request-counts-upkeep.ts';
import { createSessionTimeout } from '../../../command-api/reactors/session-timeout.ts';
import { createSignInExpiry } from '../../../command-api/reactors/sign-in-expiry.ts';
import { createUnverifiedTenants } from '../../../command-api/reactors/unverified-tenants.ts';
import { createErasureLedger } from '../../../shared/erasure/ledger.ts';
import { createServiceCodec } from '../../../shared/event-log/registry.ts';
import type { StoredEvent } from '../../../shared/event-log/stored-event.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';

/** Long runs whose signal is aborted at the third of many steps: they leave the rest to the next run. */
const NOW = new Date('2026-03-02T10:00:00.000Z');
const DUE = 200;
const codec = createServiceCodec();
const many = <T>(make: (index: number) => T, count = DUE): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Counts steps, and aborts the signal at the third. */
function stopAtThird() {
  const stopping = new AbortController();
  const counted = {
    steps: 0,
    signal: stopping.signal,
    step: (): void => {
      counted.steps += 1;
      if (counted.steps === 3) stopping.abort();
    },
  };
  return counted;
}

type Answer = { rows?: unknown[]; rowCount?: number };
/** A database that answers by what the statement holds. */
const poolOf = (answer: (text: string, name: string) => Answer): Pool =>
  ({
    query: (query: string | { text: string; name?: string }) => {
      const { text, name = '' } = typeof query === 'string' ? { text: query } : query;
      return Promise.resolve({ rows: [], rowCount: 0, ...answer(text, name) });
    },
  }) as unknown as Pool;

/** The rows of the first page; no page after that has any. */
function firstPage(rows: unknown[]): () => Answer {
  let isFirst = true;
  return () => {
    const found = isFirst ? rows : [];
    isFirst = false;
    return { rows: found, rowCount: found.length };
  };
}

const partsOf = (pool: Pool, log: Partial<ReactorParts['log']> = {}): ReactorParts => ({
  pool,
  log: { ...createMemoryEventLog(), ...log },
  codec,
  now: () => NOW,
  reportFact: () => undefined,
});

test('session-timeout ends before the next append', async (t) => {
  const counted = stopAtThird();
  const memory = createMemoryEventLog();
  const rows = many(() => ({
    session_id: randomUUID(),
    tenant_id: randomUUID(),
    test: false,
    revision: -1,
    last_activity_at: new Date(NOW.getTime() - 3_600_000),
  }));
  const append: ReactorParts['log']['append'] = (stream, _expected, events) => {
    counted.step();
    return memory.append(stream, 'any', events);
  };
  const recorded = await createSessionTimeout(partsOf(poolOf(firstPage(rows)), { append })).runOnce(
    counted.signal,
  );
  t.deepEqual([counted.steps, recorded], [3, 3]);
});

test('access-intake ends before the next tenant', async (t) => {
  const counted = stopAtThird();
  const memory = createMemoryEventLog();
  const rows = many(
    (index) => ({
      access_id: randomUUID(),
      tenant_id: randomUUID(),
      actor_type: 'api_key',
      actor_id: 'key',
      action: 'patient.viewed',
      subject_type: 'patient',
      subject_id: 'hash',
      request_id: `req-${index}`,
      ip: null,
      at: NOW,
      test: false,
      count: null,
      on_behalf_of_sealed: null,
    }),
    BATCH_ROWS,
  );
  const claim = firstPage(rows);
  const pool = poolOf((_text, name) => {
    if (name === 'claim-access-rows') return claim();
    return name === 'read-access-rows' ? { rows: rows.slice(0, 1) } : {};
  });
  const append: ReactorParts['log']['append'] = (stream, _expected, events) => {
    counted.step();
    return memory.append(stream, 'any', events);
  };
  await createAccessIntake(partsOf(pool, { append })).runOnce(counted.signal);
  t.is(counted.steps, 3);
});

test('intent-sweeper ends before the next intent', async (t) => {
  const counted = stopAtThird();
  const rows = many(() => ({
    command_id: randomUUID(),
    stream: `session-${randomUUID()}`,
    deadline_at: NOW,
  }));
  const page = firstPage(rows);
  const pool = poolOf((text) => (text.startsWith('SELECT') ? page() : { rowCount: 1 }));
  const memory = createMemoryEventLog();
  const readStream: ReactorParts['log']['readStream'] = (...args) => {
    counted.step();
    return memory.readStream(...args);
  };
  const released = await createIntentSweeper(partsOf(pool, { readStream })).runOnce(counted.signal);
  t.deepEqual([counted.steps, released], [3, 3]);
});

test('unverified-tenants ends before the next tenant', async (t) => {
  const counted = stopAtThird();
  const pool = poolOf(firstPage(many(() => ({ tenant_id: randomUUID(), member_ids: [] }))));
  const tenantKeys = (): Promise<never> => {
    counted.step();
    return Promise.reject(new DomainError('not_found', 'A tenant that somebody has closed meanwhile.'));
  };
  const deps = { ...partsOf(pool), poolOf: () => pool, dataKeys: { tenantKeys } };
  await createUnverifiedTenants(deps as unknown as Parameters<typeof createUnverifiedTenants>[0]).runOnce(
    counted.signal,
  );
  t.is(counted.steps, 3);
});

test('checkpoint-signer ends before the next event, and keeps the requests', async (t) => {
  const counted = stopAtThird();
  const statements: string[] = [];
  const pool = poolOf((text) => {
    statements.push(text);
    const isRequests = text.includes('FROM ops.audit_checkpoint_requests');
    return { rows: isRequests ? [{ tenant_id: randomUUID(), requested_at: NOW }] : [] };
  });
  const event = (index: number): StoredEvent => ({
    eventId: randomUUID(),
    type: 'event-unreadable',
    data: {},
    metadata: {},
    stream: `session-${randomUUID()}`,
    revision: 0,
    position: BigInt(index),
    standIn: { why: 'parked', problem: 'mac_wrong', digest: '', auditRow: null, original: null },
  });
  const readAll: ReactorParts['log']['readAll'] = async function* () {
    await Promise.resolve();
    for (const one of many(event)) {
      counted.step();
      yield one;
    }
  };
  // At the beginning of time nothing is due to be saved.
  const parts = { ...partsOf(pool, { readAll }), now: () => new Date(0) };
  const signer = createCheckpointSigner(parts as unknown as Parameters<typeof createCheckpointSigner>[0]);
  t.is(await signer.runOnce(counted.signal), 0);
  t.is(counted.steps, 3);
  t.false(statements.some((text) => text.startsWith('DELETE')));
});

test('erasure-ledger ends before the next batch', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stopping-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const stopping = new AbortController();
  let batches = 0;
  const erasure = () => ({
    erasure_id: randomUUID(),
    tenant_id: randomUUID(),
    subject_type: 'session',
    subject_id: randomUUID(),
    cause: 'request',
    key_ids: null,
    erased_at: NOW,
  });
  const pool = poolOf((text) => {
    if (!text.includes('ORDER BY erased_at')) return { rows: [{ count: 0 }] };
    batches += 1;
    return { rows: batches > 3 ? [] : many(erasure, 1_000) };
  });
  const signer = {
    sign: () => {
      stopping.abort();
      return Promise.resolve({});
    },
  };
  const parts = { folder, signer, now: () => NOW, runId: randomUUID() };
  const ledger = createErasureLedger(parts as unknown as Parameters<typeof createErasureLedger>[0]);
  const keeper = createErasureLedgerKeeper(
    { pool, now: () => NOW },
    { ledger, registry: new Registry(), folder, backupRetentionDays: 30 },
  );
  t.is(await keeper.runOnce(stopping.signal), 1_000);
  t.is(batches, 1);
});

const UPKEEP: ((parts: Pick<ReactorParts, 'pool' | 'now'>) => Reactor)[] = [
  createCountedReads,
  createIdempotencyExpiry,
  createRateWindowExpiry,
  createRequestCountsUpkeep,
  createSignInExpiry,
];
for (const create of UPKEEP) {
  test(`${create.name} ends before the next statement`, async (t) => {
    const counted = stopAtThird();
    const rows = 1_000_000;
    const pool = poolOf(() => {
      counted.step();
      return { rows: [{ rows }], rowCount: rows };
    });
    await create({ pool, now: () => NOW }).runOnce(counted.signal);
    t.is(counted.steps, 3);
  });
}
