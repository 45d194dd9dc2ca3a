import { createHash, randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import test from 'ava';
import type { PoolClient } from 'pg';
import { exportTrail } from '../../../infra/audit/export.ts';
import { verifyTrails, type TenantVerdict } from '../../../infra/audit/verify.ts';
import { createSigner } from '../../../shared/crypto/signer.ts';
import { localMasterKeys, singleKeyRing } from '../../../shared/crypto/master-keys.ts';
import { CHECKPOINT_EVERY_ROWS, lastOf, signPlaces } from '../../../shared/audit/checkpoints.ts';
import { namesText, timeText } from '../../../shared/audit/column-text.ts';
import type { EventLog } from '../../../shared/event-log/event-log.ts';
import type { StoredEvent } from '../../../shared/event-log/stored-event.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import { blame as blameIn, rechain as rechainIn } from './forging.ts';
import { changeLines, positionKey, runVerifier, startAuditWorld } from './world.ts';

/**
 * Everything that somebody with the database, the event store or an export in hand can do to a trail. DRILL=full lengthens
 * it.
 */
const audit = await startAuditWorld();
const { pool, log, signer, world } = audit;
const tenantId = await world.registerTenant();
const sessionId = await world.open(tenantId);
for (const text of ['yes', 'no', 'yes']) await world.answer(sessionId, text);
await audit.look(tenantId, process.env['DRILL'] === 'full' ? 20_000 : 6);
const other = await world.registerTenant();
const checkpoint = await audit.sign(tenantId);
// Three rows that no checkpoint covers.
await world.answer(sessionId, 'no');
await audit.look(tenantId, 2);
await audit.project();
const SIGNED = checkpoint?.statement.seq ?? 0;
const LAST = SIGNED + 3;
const CHECKPOINTS = checkpoint?.statement.number ?? 0;
/** Where the first checkpoint stands: of a short trail it is the only one. */
const FIRST_SIGNED = Math.min(SIGNED, CHECKPOINT_EVERY_ROWS);
const exported = audit.folder();
await exportTrail(audit, { tenantId, folder: exported, upTo: checkpoint });
test.after.always(audit.stop);

type Options = { againstLog?: boolean; log?: EventLog; sql?: PoolClient };
async function verdictOf(options: Options = {}): Promise<TenantVerdict> {
  // What a transaction has changed, nobody else sees yet.
  const { sql } = options;
  const own = sql && { pool: sql as unknown as Pool, apiPoolOf: () => sql };
  const parts = { pool, apiPoolOf: audit.apiPoolOf, ...own, log: options.log ?? log, signer };
  const [verdict] = await verifyTrails(parts, {
    tenantIds: [tenantId],
    againstLog: options.againstLog ?? false,
    waitMs: 0,
  });
  if (!verdict) throw new Error('there is no verdict');
  return verdict;
}

/** Looks at rows that were changed, and puts them back. */
async function changed<T>(
  change: (client: PoolClient) => Promise<unknown>,
  look: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await change(client);
    return await look(client);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** What verifying says of the rows alone, and the verifier of an export that is made of them. */
async function verdictAndExport(sql: PoolClient) {
  const rows = await verdictOf({ sql });
  const folder = audit.folder();
  const ownPool = sql as unknown as typeof pool;
  await exportTrail(
    { ...audit, pool: ownPool, apiPoolOf: () => ownPool },
    { tenantId, folder, upTo: checkpoint, waitMs: 0 },
  );
  return { rows, verifier: await runVerifier(folder) };
}

const blame = (client: PoolClient, seq: number) => blameIn(client, tenantId, seq);
const rechain = (client: PoolClient, from: number) => rechainIn(client, tenantId, from);
const remove = (client: PoolClient, seq: number) =>
  client.query('DELETE FROM audit_rows WHERE tenant_id = $1 AND seq = $2', [tenantId, seq]);
/** Shifts the places of what stands from `seq` on. */
async function shift(client: PoolClient, seq: number, by: 1 | -1): Promise<void> {
  await client.query('UPDATE audit_rows SET seq = -seq - $3 WHERE tenant_id = $1 AND seq >= $2', [
    tenantId,
    seq,
    by,
  ]);
  await client.query('UPDATE audit_rows SET seq = -seq WHERE tenant_id = $1 AND seq < 0', [tenantId]);
}
async function insert(client: PoolClient, seq: number): Promise<void> {
  await client.query(
    `INSERT INTO audit_rows SELECT (jsonb_populate_record(r, jsonb_build_object('seq', $2::bigint, 'event_id', $3::uuid,
       'canonical', replace(canonical, event_id::text, $3::text)))).*
     FROM audit_rows r WHERE tenant_id = $1 AND seq = 2`,
    [tenantId, seq, randomUUID()],
  );
}
async function swap(client: PoolClient, a: number, b: number): Promise<void> {
  const move = 'UPDATE audit_rows SET seq = $3 WHERE tenant_id = $1 AND seq = $2';
  for (const [from, to] of [
    [a, 0],
    [b, a],
    [0, b],
  ])
    await client.query(move, [tenantId, from, to]);
}

test.serial('times and names are compared as the database writes them', async (t) => {
  const lists = [[], ['age'], ['age', 'sex'], ['a b', 'c,d'], ['"q"', 'b\\s', '{x}'], ['', 'null', 'č/1']];
  for (const names of lists) {
    const { rows } = await pool.query<{ text: string }>('SELECT $1::text[]::text AS text', [names]);
    t.deepEqual([{ text: namesText(names) }], rows);
  }
  for (const fraction of ['.000', '.100', '.120', '.123', '.003']) {
    const at = `2026-10-20T10:00:00${fraction}Z`;
    const query = "SELECT ($1::timestamptz AT TIME ZONE 'UTC')::text AS text";
    t.deepEqual([{ text: timeText(at) }], (await pool.query<{ text: string }>(query, [at])).rows);
  }
});

test.serial('an untouched trail is intact, with and without the log, and so is its export', async (t) => {
  const verdict = await verdictOf({ againstLog: true });
  t.like(verdict, {
    intact: true,
    rows: LAST,
    checkpoints: CHECKPOINTS,
    covered: SIGNED,
    against_log: true,
    broken: null,
  });
  const { code, text } = await runVerifier(exported);
  t.is(code, 0, text);
  t.true(text.startsWith(`intact: ${SIGNED} rows and ${CHECKPOINTS} checkpoints of tenant ${tenantId}`));
});

const ROW_CHANGES: [what: string, change: (client: PoolClient) => Promise<unknown>, problem: string, seq: number][] = [
  ['a column is changed', (c) => c.query("UPDATE audit_rows SET action = 'key.created' WHERE tenant_id = $1 AND seq = 3", [tenantId]), 'columns differ from the canonical content', 3],
  ['a count is put in', (c) => c.query('UPDATE audit_rows SET count = 3 WHERE tenant_id = $1 AND seq = 3', [tenantId]), 'columns differ from the canonical content', 3],
  ['a row is changed', (c) => blame(c, 4), 'hash does not fit the content', 4],
  ['a row is changed and given its hash', async (c) => { await blame(c, 4); await c.query("UPDATE audit_rows SET hash = sha256(previous_hash || convert_to(canonical, 'UTF8')) WHERE tenant_id = $1 AND seq = 4", [tenantId]); }, 'does not follow on the row before it', 5],
  ['a row says nothing and the chain is rewritten', async (c) => { await c.query("UPDATE audit_rows SET canonical = 'null' WHERE tenant_id = $1 AND seq = 4", [tenantId]); await rechain(c, 4); }, 'columns differ from the canonical content', 4],
  ['a row is changed and the chain rewritten', async (c) => { await blame(c, 4); await rechain(c, 4); }, 'differs from its signed checkpoint', FIRST_SIGNED],
  ['a row is deleted', (c) => remove(c, 5), 'a row is missing', 5],
  ['a row is deleted and the chain closed', async (c) => { await remove(c, 5); await shift(c, 6, -1); await rechain(c, 5); }, 'differs from its signed checkpoint', FIRST_SIGNED],
  ['a row is inserted and the chain rewritten', async (c) => { await shift(c, 5, 1); await insert(c, 5); await rechain(c, 5); }, 'differs from its signed checkpoint', FIRST_SIGNED],
  ['two rows are swapped', (c) => swap(c, 5, 6), 'does not follow on the row before it', 5],
  ['two rows are swapped and the chain rewritten', async (c) => { await swap(c, 5, 6); await rechain(c, 5); }, 'differs from its signed checkpoint', FIRST_SIGNED],
  ['the end is cut off', (c) => remove(c, LAST), 'the trail ends before its head', LAST],
  ['the end is cut off behind the head', (c) => c.query('UPDATE audit_heads SET seq = seq - 1, hash = (SELECT previous_hash FROM audit_rows r WHERE r.tenant_id = $1 AND r.seq = audit_heads.seq) WHERE tenant_id = $1', [tenantId]), 'rows stand behind the head', LAST],
  ['the end is cut off before the last checkpoint, and the head moved', async (c) => { await c.query('DELETE FROM audit_rows WHERE tenant_id = $1 AND seq >= $2', [tenantId, SIGNED]); await rechain(c, SIGNED); }, 'the trail ends before its last checkpoint', SIGNED],
  ['the head is removed', (c) => c.query('DELETE FROM audit_heads WHERE tenant_id = $1', [tenantId]), 'the head is missing', 1],
  ['everything is removed', (c) => c.query('WITH h AS (DELETE FROM audit_heads WHERE tenant_id = $1) DELETE FROM audit_rows WHERE tenant_id = $1', [tenantId]), 'the trail ends before its last checkpoint', 1],
]; // oxfmt-ignore

for (const [what, change, problem, seq] of ROW_CHANGES) {
  test.serial(`${what}: found in the rows, and in an export that is made of them`, async (t) => {
    const { rows, verifier } = await changed(change, verdictAndExport);
    t.like(rows, { intact: false, broken: { where: 'rows', problem, seq } });
    t.is(verifier.code, 1, verifier.text);
    t.regex(verifier.text, /^BROKEN: /);
  });
}

const LATE_CHANGES: [what: string, change: (client: PoolClient) => Promise<unknown>, problem: string, seq: number][] = [
  ['a row is changed', async (c) => { await blame(c, LAST - 1); await rechain(c, LAST - 1); }, 'the row differs from its event in the log', LAST - 1],
  ['a row is deleted', async (c) => { await remove(c, LAST - 1); await shift(c, LAST, -1); await rechain(c, LAST - 1); }, 'the row is missing, the log has its event', LAST - 1],
  ['a row is inserted', async (c) => { await shift(c, LAST, 1); await insert(c, LAST); await rechain(c, LAST); }, 'the event is missing from the log', LAST],
  ['a row is put behind the end', async (c) => { await insert(c, LAST + 1); await rechain(c, LAST + 1); }, 'the log ends before the trail', LAST + 1],
  ['two rows are swapped', async (c) => { await swap(c, LAST - 1, LAST); await rechain(c, LAST - 1); }, 'rows stand in another order than the log', LAST - 1],
  ['the end is cut off', async (c) => { await remove(c, LAST); await rechain(c, LAST); }, 'the rows end before the log', LAST],
]; // oxfmt-ignore

for (const [what, change, problem, seq] of LATE_CHANGES) {
  test.serial(
    `since the last checkpoint ${what} and the chain rewritten: found by the log's end`,
    async (t) => {
      const verdicts = await changed(change, async (sql) => [
        await verdictOf({ sql }),
        await verdictOf({ sql, againstLog: true }),
      ]);
      for (const verdict of verdicts) {
        t.like(verdict, { intact: false, broken: { where: 'log', problem, seq } });
      }
    },
  );
}

test.serial('checkpoints cannot be changed, dropped or made up', async (t) => {
  const change = (text: string) => changed((client) => client.query(text, [tenantId]), verdictAndExport);
  const notThose = 'the stored checkpoints are not those of the log';
  for (const text of [
    'UPDATE audit_checkpoints SET statement = replace(statement, \'"number":1\', \'"number":2\') WHERE tenant_id = $1',
    "UPDATE audit_checkpoints SET statement = 'x' WHERE tenant_id = $1",
    'DELETE FROM audit_checkpoints WHERE tenant_id = $1',
  ]) {
    const { rows, verifier } = await change(text);
    t.like(rows, { intact: false, broken: { where: 'checkpoints', number: 1, problem: notThose } });
    t.is(verifier.code, 1);
  }
  const without = await audit.forgedStore((events) =>
    events.filter(({ stream }) => !stream.startsWith('audit-')),
  );
  t.like(await verdictOf({ log: without.log }), { broken: { number: 1, problem: notThose } });
  await without.stop();

  // The subtrees are not signed, but have to make the root that is.
  const otherPeaks = await audit.forgedStore((events) =>
    events.map((event) =>
      event.stream === `audit-${tenantId}`
        ? {
            ...event,
            data: { ...event.data, peaks: ['ab'.repeat(32), ...(event.data['peaks'] as string[]).slice(1)] },
          }
        : event,
    ),
  );
  t.like(await verdictOf({ log: otherPeaks.log }), {
    broken: { number: 1, problem: 'the subtrees of a checkpoint do not make its root' },
  });
  await otherPeaks.stop();

  // A key of the forger's own, put into the database under a master key that is not ours.
  const foreign = localMasterKeys(singleKeyRing(Buffer.alloc(32, 8).toString('base64')));
  const client = await pool.connect();
  await client.query('BEGIN');
  const forger = createSigner({
    pool: { query: client.query.bind(client), connect: () => pool.connect() },
    masterKeys: foreign,
    now: () => new Date('2027-01-01'),
    newId: randomUUID,
  });
  const made = await forger.rotate();
  const forged = await audit.forgedStore((events) => events);
  const own = {
    ...audit,
    log: forged.log,
    signer: {
      ...forger,
      sign: async (statement: object) => ({
        ...(await signer.sign({ ...statement, hash: 'ab' })),
        signing_key_id: made.signing_key_id,
      }),
    },
  };
  const place = {
    seq: SIGNED + 1,
    hash: 'cd'.repeat(32),
    event_id: randomUUID(),
    position: '3',
    root: 'cd'.repeat(32),
    peaks: [],
  };
  if (!checkpoint) return t.fail();
  await signPlaces(own, tenantId, { last: lastOf(checkpoint), places: [place] });
  await client.query('UPDATE ops.checkpoints SET position = position + 10');
  const verdict = await verdictOf({ sql: client, log: forged.log });
  t.like(verdict, {
    broken: { number: CHECKPOINTS + 1, problem: 'a checkpoint is not signed by this installation' },
  });
  await client.query('ROLLBACK');
  client.release();
  await forged.stop();
});

const isAnswer = ({ type }: { type: string }): boolean => type === 'session-answered';
const FORGERIES: [what: string, change: (events: StoredEvent[]) => StoredEvent[], problem: RegExp][] = [
  ['an event is changed', (events) => events.map((event) => event.type === 'session-answered' && event.revision === 1 ? { ...event, data: { ...event.data, question_id: 'x' } } : event), /^the row differs from its event in the log$/],
  ['an event is deleted', (events) => { const at = events.findIndex(isAnswer); return events.toSpliced(at, 1); }, /^the event is missing from the log$/],
  ['an event is inserted', (events) => { const at = events.findIndex(isAnswer); return events.toSpliced(at, 0, { ...(events[at] as StoredEvent), eventId: randomUUID() }); }, /^the row is missing, the log has its event$/],
  ['two events are swapped', (events) => { const at = events.findIndex(({ stream }) => stream.startsWith('access-')); const [a, b] = [events[at], events[at + 1]] as [StoredEvent, StoredEvent]; return events.toSpliced(at, 2, b, a); }, /^rows stand in another order than the log$/],
  ['the end is cut off', (events) => events.slice(0, -1), /^the log ends before the trail$/],
]; // oxfmt-ignore

for (const [what, change, problem] of FORGERIES) {
  test.serial(`${what} in an event store that was made anew: found`, async (t) => {
    const store = await audit.forgedStore(change);
    const verdict = await verdictOf({ log: store.log, againstLog: true });
    await store.stop();
    t.false(verdict.intact);
    t.is(verdict.broken?.where, 'log');
    t.regex(verdict.broken?.problem ?? '', problem);
  });
}

test.serial(
  "the event store's file is changed, a record in it removed, its end cut off: found",
  async (t) => {
    const events: StoredEvent[] = [];
    for await (const event of log.readAll(null)) events.push(event);
    const answer = events.find(isAnswer);
    const last = events.at(-1);
    if (!answer || !last) return t.fail();
    const changed = await audit.tamperedFiles(async (records) => {
      const key = positionKey(answer.position);
      const bytes = Buffer.from(records.get(key) ?? []);
      // One character of what is sealed: its length and everything else stay.
      const at = bytes.indexOf('"d":"') + 20;
      bytes.writeUInt8(bytes.readUInt8(at) === 65 ? 66 : 65, at);
      await records.put(key, bytes);
    });
    t.like((await verdictOf({ log: changed.log, againstLog: true })).broken, {
      problem: 'the row differs from its event in the log',
      event_id: answer.eventId,
    });
    await changed.stop();
    const removed = await audit.tamperedFiles(async (records) => {
      await records.remove(positionKey(answer.position));
    });
    t.like((await verdictOf({ log: removed.log, againstLog: true })).broken, {
      problem: 'the event is missing from the log',
    });
    await removed.stop();
    const cut = await audit.tamperedFiles(async (records) => {
      await records.remove(positionKey(last.position));
    });
    t.like((await verdictOf({ log: cut.log, againstLog: true })).broken, {
      problem: 'the log ends before the trail',
      seq: LAST,
    });
    await cut.stop();
  },
);

const edit = (lines: string[], at: number, from: string, to: string): string[] =>
  lines.with(at, (lines[at] ?? '').replace(from, to));
const FOLDER_CHANGES: [what: string, change: (folder: string) => void][] = [
  ['a row is changed', (f) => changeLines(f, 'rows.ndjson', (lines) => edit(lines, 3, '\\"id\\":\\"', '\\"id\\":\\"x'))],
  ['a row is deleted', (f) => changeLines(f, 'rows.ndjson', (lines) => lines.toSpliced(3, 1))],
  ['a row is inserted', (f) => changeLines(f, 'rows.ndjson', (lines) => lines.toSpliced(3, 0, lines[3] ?? ''))],
  ['rows are swapped', (f) => changeLines(f, 'rows.ndjson', (lines) => [...lines.slice(1, 2), ...lines.slice(0, 1), ...lines.slice(2)])],
  ['the end is cut off', (f) => changeLines(f, 'rows.ndjson', (lines) => lines.slice(0, -1))],
  ['a row is no JSON', (f) => changeLines(f, 'rows.ndjson', (lines) => lines.with(2, '{'))],
  ['a checkpoint is changed', (f) => changeLines(f, 'checkpoints.ndjson', (lines) => edit(lines, 0, '"seq":', '"seq":1'))],
  ['the checkpoints are dropped', (f) => changeLines(f, 'checkpoints.ndjson', () => [])],
  ['the manifest is changed', (f) => changeLines(f, 'manifest.json', (lines) => lines.map((line) => line.replace(/"checkpoints": \d+/, '"checkpoints": 99')))],
  ['a key is changed', (f) => changeLines(f, 'public-keys.json', (lines) => lines.map((line) => line.replace('"signing_key_id": "', '"signing_key_id": "0')))],
  ['the blanks of a row are changed', (f) => changeLines(f, 'rows.ndjson', (lines) => edit(lines, 3, '{"seq"', '{ "seq"'))],
]; // oxfmt-ignore

for (const [what, change] of FOLDER_CHANGES) {
  test.serial(`${what} in an exported folder: found with Node alone`, async (t) => {
    const folder = audit.folder();
    cpSync(exported, folder, { recursive: true });
    change(folder);
    const { code, text } = await runVerifier(folder);
    t.is(code, 1, text);
    t.regex(text, /^BROKEN: /);
  });
}

test.serial(
  'an export stands only with the key that its reader knows, and with what was signed before',
  async (t) => {
    const [key] = await signer.publicKeys();
    const fingerprint = createHash('sha256')
      .update(Buffer.from(key?.public_key ?? '', 'base64'))
      .digest('hex');
    t.is((await runVerifier(exported, ['--key', fingerprint])).code, 0);
    const stranger = await runVerifier(exported, ['--key', 'ab'.repeat(32)]);
    t.is(stranger.code, 1);
    t.true(stranger.text.includes('none of the keys'));

    const later = audit.folder();
    const newest = await audit.sign(tenantId);
    await audit.project();
    await exportTrail(audit, { tenantId, folder: later, upTo: newest });
    t.is((await runVerifier(later, ['--earlier', exported])).code, 0);
    const backwards = await runVerifier(exported, ['--earlier', later]);
    t.is(backwards.code, 1);
    t.true(backwards.text.includes('does not stand in this export'), backwards.text);
    t.like(await verdictOf(), { intact: true, checkpoints: CHECKPOINTS + 1, covered: LAST });
    await audit.sign(other);
  },
);
