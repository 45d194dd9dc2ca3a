import test from 'ava';
import { randomUUID } from 'node:crypto';
import { BATCH_ROWS, createAccessIntake } from '../../../command-api/reactors/access-intake.ts';
import type { ReactorParts } from '../../../command-api/reactors/reactor.ts';
import { recordAccess, type Access } from '../../../shared/audit/record-access.ts';
import { eventIdOf } from '../../../shared/event-log/codec.ts';
import { LogUnavailableError } from '../../../shared/event-log/event-log.ts';
import type { StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { accessStream } from '../../../shared/event-log/streams.ts';
import { type Pool } from '../../../shared/postgres/pool.ts';
import { startServers } from '../../support/servers.ts';

/** The way of an access from the intake into a real log. NATS is down all the while: nothing here needs it. */
const servers = await startServers();
const { pool, log, codec } = servers;
await servers.stack.processes.nats.stop();
test.after.always(servers.stop);

const START = Date.parse('2026-01-05T08:00:00.000Z');
const parts: ReactorParts = {
  pool,
  log,
  codec,
  now: () => new Date(START),
  reportFact: () => undefined,
};

/** Leaves an access that happened so many seconds after the start; returns its row's id. */
async function leave(tenantId: string, second: number, access: Partial<Access> = {}): Promise<string> {
  const accessId = randomUUID();
  await recordAccess(pool, accessId, {
    tenantId,
    actor: { type: 'api_key', id: 'key-1' },
    action: 'patient.viewed',
    subject: { type: 'patient', id: 'hash-1' },
    requestId: `req-${second}`,
    ip: '203.0.113.7',
    at: new Date(START + second * 1_000),
    test: false,
    ...access,
  });
  return accessId;
}

/** Leaves `count` accesses, a second apart; returns their rows' ids. */
async function leaveMany(tenantId: string, count: number, fromSecond = 0): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await pool.query(
    `INSERT INTO ops.access_intake
       (access_id, tenant_id, actor_type, actor_id, action, subject_type, subject_id, request_id, ip, at, test)
     SELECT id, $2, 'member', 'm', 'patient.list_accessed', 'tenant', 't', 'r', '203.0.113.7',
       $3::timestamptz + n * interval '1 second', false
     FROM unnest($1::uuid[]) WITH ORDINALITY AS row (id, n)`,
    [ids, tenantId, new Date(START + fromSecond * 1_000)],
  );
  return ids;
}

async function standing(tenantId: string): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of log.readStream(accessStream(tenantId), 0)) events.push(event);
  return events;
}
const idsOf = async (tenantId: string) => (await standing(tenantId)).map((event) => event.eventId);
const eventIds = (accessIds: string[]) => accessIds.map((id) => eventIdOf(id, 0));
const left = async (tenantId: string): Promise<number> => {
  const query = 'SELECT count(*) AS n FROM ops.access_intake WHERE tenant_id = $1';
  return (await pool.query<{ n: number }>(query, [tenantId])).rows[0]!.n;
};

class Killed extends Error {}
/** A database that is never asked to take rows out: as if the process had died right after its append. */
const neverRemoving: Pool = {
  connect: () => pool.connect(),
  query: ((query: { name?: string }) =>
    query.name === 'remove-access-rows'
      ? Promise.reject(new Killed())
      : pool.query(query as never)) as Pool['query'],
};
const dying = createAccessIntake({ ...parts, pool: neverRemoving });
const intake = createAccessIntake(parts);

test.serial(
  'accesses reach the log oldest first, with who, whence and what, and leave the intake',
  async (t) => {
    const tenantId = randomUUID();
    const late = await leave(tenantId, 20, { action: 'session.exported', test: true });
    const early = await leave(tenantId, 10, { actor: { type: 'member', id: 'member-1' }, ip: '2001:db8::1' });
    t.is(await intake.runOnce(), 2);
    const events = await standing(tenantId);
    t.deepEqual(
      events.map((event) => event.eventId),
      eventIds([early, late]),
    );
    t.like(events[0], {
      type: 'access-recorded',
      data: { action: 'patient.viewed', subject: { type: 'patient', id: 'hash-1' } },
      metadata: {
        tenant_id: tenantId,
        actor: { type: 'member', id: 'member-1' },
        request_id: 'req-10',
        ip: '2001:db8::1',
        occurred_at: new Date(START + 10_000).toISOString(),
        tokens_charged: 0,
        test: false,
      },
    });
    t.like(events[1], { data: { action: 'session.exported' }, metadata: { test: true } });
    t.is(await left(tenantId), 0);
    t.is(await intake.runOnce(), 0);
  },
);

test.serial('killed between append and delete, an entry stands once, whatever comes meanwhile', async (t) => {
  const tenantId = randomUUID();
  const first = [await leave(tenantId, 10), await leave(tenantId, 11)];
  await t.throwsAsync(dying.runOnce(), { instanceOf: Killed });
  t.is(await left(tenantId), 2);
  const between = await leave(tenantId, 5);
  const after = await leave(tenantId, 12);
  await t.throwsAsync(dying.runOnce(), { instanceOf: Killed });
  const last = await leave(tenantId, 13);
  t.is(await intake.runOnce(), 1);
  t.deepEqual(await idsOf(tenantId), eventIds([...first, between, after, last]));
  t.is(await left(tenantId), 0);
});

test.serial('a full batch that was left behind is not hidden by older rows that come late', async (t) => {
  const tenantId = randomUUID();
  const left1 = await leaveMany(tenantId, BATCH_ROWS, 5_000);
  await t.throwsAsync(dying.runOnce(), { instanceOf: Killed });
  const older = await leaveMany(tenantId, 2 * BATCH_ROWS + 10);
  t.is(await intake.runOnce(), older.length);
  t.deepEqual(await idsOf(tenantId), eventIds([...left1, ...older]));
  t.is(await left(tenantId), 0);
});

test.serial('an append whose answer was lost is not repeated', async (t) => {
  const tenantId = randomUUID();
  const ids = await leaveMany(tenantId, 3);
  const deaf = createAccessIntake({
    ...parts,
    log: {
      ...log,
      append: async (...args) => {
        await log.append(...args);
        throw new LogUnavailableError();
      },
    },
  });
  await t.throwsAsync(deaf.runOnce(), { instanceOf: LogUnavailableError });
  t.is(await left(tenantId), 3);
  const more = await leaveMany(tenantId, 1, 10);
  t.is(await intake.runOnce(), 1);
  t.deepEqual(await idsOf(tenantId), eventIds([...ids, ...more]));
});

test.serial('while the log is down nothing is lost', async (t) => {
  const tenantId = randomUUID();
  const ids = await leaveMany(tenantId, 2);
  const down: ReactorParts['log'] = { ...log, append: () => Promise.reject(new LogUnavailableError()) };
  await t.throwsAsync(createAccessIntake({ ...parts, log: down }).runOnce(), {
    instanceOf: LogUnavailableError,
  });
  t.is(await left(tenantId), 2);
  await intake.runOnce();
  t.deepEqual(await idsOf(tenantId), eventIds(ids));
});

test.serial(
  'many tenants: each its own stream; one that cannot be carried holds up nobody else',
  async (t) => {
    const tenantIds = Array.from({ length: 30 }, () => randomUUID());
    const broken = tenantIds[3]!;
    const expected = new Map<string, string[]>();
    for (const tenantId of tenantIds) expected.set(tenantId, await leaveMany(tenantId, 12));
    await pool.query("UPDATE ops.access_intake SET action = 'not.known' WHERE access_id = $1", [
      expected.get(broken)![0],
    ]);
    await t.throwsAsync(intake.runOnce());
    for (const [tenantId, ids] of expected) {
      t.deepEqual(await idsOf(tenantId), tenantId === broken ? [] : eventIds(ids));
      t.is(await left(tenantId), tenantId === broken ? 12 : 0);
    }
    await pool.query("UPDATE ops.access_intake SET action = 'patient.viewed' WHERE action = 'not.known'");
    await intake.runOnce();
    t.deepEqual(await idsOf(broken), eventIds(expected.get(broken)!));
  },
);

test.serial('two processes at once write each entry once and lose none', async (t) => {
  const tenantIds = Array.from({ length: 5 }, () => randomUUID());
  const expected = new Map<string, string[]>();
  for (const tenantId of tenantIds) expected.set(tenantId, await leaveMany(tenantId, 60));
  await Promise.allSettled([intake.runOnce(), createAccessIntake(parts).runOnce(), dying.runOnce()]);
  await intake.runOnce();
  for (const [tenantId, ids] of expected) t.deepEqual((await idsOf(tenantId)).sort(), eventIds(ids).sort());
});
