import { randomUUID } from 'node:crypto';
import test from 'ava';
import { decide } from '../../domain/session/decider.ts';
import {
  evolve,
  isOpen,
  noSession,
  type OpenSession,
  type SessionState,
} from '../../domain/session/state.ts';
import { seededRandom } from '../../infra/bench/load/random.ts';
import { openingCommand } from '../../infra/bench/load/transcripts.ts';
import type { QueryDeps } from '../../query-api/kernel/deps.ts';
import { listSessions } from '../../query-api/sessions/list.ts';
import { API_ROLE } from '../../shared/api/serve.ts';
import { createDataKeys, storeKeys, subjectKeyId, tenantKeyId } from '../../shared/crypto/data-keys.ts';
import { localMasterKeys, singleKeyRing } from '../../shared/crypto/master-keys.ts';
import { systemRandom } from '../../shared/crypto/seal.ts';
import type { RouteContext } from '../../shared/http/route-types.ts';
import { createPool } from '../../shared/postgres/pool.ts';
import { createTenantPools } from '../../shared/postgres/tenant-pools.ts';
import { toSessionRow, writeSessionRows } from '../../shared/read-models/session-rows.ts';
import { fakeEngine } from '../support/fake-engine.ts';
import { startDatabase } from '../support/database.ts';

/** The list against a plain search through what is stored: every filter, every page, each kind of caller. */
const database = await startDatabase();
const pool = createPool({
  databaseUrl: database.databaseUrl,
  name: 'list',
  maxConnections: 4,
  role: API_ROLE,
});
const random = seededRandom(5);
const now = new Date('2026-01-20T12:00:00.000Z');
const dataKeys = createDataKeys(
  localMasterKeys(singleKeyRing(Buffer.alloc(32, 1).toString('base64'))),
  systemRandom,
);
const poolOf = createTenantPools(pool);
const route = listSessions({
  poolOf,
  dataKeys,
  engine: fakeEngine,
  newId: randomUUID,
} as unknown as QueryDeps);

const opened = decide(noSession, openingCommand(random), fakeEngine).reduce<SessionState>(
  (folded, event, revision) =>
    evolve(folded, { event, eventId: '', revision, at: now.toISOString(), keys: { outcome: '' } }),
  noSession,
);

const FLAG = { flag: 'rf_alarm', description: 'An alarm', description_cs: 'Varování' };

function newSession(keyId: string): OpenSession {
  if (!isOpen(opened)) throw new Error('an opened session is open');
  // Few instants, so that ids decide the order as well.
  const at = new Date(Date.UTC(2026, 0, random.between(1, 9), random.between(0, 1) * 23)).toISOString();
  const isFinalized = random.next() < 0.5;
  return {
    ...opened,
    session_id: randomUUID(),
    test: random.next() < 0.4,
    status: isFinalized ? 'finalized' : 'active',
    // A text may be the code of its own complaint, of another one, or of none.
    complaint: random.pick(['headache', 'fever', null]),
    chief_complaint: random.pick(['headache', ' Headache ', 'fever', 'my head hurts']),
    patient_id: random.pick(['anna', 'bert', null]),
    outcome: {
      ...opened.outcome,
      triage_level: random.pick(['emergency', 'urgent', 'routine']),
      red_flags: random.next() < 0.4 ? [FLAG] : [],
    },
    outcome_keys: [{ revision: 0, key_id: keyId }],
    created_at: at,
    last_activity_at: at,
    finalized_at: isFinalized ? at : null,
  };
}

async function fill(tenantId: string, count: number): Promise<OpenSession[]> {
  const owner = { tenantId, subjectId: tenantId, now };
  await storeKeys(database.pool, owner, [await dataKeys.make(tenantKeyId(tenantId), 'tenant')]);
  const tenant = await dataKeys.tenantKeys(database.pool, tenantId);
  const sessions: OpenSession[] = [];
  const rows = [];
  for (let made = 0; made < count; made += 1) {
    const key = await dataKeys.make(subjectKeyId(randomUUID()), 'outcome');
    await storeKeys(database.pool, owner, [key]);
    const session = newSession(key.keyId);
    sessions.push(session);
    rows.push(toSessionRow(session, { tenantId, tenant, stateKey: key.key, random: systemRandom }));
  }
  await writeSessionRows(database.pool, rows);
  return sessions;
}

const tenantId = randomUUID();
const ours = await fill(tenantId, 120);
await fill(randomUUID(), 30);
test.after.always(async () => {
  await pool.end();
  await database.stop();
});

type Query = Record<string, string>;
type List = { total: number; data: { session_id: string; chief_complaint: string }[] };

async function ask(query: Query, mode: boolean | null): Promise<List> {
  const caller = { tenantId, test: mode, actor: { type: 'member', id: 'm' } };
  const context = {
    query: route.query?.parse(query),
    caller,
    now,
    requestId: 'r',
    onBehalfOf: null,
    ip: '198.51.100.7',
  };
  const { body } = await route.handler(context as unknown as RouteContext<never, never, never>);
  return body as List;
}

const plain = (text: string): string => text.trim().toLowerCase();

function expected(query: Query, mode: boolean | null): string[] {
  const { status, patient_id, chief_complaint, triage_level, red_flags, date_from, date_to } = query;
  return ours
    .filter((one) => mode === null || one.test === mode)
    .filter((one) => status === undefined || one.status === status)
    .filter((one) => patient_id === undefined || one.patient_id === patient_id)
    .filter((one) => triage_level === undefined || triage_level.split(',').includes(one.outcome.triage_level))
    .filter((one) => red_flags === undefined || one.outcome.red_flags.length > 0)
    .filter(
      (one) =>
        chief_complaint === undefined ||
        one.complaint === chief_complaint ||
        plain(one.chief_complaint) === plain(chief_complaint),
    )
    .filter((one) => date_from === undefined || one.created_at.slice(0, 10) >= date_from)
    .filter((one) => date_to === undefined || one.created_at.slice(0, 10) <= date_to)
    .sort((a, b) => (a.created_at + a.session_id < b.created_at + b.session_id ? 1 : -1))
    .map((one) => one.session_id);
}

const FILTERS: Query[] = [
  {},
  { status: 'finalized' },
  { patient_id: 'anna' },
  { patient_id: 'nobody' },
  { chief_complaint: 'headache' },
  { chief_complaint: '  HEADACHE' },
  { chief_complaint: 'fever' },
  { chief_complaint: 'my head hurts' },
  { chief_complaint: 'nothing of the kind' },
  { date_from: '2026-01-04' },
  { triage_level: 'emergency' },
  { triage_level: 'emergency_ambulance,urgent', chief_complaint: 'headache' },
  { red_flags: 'any' },
  { red_flags: 'any', triage_level: 'urgent', status: 'active' },
  { date_to: '2026-01-04' },
  { date_from: '2026-01-03', date_to: '2026-01-06', status: 'active' },
  { chief_complaint: 'headache', status: 'finalized', date_from: '2026-01-03', patient_id: 'bert' },
];

for (const filter of FILTERS) {
  test(`the list of ${JSON.stringify(filter)} is complete, in order and nobody else’s`, async (t) => {
    for (const mode of [true, false, null]) {
      const wanted = expected(filter, mode);
      const found: string[] = [];
      for (let offset = 0; offset <= wanted.length; offset += 7) {
        const page = await ask({ ...filter, limit: '7', offset: String(offset) }, mode);
        t.is(page.total, wanted.length);
        found.push(...page.data.map((one) => one.session_id));
      }
      t.deepEqual(found, wanted);
    }
  });
}

test('the filters of this test find something, and not everything', (t) => {
  const counts = FILTERS.map((filter) => expected(filter, null).length);
  t.deepEqual(
    counts.map((count, index) => (count === 0 ? index : null)).filter((index) => index !== null),
    [3, 8],
  );
  t.true(counts.slice(1).every((count) => count < ours.length));
});
