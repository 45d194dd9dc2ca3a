import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { AuditEvent, Bundle } from 'fhir/r4.js';
import { createAccessIntake } from '../../command-api/reactors/access-intake.ts';
import { createCountedReads } from '../../command-api/reactors/counted-reads.ts';
import { allProjections } from '../../projectors/all.ts';
import { READS, SENT, WHOLE_TENANT } from '../../query-api/disclosures/find.ts';
import type { Disclosure } from '../../query-api/disclosures/present.ts';
import { LISTS, PATIENT_READS, WHOLE_TENANT_READS } from '../../shared/audit/disclosure-actions.ts';
import { errorOf } from '../support/answers.ts';
import { startApi, type Answer } from '../support/api.ts';
import { problemsOf } from '../support/fhir-r4.ts';
import { at, openSession } from '../support/patients.ts';
import { until } from '../support/until.ts';
import { addAuditRows, plannerOf } from './support.ts';
import { createDeliverySeed } from './webhook-seed.ts';

/** The accounting of disclosures: who saw what of one patient. */
const api = await startApi({ projections: allProjections });
const { runtime } = api;
const { pool } = runtime;
const addDelivery = createDeliverySeed(runtime);
const intake = createAccessIntake({ ...runtime, reportFact: () => undefined });
const later = { pool, now: () => new Date(Date.now() + 600_000) };
test.after.always(api.stop);

async function settled(): Promise<void> {
  await createCountedReads(later).runOnce();
  await intake.runOnce();
  await api.caughtUp();
}

const disclosuresOf = (patientId: string, query = ''): string => at(patientId, `/disclosures${query}`);
const dataOf = (answer: Answer): Disclosure[] => (answer.body as { data: Disclosure[] }).data;
const nextOf = (answer: Answer): string => (answer.body as { next_cursor: string }).next_cursor;
const actionsOf = (answer: Answer): string[] => dataOf(answer).map(({ action }) => action);

/** A webhook about a session as the dispatcher leaves it, after so many attempts. */
const addWebhook = (
  tenantId: string,
  about: { sessionId: string; subscriptionId: string; attempts: number },
): Promise<string> =>
  addDelivery(tenantId, {
    ...about,
    status: about.attempts > 0 ? 'delivered' : 'pending',
    at: new Date(),
  });

/** A tenant with a patient that exists through one session alone, of whom everything was read once. */
async function newWard() {
  const tenantId = await api.newTenant();
  const live = await api.newClient(tenantId);
  await api.caughtUp();
  const patientId = `Ž 7/${randomUUID()}`;
  const sessionId = await openSession(live, patientId);
  const hook = { url: 'http://127.0.0.1:9/hook?token=secret', events: ['session.created'] };
  const { subscription_id: subscriptionId } = (await live('POST', '/v1/admin/webhooks', hook)).body as {
    subscription_id: string;
  };
  await api.caughtUp();
  const nurse = { 'x-svc-on-behalf-of': 'nurse-17' };
  await live('GET', '/v1/sessions');
  await live('GET', at(patientId, '/sessions'), undefined, nurse);
  await live('GET', at(patientId, '/summary'));
  for (const part of ['', '/export', '/history', '/explain', '/state'])
    await live('GET', `/v1/sessions/${sessionId}${part}`);
  await live('POST', '/v1/admin/export', {});
  // Counts wait in memory for some seconds.
  await until('the reads of the state are counted', 10_000, async () => {
    const { rowCount } = await pool.query('SELECT FROM ops.read_counts WHERE tenant_id = $1', [tenantId]);
    return (rowCount ?? 0) > 0;
  });
  return { tenantId, live, patientId, sessionId, subscriptionId };
}

test.serial('every read, export and webhook of a patient that exists through sessions alone', async (t) => {
  const { tenantId, live, patientId, sessionId, subscriptionId } = await newWard();
  const sent = await addWebhook(tenantId, { sessionId, subscriptionId, attempts: 2 });
  await addWebhook(tenantId, { sessionId, subscriptionId, attempts: 0 });
  const other = await openSession(live, 'P-other');
  await addWebhook(tenantId, { sessionId: other, subscriptionId, attempts: 1 });
  await live('GET', `/v1/sessions/${other}/export`);
  const sandbox = await api.newClient(tenantId, { test: true });
  await sandbox('GET', `/v1/sessions/${await openSession(sandbox, patientId)}/export`);
  await settled();

  const answer = await live('GET', disclosuresOf(patientId));
  t.is(answer.status, 200);
  const found = new Map(dataOf(answer).map((one) => [one.action, one]));
  t.deepEqual([...found.keys()].toSorted(), [
    'export.bulk',
    'patient.sessions_viewed',
    'patient.summary_viewed',
    'session.explained',
    'session.exported',
    'session.history_viewed',
    'session.state_viewed',
    'session.viewed',
    'webhook.sent',
  ]);
  t.is(dataOf(answer).length, found.size, 'what is of the other patient, or of the other mode, is not in it');
  t.like(found.get('patient.sessions_viewed'), {
    kind: 'read',
    on_behalf_of: 'nurse-17',
    whole_tenant: false,
  });
  t.like(found.get('session.exported'), {
    kind: 'export',
    actor: { type: 'api_key' },
    on_behalf_of: null,
    subject: { type: 'session', id: sessionId },
    recipient: null,
  });
  t.like(found.get('session.state_viewed'), { count: 1 });
  t.like(found.get('export.bulk'), { kind: 'export', whole_tenant: true });
  t.like(found.get('webhook.sent'), {
    id: sent,
    kind: 'webhook',
    subject: { type: 'session', id: sessionId },
    recipient: {
      subscription_id: subscriptionId,
      host: '127.0.0.1:9',
      event_type: 'session.created',
      status: 'delivered',
      attempts: 2,
    },
  });
  t.false(JSON.stringify(answer.body).includes('token=secret'));
  t.false(JSON.stringify(answer.body).includes(patientId));

  await settled();
  const again = await live('GET', disclosuresOf(patientId, '?include_lists=true'));
  t.is(dataOf(again)[0]?.action, 'patient.disclosures_viewed', 'reading it is itself audited');
  t.true(actionsOf(again).includes('session.list_accessed'));

  await live('DELETE', `/v1/admin/webhooks/${subscriptionId}`);
  await api.caughtUp();
  const gone = dataOf(await live('GET', disclosuresOf(patientId))).find(({ kind }) => kind === 'webhook');
  t.like(gone, { recipient: { subscription_id: subscriptionId, host: null } });
});

test.serial('pages by cursor show each once, within a window, for whoever may ask', async (t) => {
  const { tenantId, live, patientId, sessionId, subscriptionId } = await newWard();
  await addWebhook(tenantId, { sessionId, subscriptionId, attempts: 1 });
  await settled();
  const all = dataOf(await live('GET', disclosuresOf(patientId)));
  const shown: Disclosure[] = [];
  const to = `to=${encodeURIComponent(all[0]?.at ?? '')}`;
  let cursor = '';
  for (let page = 0; page === 0 || cursor !== ''; page += 1) {
    const answer = await live('GET', disclosuresOf(patientId, `?${to}&limit=2&cursor=${cursor}`));
    t.true(dataOf(answer).length <= 2);
    shown.push(...dataOf(answer));
    cursor = nextOf(answer);
  }
  t.deepEqual(
    shown,
    all.filter((one) => one.at < (all[0]?.at ?? '')),
  );
  t.true(shown.length >= 5);
  const from = all[2]?.at ?? '';
  t.deepEqual(
    dataOf(await live('GET', disclosuresOf(patientId, `?from=${encodeURIComponent(from)}&${to}`))),
    shown.filter((one) => one.at >= from),
  );
  const first = await live('GET', disclosuresOf(patientId, '?limit=1'));
  for (const query of [
    `?limit=1&${to}&cursor=${nextOf(first)}`,
    '?limit=0',
    '?format=xml',
    '?include_lists=yes',
  ]) {
    t.is(errorOf(await live('GET', disclosuresOf(patientId, query)))[0], 422, query);
  }
  const reversed = '?from=2026-01-06T00:00:00Z&to=2026-01-05T00:00:00Z';
  t.deepEqual(errorOf(await live('GET', disclosuresOf(patientId, reversed))), [400, 'bad_request']);
  const reader = await api.newClient(tenantId, { scopes: ['patients:read', 'sessions:read'] });
  t.is((await reader('GET', disclosuresOf(patientId))).status, 403);
  const stranger = await api.newClient(await api.newTenant());
  t.is((await stranger('GET', disclosuresOf(patientId))).status, 404);
  const sandbox = await api.newClient(tenantId, { test: true });
  t.is((await sandbox('GET', disclosuresOf(patientId))).status, 404);
});

test.serial(
  'as FHIR R4 each is a valid AuditEvent with the patient as an entity; the next page is linked',
  async (t) => {
    const { tenantId, live, patientId, sessionId, subscriptionId } = await newWard();
    await addWebhook(tenantId, { sessionId, subscriptionId, attempts: 1 });
    await settled();
    const events: AuditEvent[] = [];
    let next: string | undefined = disclosuresOf(patientId, '?format=fhir&limit=3');
    while (next !== undefined) {
      const answer: Answer = await live('GET', next);
      t.is(answer.headers.get('content-type')?.split(';')[0], 'application/fhir+json');
      const bundle = answer.body as Bundle;
      t.deepEqual(problemsOf(bundle), []);
      for (const { resource } of bundle.entry ?? []) {
        t.deepEqual(problemsOf(resource), []);
        events.push(resource as AuditEvent);
      }
      const url = bundle.link?.find(({ relation }) => relation === 'next')?.url;
      next = url === undefined ? undefined : url.slice(new URL(url).origin.length);
    }
    t.true(events.length >= 8);
    t.is(new Set(events.map(({ id }) => id)).size, events.length);
    for (const { entity } of events) {
      t.like(entity?.[0], {
        what: { identifier: { system: 'urn:clinical-triage-service:partner-patient-id', value: patientId } },
        role: { code: '1' },
      });
    }
    const text = JSON.stringify(events);
    t.true(text.includes('"system":"urn:clinical-triage-service:on-behalf-of","value":"nurse-17"'));
    t.true(text.includes('"address":"127.0.0.1:9","type":"1"'));
  },
);

test.serial('an erased patient is not there, with a profile or without', async (t) => {
  const { live, patientId } = await newWard();
  await live('PUT', at(patientId), {});
  await settled();
  t.true(actionsOf(await live('GET', disclosuresOf(patientId))).includes('patient.viewed'));
  t.is((await live('DELETE', at(patientId))).status, 200);
  t.deepEqual(errorOf(await live('GET', disclosuresOf(patientId))), [404, 'not_found']);
});

test.serial('every query reads an index, as the role of the APIs, however long the trail is', async (t) => {
  const tenantId = randomUUID();
  const kinds = PATIENT_READS.length;
  const action = `CASE WHEN n % 20 = 0 THEN ($$\{${PATIENT_READS.join(',')}\}$$::text[])[1 + n % ${kinds}] ELSE 'session.answered' END`;
  await addAuditRows(pool, tenantId, { count: 40_000, action });
  await pool.query(
    `INSERT INTO ops.webhook_messages (event_id, tenant_id, session_id, key_id, body_sealed, created_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), '', now() FROM generate_series(1, 5000)`,
    [tenantId],
  );
  await pool.query('ANALYZE read.audit_rows, ops.webhook_messages');
  const { planOf } = plannerOf(t, api, tenantId);
  const stretch = ['0001-01-01T00:00:00Z', '2026-02-01T00:00:00Z', randomUUID(), 101];
  const subjects = ['subject-40', 'subject-60', 'subject-80'];
  const plans: [index: string, table: string, text: string, ids: string[]][] = [
    ['audit_rows_disclosed', 'audit_rows', READS, subjects],
    ['audit_rows_action', 'audit_rows', WHOLE_TENANT, [...WHOLE_TENANT_READS, ...LISTS]],
    ['webhook_messages_session', 'webhook_messages', SENT, [randomUUID(), randomUUID()]],
  ];
  for (const [index, table, text, ids] of plans) {
    const plan = await planOf(text, [tenantId, ids, ...stretch]);
    t.true(plan.includes(index), plan);
    t.false(plan.includes(`Seq Scan on ${table}`), plan);
  }
});

test.serial('the index has the actions that the query asks for', async (t) => {
  const { rows } = await pool.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE schemaname = 'read' AND indexname = 'audit_rows_disclosed'",
  );
  const [, condition = ''] = (rows[0]?.indexdef ?? '').split(' WHERE ');
  t.deepEqual(
    [...condition.matchAll(/'([a-z_.]+)'/g)].map(([, one]) => one).toSorted(),
    [...PATIENT_READS].toSorted(),
  );
});
