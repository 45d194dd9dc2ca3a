import { readFileSync } from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import test from 'ava';
import { registerOwner } from '../../command-api/members/operations.ts';
import { topUp } from '../../command-api/tenants/operations.ts';
import { createEventLog } from '../../shared/event-log/event-log.ts';
import type { EncodedEvent, StoredEvent } from '../../shared/event-log/stored-event.ts';
import {
  accessStream,
  apiKeyStream,
  auditStream,
  memberStream,
  sessionStream,
  SKIPPED_STREAM,
  tenantStream,
} from '../../shared/event-log/streams.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import { errorOf } from '../support/answers.ts';
import { appendAtEnd } from '../support/append-at-end.ts';
import { collect } from '../support/collect.ts';
import { appendRaw, BROKEN_EVENTS } from '../support/foreign-events.ts';
import { encodedMetadataFor } from '../support/metadata.ts';
import { agrees, opsOf, skipWith } from '../support/run-ops.ts';
import { startService } from '../support/service.ts';
import { newEmail, PASSWORD } from '../support/sign-in.ts';
import { until } from '../support/until.ts';

/** Somebody has the credentials of the event store, and not the master key. */
const LIMIT_MS = 30_000;
const PAUSE_MS = 500;
const service = await startService();
const { stack, runtime } = service;
const [victim, other] = [await service.newTenant({ tier: 'growth' }), await service.newTenant()];
const client = await service.newClient(victim);
const otherClient = await service.newClient(other);
const store = createEventLog(stack.eventStoreUrl);
const ops = opsOf(stack);

/** What the intruder put into the log. */
const forged: { eventId: string; position: bigint }[] = [];
const idsOf = (events: readonly { eventId: string }[]): string[] =>
  events.map(({ eventId }) => eventId).sort();

/** An event that is right in every detail but one: nobody without the master key can make the MAC. */
async function forge(
  stream: string,
  type: string,
  { data = {}, tokens = 0 }: { data?: Record<string, unknown>; tokens?: number } = {},
): Promise<void> {
  const eventId = randomUUID();
  const event: EncodedEvent = {
    eventId,
    type,
    data: { sealed: {}, ...data },
    metadata: encodedMetadataFor(victim, new Date(), {
      actor: { type: 'operator', id: 'cli' },
      tokens_charged: tokens,
    }),
  };
  await appendAtEnd(store, stream, [event]);
  forged.push({ eventId, position: await store.lastPosition() });
}

async function forgeRaw(stream: string, event: (typeof BROKEN_EVENTS)[string]): Promise<void> {
  const eventId = await appendRaw(stack.eventStoreUrl, stream, event);
  forged.push({ eventId, position: await store.lastPosition() });
}

const eventsOf = (stream: string): Promise<StoredEvent[]> => collect(store.readStream(stream, 0));

type Session = { session_id: string; current_question: { question_id: string } };
const openSession = async (by = client): Promise<Session> =>
  (await by('POST', '/v1/sessions', { chief_complaint: 'chest pain', age: 57, sex: 'male' })).body as Session;
const say = ({ session_id, current_question }: Session, by = client) =>
  by('POST', `/v1/sessions/${session_id}/answer`, {
    question_id: current_question.question_id,
    raw_text: 'no',
  });
const balanceOf = async (by = client): Promise<number> =>
  ((await by('GET', '/v1/admin/balance')).body as { balance: number }).balance;

const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await runtime.pool.query<{ count: number }>(sql, values)).rows[0]?.count);

const strange = async (): Promise<string[]> =>
  (await runtime.pool.query<{ event_id: string }>('SELECT event_id FROM ops.strange_events')).rows
    .map((row) => row.event_id)
    .sort();

async function gauge(name: string): Promise<number> {
  const log = readFileSync(path.join(stack.dataDir, 'logs', 'projections.log'), 'utf8');
  const ports = [...log.matchAll(/"metrics_port":(\d+)/g)].map(([, port]) => port);
  for (const port of ports) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'm').exec(text);
    if (found) return Number(found[1]);
  }
  return NaN;
}

const owner = await registerOwner(runtime, victim, { email: newEmail(), name: 'Owner', password: PASSWORD });
const sessions = { asked: await openSession(), erased: await openSession(), whole: await openSession() };
const extraKey = await service.newClient(victim);
const { rows: keyRows } = await runtime.pool.query<{ lineage_id: string }>(
  'SELECT lineage_id FROM read.api_keys WHERE tenant_id = $1 ORDER BY created_at DESC LIMIT 1',
  [victim],
);
const extraKeyStream = apiKeyStream(keyRows[0]?.lineage_id ?? '');
await service.settled();
test.after.always(async () => {
  await store.close();
  await service.stop();
});

test.serial(
  'what an intruder appends moves no money, changes no role, erases and hides nothing',
  async (t) => {
    const before = await balanceOf();
    const rowsBefore = await count('SELECT count(*) FROM read.audit_rows WHERE tenant_id = $1', victim);
    const [registered] = await eventsOf(tenantStream(victim));
    const answered = sessions.asked.session_id;
    t.is((await say(sessions.asked)).status, 200);
    await forge(tenantStream(victim), 'tokens-granted', { data: { tokens: 1_234_567, reason: 'topup' } });
    await forge(tenantStream(victim), 'tenant-settings-changed', { tokens: 40_000 });
    await forge(memberStream(owner), 'member-role-changed', { data: { role: 'developer' } });
    await forge(memberStream(randomUUID()), 'member-registered', { data: { role: 'owner' } });
    await forge(extraKeyStream, 'api-key-updated', { data: { changed_fields: ['scopes'] } });
    await forge(sessionStream(sessions.erased.session_id), 'session-erased', { data: { cause: 'request' } });
    await forge(accessStream(victim), 'access-recorded', { data: { action: 'patient.viewed' } });
    await forge(auditStream(victim), 'audit-checkpoint-signed', { data: { statement: {} } });
    // One of our own events once more, byte for byte: the answer, with its own MAC.
    const copy = (await eventsOf(sessionStream(answered))).find(({ type }) => type === 'session-answered');
    if (!copy || !registered) return t.fail();
    await appendAtEnd(store, sessionStream(answered), [copy as unknown as EncodedEvent]);
    forged.push({ eventId: copy.eventId, position: await store.lastPosition() });
    // A record that has an event of ours passed over.
    const { eventId: event_id, stream, revision, position } = registered;
    await forge(SKIPPED_STREAM, 'event-skipped', {
      data: {
        event_id,
        stream,
        revision,
        position: String(position),
        digest: '0'.repeat(64),
        audit_row: null,
      },
    });
    for (const event of Object.values(BROKEN_EVENTS)) await forgeRaw(sessionStream(randomUUID()), event);
    for (const event of Object.values(BROKEN_EVENTS)) await forgeRaw(tenantStream(victim), event);
    await service.settled();

    t.is(await balanceOf(), before - 8, 'the answer of before, and nothing else');
    t.is(await count('SELECT count(*) FROM read.token_grants WHERE tokens = 1234567'), 0, 'no tokens');
    t.is(await count(`SELECT count(*) FROM read.members WHERE member_id = $1 AND role = 'owner'`, owner), 1);
    t.is(await count('SELECT count(*) FROM read.members WHERE tenant_id = $1', victim), 1);
    t.is(
      await count('SELECT count(*) FROM read.sessions WHERE session_id = $1', sessions.erased.session_id),
      1,
      'it stands',
    );
    const after = await count('SELECT count(*) FROM read.audit_rows WHERE tenant_id = $1', victim);
    t.true(after > rowsBefore);
    const strangers = `SELECT count(*) FROM read.audit_rows WHERE event_id = ANY ($1::uuid[]) AND event_id <> $2`;
    t.is(await count(strangers, idsOf(forged), copy.eventId), 0, 'nobody did it');
    const { rows: parked } = await runtime.pool.query('SELECT * FROM ops.parked_events');
    t.deepEqual(parked, [], 'no projection stands still');
  },
);

test.serial('its streams are parked, all else goes on', async (t) => {
  for (const session of [sessions.asked, sessions.erased]) {
    t.deepEqual(errorOf(await say(session)), [409, 'conflict']);
    const state = await client('GET', `/v1/sessions/${session.session_id}/state`);
    t.deepEqual(errorOf(state), [503, 'service_unavailable']);
    t.like(state.body, { error: { detail: { reason: 'session_unreadable' } } });
  }
  t.deepEqual(errorOf(await extraKey('GET', '/v1/admin/balance')), [401, 'unauthorized']);
  t.is(await count('SELECT count(*) FROM read.members WHERE member_id = $1 AND is_active', owner), 0);
  t.is((await say(sessions.whole)).status, 200, 'another session of the tenant');
  await topUp(runtime, victim, 500);
  const before = await balanceOf(otherClient);
  const theirs = await openSession(otherClient);
  t.is((await say(theirs, otherClient)).status, 200);
  await service.settled();
  t.true((await balanceOf(otherClient)) < before, 'another tenant is charged');
  await agrees(t, ops);
});

test.serial('each is named: by the table, the metric, the log, `log check` and `audit verify`', async (t) => {
  t.deepEqual(await strange(), idsOf(forged));
  await until(
    'the metric shows it',
    LIMIT_MS,
    async () => (await gauge('triage_event_log_parked_events')) === forged.length,
  );
  t.true((await gauge('triage_event_log_parked_reads_total')) > 0);
  const log = readFileSync(path.join(stack.dataDir, 'logs', 'projections.log'), 'utf8');
  for (const { position } of forged) t.true(log.includes(`"position":"${position}"`), String(position));
  const checked = await ops('log', 'check');
  t.is(checked.code, 1);
  const { events } = checked.result as { events: { event_id: string; problem: string }[] };
  t.deepEqual(idsOf(events.map(({ event_id: eventId }) => ({ eventId }))), idsOf(forged));
  t.deepEqual([...new Set(events.map(({ problem }) => problem))].sort(), ['mac_missing', 'mac_wrong']);
  for (const args of [['--all'], [victim], [other]]) {
    const verified = await ops('audit', 'verify', ...args, '--against-log');
    t.is(verified.code, 1, args.join(' '));
    const { not_ours } = verified.result as { not_ours: { event_id: string }[] };
    t.deepEqual(idsOf(not_ours.map(({ event_id: eventId }) => ({ eventId }))), idsOf(forged));
  }
  t.like(await ops('audit', 'verify', other), { code: undefined, result: { intact: true } });
});

test.serial(
  'once they are skipped, what they had parked goes on as if they had not been there',
  async (t) => {
    for (const one of forged) {
      const skipped = await skipWith(ops, one, { tenantId: victim, reason: 'An intruder, ticket 4711.' });
      t.like(skipped.result, { event_id: one.eventId, audited: false });
    }
    await service.settled();
    t.deepEqual(await strange(), []);
    await until('the API knows of it', LIMIT_MS, async () => {
      await sleep(PAUSE_MS);
      // A history is shown with events that are parked, too: what is missing in it, the export says.
      const { body } = await client('GET', `/v1/sessions/${sessions.asked.session_id}/export`);
      return (body as { unreadable: number[] }).unreadable.length === 0;
    });
    for (const session of [sessions.asked, sessions.erased]) {
      const { body, status } = await client('GET', `/v1/sessions/${session.session_id}/state`);
      t.is(status, 200);
      const { current_question } = body as Session;
      const opened = (await eventsOf(sessionStream(session.session_id)))[0]?.metadata as {
        occurred_at: string;
      };
      const past = `/v1/sessions/${session.session_id}/history/state?time=${opened.occurred_at}`;
      t.like((await client('GET', past)).body, { unreadable: false }, 'as it was before');
      t.is((await say({ ...session, current_question })).status, 200, 'the interview goes on');
      t.like((await client('GET', `/v1/sessions/${session.session_id}/export`)).body, { unreadable: [] });
    }
    t.is((await extraKey('GET', '/v1/admin/balance')).status, 200, 'the key opens again');
    t.is(await count(`SELECT count(*) FROM read.members WHERE member_id = $1 AND is_active`, owner), 1);
    await service.settled();
    t.is(await count('SELECT count(*) FROM ops.parked_events'), 0);
    t.like(await ops('log', 'check'), { code: undefined });
    await agrees(t, ops);
    const verified = await ops('audit', 'verify', '--all', '--against-log');
    t.like(verified, { code: undefined, result: { intact: true, not_ours: [] } });
    t.like(await ops('audit', 'checkpoint', victim), { code: undefined });
  },
);
