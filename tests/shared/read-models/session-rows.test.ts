import { randomUUID } from 'node:crypto';
import test from 'ava';
import { systemRandom, TamperedError, type DataKey } from '../../../shared/crypto/seal.ts';
import { inTransaction, type Sql } from '../../../shared/postgres/pool.ts';
import { destroySubjectKeys, removeSessionRows } from '../../../shared/read-models/erase-sessions.ts';
import {
  complaintHash,
  openBrief,
  openState,
  patientHash,
  sessionRows,
  stateKeyId,
  toSessionRow,
  writeSessionRows,
  type SessionRow,
} from '../../../shared/read-models/session-rows.ts';
import { startDatabase } from '../../support/database.ts';
import { destroyKeys, eraseSession } from '../../support/erasing.ts';
import { isBlocked, overlapping } from '../../support/locks.ts';
import { AT, newSession as newSessionIn, rowOf, tenant, tenantId, tenantKeys } from './sessions.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

const newSession = (chiefComplaint?: string) => newSessionIn(pool, chiefComplaint);

type StoredRow = Omit<SessionRow, 'created_at'> & { created_at: Date; finalized_at: Date | null };
async function readRow(sessionId: string): Promise<StoredRow | undefined> {
  const { rows } = await pool.query<StoredRow>('SELECT * FROM read.sessions WHERE session_id = $1', [
    sessionId,
  ]);
  return rows[0];
}
const revisionOf = async (sessionId: string): Promise<number | undefined> =>
  (await readRow(sessionId))?.revision;

test('a row shows codes and counts, and holds the rest sealed', async (t) => {
  const session = await newSession();
  await writeSessionRows(pool, [rowOf(session)]);
  const row = await readRow(session.state.session_id);
  if (!row) return t.fail();
  t.like(row, {
    tenant_id: tenantId,
    test: false,
    status: 'active',
    revision: 3,
    triage_level: 'urgent',
    complaint: null,
    age_band: '40-64',
    sex: 'female',
    primary_icd: 'X0',
    questions_asked: 1,
    red_flags: ['red_fever'],
    accuracy: null,
    created_at: new Date('2026-01-05T08:00:00.000Z'),
    last_activity_at: new Date('2026-01-05T08:01:00.000Z'),
    timed_out_since: null,
    finalized_at: null,
    state_key_id: session.outcomeKey.keyId,
    complaint_hash: complaintHash(tenant, 'Canary-Complaint '),
    patient_hash: patientHash(tenant, 'canary-patient'),
  });
  t.deepEqual(openState(row, session.outcomeKey.key), session.state);
  t.deepEqual(openBrief(row, session.outcomeKey.key), {
    chief_complaint: 'canary-complaint',
    patient_id: 'canary-patient',
    age: 41,
    primary_diagnosis: 'Disease of fever (female)',
  });
  const { rows } = await pool.query<{ text: string }>(
    `SELECT s::text || convert_from(decode(replace(encode(state_sealed || brief_sealed, 'hex'), '00', ''), 'hex'),
       'LATIN1') AS text FROM read.sessions s WHERE session_id = $1`,
    [session.state.session_id],
  );
  t.true((rows[0]?.text.length ?? 0) > 1_000);
  t.false(rows[0]?.text.includes('canary'));
});

test('every column that may be empty comes back empty, and the others as they were', async (t) => {
  const session = await newSession();
  const { outcome } = session.state;
  await writeSessionRows(pool, [
    rowOf(session, {
      patient_id: null,
      age: null,
      sex: null,
      outcome: { ...outcome, red_flags: [], differentials: [] },
    }),
  ]);
  t.like(await readRow(session.state.session_id), {
    patient_hash: null,
    age_band: 'unknown',
    sex: 'unknown',
    primary_icd: null,
    red_flags: [],
  });

  await writeSessionRows(pool, [
    rowOf(session, {
      revision: 4,
      status: 'finalized',
      complaint: 'chest_pain',
      finalized_at: AT,
      timed_out_since: AT,
      feedback: { accuracy: 'incorrect', actual_diagnosis: null, actual_icd10: null, notes: null },
      outcome: {
        ...outcome,
        red_flags: [
          { flag: 'one', description: '', description_cs: null },
          { flag: 'two', description: '', description_cs: null },
        ],
      },
    }),
  ]);
  t.like(await readRow(session.state.session_id), {
    status: 'finalized',
    complaint: 'chest_pain',
    finalized_at: new Date(AT),
    timed_out_since: new Date(AT),
    accuracy: 'incorrect',
    red_flags: ['one', 'two'],
    patient_hash: patientHash(tenant, 'canary-patient'),
  });
});

test('a newer revision is taken; the same and an older one are passed over', async (t) => {
  const session = await newSession('first');
  const { session_id } = session.state;
  const complaintAt = async () => {
    const row = await readRow(session_id);
    return row && openBrief(row, session.outcomeKey.key).chief_complaint;
  };
  const write = (revision: number, chief_complaint: string) =>
    writeSessionRows(pool, [rowOf(session, { revision, chief_complaint })]);
  await write(3, 'first');
  await write(3, 'same');
  await write(2, 'older');
  t.is(await complaintAt(), 'first');
  await write(7, 'newer');
  t.is(await complaintAt(), 'newer');
  t.is(await revisionOf(session_id), 7);
});

test('writers of one session at once leave the newest', async (t) => {
  const session = await newSession();
  const revisions = [5, 9, 3, 8, 4, 9, 6, 7];
  await Promise.all(revisions.map((revision) => writeSessionRows(pool, [rowOf(session, { revision })])));
  t.is(await revisionOf(session.state.session_id), 9);
});

test('many rows are one statement, of which some may be old', async (t) => {
  const sessions = await Promise.all(Array.from({ length: 5 }, () => newSession()));
  await writeSessionRows(pool, []);
  await writeSessionRows(
    pool,
    sessions.slice(0, 2).map((session) => rowOf(session, { revision: 9 })),
  );
  const rows = sessions.map((session) => rowOf(session, { revision: 5 }));
  await writeSessionRows(pool, rows);
  await writeSessionRows(pool, rows);
  const revisions = await Promise.all(sessions.map(({ state }) => revisionOf(state.session_id)));
  t.deepEqual(revisions, [9, 9, 5, 5, 5]);
});

test('the statement can be a part of another one', async (t) => {
  const session = await newSession();
  const values = sessionRows.values([rowOf(session)]);
  await pool.query(`WITH counted AS (SELECT $1::int + $2::int) ${sessionRows.upsert(3)}`, [1, 2, ...values]);
  t.is(await revisionOf(session.state.session_id), 3);
});

test("a row's sealed parts open in that row and column only, with the key of its latest outcome", async (t) => {
  const [one, two] = [await newSession(), await newSession()];
  const key = one.outcomeKey.key;
  const row = rowOf(one);
  t.notThrows(() => openState(row, key));
  const tampered = (open: () => unknown) => t.throws(open, { instanceOf: TamperedError });
  tampered(() => openState({ ...row, session_id: two.state.session_id }, key));
  tampered(() => openState({ ...row, tenant_id: randomUUID() }, key));
  tampered(() => openState({ ...row, state_sealed: row.brief_sealed }, key));
  tampered(() => openBrief({ ...row, brief_sealed: row.state_sealed }, key));
  tampered(() => openState(row, two.outcomeKey.key));
  const keys = [
    { revision: 0, key_id: 'first' },
    { revision: 4, key_id: 'latest' },
  ];
  t.is(stateKeyId({ ...one.state, outcome_keys: keys }), 'latest');
  t.throws(() => stateKeyId({ ...one.state, outcome_keys: [] }));
});

test('complaints compare without case and outer blanks, patients exactly, and tenants never', (t) => {
  const other = tenantKeys(2);
  t.deepEqual(complaintHash(tenant, ' Bolest HLAVY\n'), complaintHash(tenant, 'bolest hlavy'));
  t.notDeepEqual(complaintHash(tenant, 'bolest hlavy'), complaintHash(tenant, 'bolest  hlavy'));
  t.notDeepEqual(complaintHash(tenant, 'x'), complaintHash(other, 'x'));
  t.notDeepEqual(patientHash(tenant, 'P-1'), patientHash(tenant, 'p-1'));
  t.notDeepEqual(patientHash(tenant, 'x'), complaintHash(tenant, 'x'));
  t.notDeepEqual(patientHash(tenant, 'x'), patientHash(other, 'x'));
});

async function keyState(
  keyId: string,
): Promise<{ wrapped: Buffer | null; erasure_id: string | null } | undefined> {
  const { rows } = await pool.query<{ wrapped: Buffer | null; erasure_id: string | null }>(
    'SELECT wrapped, erasure_id FROM ops.data_keys WHERE key_id = $1',
    [keyId],
  );
  return rows[0];
}

test('erasing takes the row out and destroys every key of the session, once', async (t) => {
  const [session, other] = [await newSession(), await newSession()];
  await writeSessionRows(pool, [rowOf(session), rowOf(other)]);
  const sessionId = session.state.session_id;
  const erasureId = randomUUID();
  const erased = await eraseSession(pool, { sessionId, erasureId, at: AT });
  t.like(erased, {
    keyIds: [session.subjectKey.keyId, session.outcomeKey.keyId].sort(),
    keys: 2,
    sessions: 1,
  });
  t.is(await readRow(sessionId), undefined);
  for (const { keyId } of [session.subjectKey, session.outcomeKey]) {
    t.deepEqual(await keyState(keyId), { wrapped: null, erasure_id: erasureId });
  }
  t.like(await eraseSession(pool, { sessionId, erasureId: randomUUID(), at: AT }), {
    keyIds: [],
    sessions: 0,
  });
  t.like(await keyState(session.subjectKey.keyId), { erasure_id: erasureId }, 'the first erasure stands');
  t.is(await revisionOf(other.state.session_id), 3);
  t.truthy((await keyState(other.outcomeKey.keyId))?.wrapped);
});

test('single keys are destroyed as named, and no others', async (t) => {
  const session = await newSession();
  const erasureId = randomUUID();
  await destroyKeys(pool, { keyIds: [], erasureId, at: AT });
  await destroyKeys(pool, { keyIds: [session.outcomeKey.keyId, randomUUID()], erasureId, at: AT });
  t.like(await keyState(session.outcomeKey.keyId), { wrapped: null, erasure_id: erasureId });
  t.truthy((await keyState(session.subjectKey.keyId))?.wrapped);
});

test('a write that comes after the erasure brings nothing back', async (t) => {
  const [written, unwritten] = [await newSession(), await newSession()];
  await writeSessionRows(pool, [rowOf(written)]);
  for (const { state } of [written, unwritten]) {
    await eraseSession(pool, { sessionId: state.session_id, erasureId: randomUUID(), at: AT });
  }
  const other = await newSession();
  await writeSessionRows(
    pool,
    [written, unwritten, other].map((session) => rowOf(session, { revision: 9 })),
  );
  t.is(await readRow(written.state.session_id), undefined);
  t.is(await readRow(unwritten.state.session_id), undefined);
  t.is(await revisionOf(other.state.session_id), 9);
});

test.serial('an erasure and a write at once leave no row, whichever is first', async (t) => {
  for (const erasesFirst of [true, false]) {
    const session = await newSession();
    const sessionId = session.state.session_id;
    await writeSessionRows(pool, [rowOf(session)]);
    const write = (sql: Sql) => writeSessionRows(sql, [rowOf(session, { revision: 9 })]);
    const erase = (sql: Sql) => eraseSession(sql, { sessionId, erasureId: randomUUID(), at: AT });
    if (erasesFirst) await overlapping(pool, erase, () => write(pool));
    else await overlapping(pool, write, () => erase(pool));
    t.is(await readRow(sessionId), undefined);
  }
});

test.serial('two erasures of one session at once do not lock each other out', async (t) => {
  const session = await newSession();
  const sessionId = session.state.session_id;
  await writeSessionRows(pool, [rowOf(session)]);
  const erasure = { sessionId, erasureId: randomUUID(), at: AT };
  // As the projector does it: first the row, then the keys.
  let other: Promise<unknown> | undefined;
  await inTransaction(pool, async (tx) => {
    await removeSessionRows(tx, [sessionId]);
    other = eraseSession(pool, erasure);
    await isBlocked(pool);
    const one = { type: 'session', subjectId: sessionId, tenantId, cause: 'requested' } as const;
    await destroySubjectKeys(tx, [{ ...erasure, ...one }]);
  });
  const keyIds = [session.subjectKey.keyId, session.outcomeKey.keyId].sort();
  t.like(await other, { keyIds, keys: 2, sessions: 0 });
});

test.serial('a first row that is written while its session is erased does not stay', async (t) => {
  const session = await newSession();
  const sessionId = session.state.session_id;
  const [, erased] = await overlapping(
    pool,
    (tx) => writeSessionRows(tx, [rowOf(session)]),
    () => inTransaction(pool, (tx) => eraseSession(tx, { sessionId, erasureId: randomUUID(), at: AT })),
  );
  t.like(erased, { sessions: 1 });
  t.is(await readRow(sessionId), undefined);
});

test('a row under a key that is lost is a fault', async (t) => {
  const session = await newSession();
  await pool.query('DELETE FROM ops.data_keys WHERE key_id = $1', [session.outcomeKey.keyId]);
  await t.throwsAsync(writeSessionRows(pool, [rowOf(session)]), { message: 'a data key is missing' });
});

const fixed: DataKey = new Uint8Array(32).fill(3);
test('a sealed state is as large as its JSON and no larger', async (t) => {
  const session = await newSession();
  const row = toSessionRow(session.state, { tenantId, tenant, stateKey: fixed, random: systemRandom });
  t.is(row.state_sealed.length, Buffer.byteLength(JSON.stringify(session.state)) + 28);
});
