import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createAccessIntake } from '../../command-api/reactors/access-intake.ts';
import { createCountedReads } from '../../command-api/reactors/counted-reads.ts';
import { auditProjection } from '../../projectors/audit/projection.ts';
import { createReadCounter, MAX_WAITING } from '../../shared/audit/read-counter.ts';
import { accessStream } from '../../shared/event-log/streams.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import { AUDITED_ACTIONS } from '../../shared/read-models/audit-actions.ts';
import { clientOf, startApi } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';
import { startProjections } from '../support/running-projections.ts';
import { until } from '../support/until.ts';
import { addAuditRows, digestOf, newMember, withoutTrailer } from './support.ts';

/** The trail as FHIR, and the reads that are counted. */
/** The middle of a minute, so that all reads of a test are of one. */
const NOW = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 30_000);
const api = await startApi({ now: () => NOW });
const { runtime } = api;
const { pool, log } = runtime;
const projections = await startProjections(runtime, [auditProjection]);
const intake = createAccessIntake({ ...runtime, reportFact: () => undefined });
test.after.always(async () => {
  await projections.stop();
  await api.stop();
});

async function newCaller() {
  const tenantId = await api.newTenant();
  const rawKey = await api.newKey(tenantId);
  await projections.caughtUp();
  return { tenantId, client: clientOf(api.baseUrl, rawKey) };
}

/** As far as it is looked at; FHIR's own types are checked where it is made. */
type Resource = {
  resourceType: string;
  id: string;
  extension: { url: string; valueString: string }[];
  type: Coding;
  subtype: Coding[];
  action: string;
  recorded: string;
  outcome: string;
  agent: { requestor: unknown; who: Who; network?: { type: string; address: string } }[];
  source: { observer: Who };
  entity: { what: Who; detail: { type: string; valueString: string }[] }[];
};
type Coding = { system?: string; code?: string };
type Who = { identifier: { system: string; value: string } };

const FIELDS = [
  'resourceType', 'id', 'extension', 'type', 'subtype', 'action', 'recorded', 'outcome', 'agent', 'source', 'entity',
]; // oxfmt-ignore
const isCoding = ({ system = '', code = '' }: Coding): boolean =>
  /^(http:\/\/|urn:)\S+$/.test(system) && /^\S+$/.test(code);
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isWho = ({ identifier }: Who): boolean => isText(identifier.system) && isText(identifier.value);

/** The rules of FHIR R4 for an AuditEvent: what has to be there, of which kind, and nothing unknown beside it. */
function faultsOf(resource: Resource): string[] {
  const rules: Record<string, boolean> = {
    resourceType: resource.resourceType === 'AuditEvent',
    id: /^[A-Za-z0-9\-.]{1,64}$/.test(resource.id),
    unknown: Object.keys(resource).every((name) => FIELDS.includes(name)),
    type: isCoding(resource.type),
    subtype: resource.subtype.every(isCoding),
    recorded: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(resource.recorded),
    action: ['C', 'R', 'U', 'D', 'E'].includes(resource.action),
    outcome: ['0', '4', '8', '12'].includes(resource.outcome),
    agent:
      resource.agent.length === 1 &&
      resource.agent.every(({ requestor, who }) => requestor === true && isWho(who)),
    network: resource.agent.every(
      ({ network }) => network === undefined || (network.type === '2' && isText(network.address)),
    ),
    source: isWho(resource.source.observer),
    entity: resource.entity.every(
      ({ what, detail }) =>
        isWho(what) && detail.every(({ type, valueString }) => isText(type) && isText(valueString)),
    ),
    extension: resource.extension.every(
      ({ url, valueString }) => isText(url) && /^[0-9a-f]{64}$/.test(valueString),
    ),
  };
  return Object.entries(rules).flatMap(([name, isKept]) => (isKept ? [] : [name]));
}

test('the export as FHIR R4 has an AuditEvent a row, whatever was done, and the trailer as Parameters', async (t) => {
  const tenantId = await api.newTenant();
  const rawKey = await api.newKey(tenantId);
  const actions = AUDITED_ACTIONS.map((action) => `'${action}'`).join(', ');
  await projections.caughtUp();
  const { rows: heads } = await pool.query<{ seq: number }>(
    'SELECT seq FROM read.audit_heads WHERE tenant_id = $1',
    [tenantId],
  );
  const from = (heads[0]?.seq ?? 0) + 1;
  await addAuditRows(pool, tenantId, {
    from,
    count: AUDITED_ACTIONS.length,
    action: `(ARRAY[${actions}])[n - ${from - 1}]`,
    requestId: `'=1+1'`,
  });
  const answer = await fetchDescribed(`${api.baseUrl}/v1/admin/audit-log/export?format=fhir`, {
    headers: { authorization: `Bearer ${rawKey}` },
  });
  t.is(answer.headers.get('content-type'), 'application/fhir+ndjson');
  const { content, trailer } = withoutTrailer(await answer.text(), '\n');
  const resources = content
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Resource);
  const count = from - 1 + AUDITED_ACTIONS.length;
  t.is(resources.length, count);
  for (const resource of resources) t.deepEqual(faultsOf(resource), [], JSON.stringify(resource));
  const codesOf = (resource: Resource | undefined) => [
    resource?.type.code,
    resource?.action,
    resource?.outcome,
  ];
  const of = (action: string) => resources.slice(from - 1).find(({ subtype }) => subtype[0]?.code === action);
  t.deepEqual(codesOf(of('auth.failed')), ['110114', 'E', '4']);
  t.deepEqual(codesOf(of('patient.viewed')), ['110110', 'R', '0']);
  t.deepEqual(codesOf(of('session.erased')), ['110110', 'D', '0']);
  t.deepEqual(codesOf(of('export.audit')), ['110106', 'E', '0']);
  t.deepEqual(codesOf(of('key.created')), ['110113', 'C', '0']);
  t.deepEqual(codesOf(of('tenant.tier_changed')), ['110100', 'U', '0']);
  const last = JSON.parse(trailer) as { resourceType: string; parameter: Record<string, unknown>[] };
  t.is(last.resourceType, 'Parameters');
  t.like(Object.fromEntries(last.parameter.map(({ name, ...value }) => [name, Object.values(value)[0]])), {
    count,
    digest: digestOf(content),
    chain_position: count,
    chain_hash: digestOf(String(count)),
  });
});

const LATER_MS = 80_000;

test.serial(
  'reads of state and results are counted by actor, session and minute, and stand in the trail',
  async (t) => {
    const { tenantId, client } = await newCaller();
    const testKey = await api.newClient(tenantId, { test: true });
    const { client: member, memberId } = await newMember(api, tenantId, 'viewer');
    const opened = await testKey('POST', '/v1/sessions', {
      chief_complaint: 'headache',
      sex: 'female',
      age: 40,
    });
    const sessionId = (opened.body as { session_id: string }).session_id;
    for (let reads = 0; reads < 3; reads += 1) await testKey('GET', `/v1/sessions/${sessionId}/state`);
    await testKey('GET', `/v1/sessions/${sessionId}/results`);
    await member('GET', `/v1/sessions/${sessionId}/state`);
    t.is(
      (await client('GET', `/v1/sessions/${sessionId}/state`)).status,
      404,
      'what is not shown is not counted',
    );
    const total = async (): Promise<number> =>
      (
        await pool.query<{ n: number }>(
          'SELECT coalesce(sum(count), 0) AS n FROM ops.read_counts WHERE tenant_id = $1',
          [tenantId],
        )
      ).rows[0]?.n ?? 0;
    await until('the counts', 8_000, async () => (await total()) === 5);

    const early = createCountedReads({ pool, now: () => NOW });
    t.is(await early.runOnce(), 0, 'the minute is not over');
    const late = createCountedReads({ pool, now: () => new Date(NOW.getTime() + LATER_MS) });
    t.is(await late.runOnce(), 3);
    t.is(await total(), 0);
    await intake.runOnce();
    const events = [];
    for await (const event of log.readStream(accessStream(tenantId), 0)) events.push(event);
    const counted = events.filter(({ type }) => type === 'reads-counted');
    t.deepEqual(
      counted.map(({ metadata }) => (metadata as { test: boolean }).test),
      [true, true, true],
    );
    await projections.caughtUp();
    const { rows } = await pool.query(
      `SELECT action, subject_id, actor_type, count FROM read.audit_rows
     WHERE tenant_id = $1 AND action LIKE 'session.%viewed' ORDER BY actor_type, action`,
      [tenantId],
    );
    const subject_id = sessionId;
    t.deepEqual(rows, [
      { action: 'session.results_viewed', subject_id, actor_type: 'api_key', count: 1 },
      { action: 'session.state_viewed', subject_id, actor_type: 'api_key', count: 3 },
      { action: 'session.state_viewed', subject_id, actor_type: 'member', count: 1 },
    ]);
    const listed = await client(
      'GET',
      `/v1/admin/audit-log/events?actor_id=${memberId}&action=session.state_viewed`,
    );
    t.like((listed.body as { data: object[] }).data[0], {
      count: 1,
      subject: { type: 'session', id: sessionId },
    });
  },
);

test('counts wait for a database that is away, within a bound, and are written at the end', async (t) => {
  const tenantId = randomUUID();
  const written: unknown[][] = [];
  let isDown = true;
  const query = ({ values }: { values: unknown[] }) => {
    if (isDown) return Promise.reject(new Error('away'));
    written.push(values);
    return Promise.resolve({ rows: [] });
  };
  const counter = createReadCounter({ poolOf: () => ({ query }) as unknown as Pool, newId: randomUUID });
  const call = {
    caller: { tenantId, actor: { type: 'api_key', id: 'key' }, test: false } as never,
    requestId: 'r',
    ip: '203.0.113.7',
    now: new Date('2026-01-05T08:00:30.000Z'),
  };
  const read = (sessionId: string) => counter.count(call, { action: 'session.state_viewed', sessionId });
  read('a');
  read('a');
  await counter.flush();
  for (let session = 1; session < MAX_WAITING; session += 1) read(`s${session}`);
  t.throws(() => read('one more'), { message: /out of reach/ });
  isDown = false;
  await counter.stop();
  t.is(written.length, 1);
  const [tenant, ...columns] = written[0] as string[];
  const [minutes = [], , , , sessions = [], , counts = []] = columns.map(
    (items) => JSON.parse(`[${items.slice(1, -1)}]`) as unknown[],
  );
  t.is(tenant, tenantId);
  t.is(sessions.length, MAX_WAITING);
  t.is(counts[sessions.indexOf('a')], 2);
  t.is(minutes[0], '2026-01-05T08:00:00.000Z');
  read('later');
  await counter.room();
  t.is(written.length, 1, 'there is room');
  for (let session = 0; session < MAX_WAITING / 2; session += 1) read(`n${session}`);
  await counter.room();
  t.is(written.length, 2);
});
