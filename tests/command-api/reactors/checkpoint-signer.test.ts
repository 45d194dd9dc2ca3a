import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { Registry } from 'prom-client';
import { MAX_UNCOVERED_MS } from '../../../command-api/reactors/checkpoint-signer.ts';
import { auditProjection } from '../../../projectors/audit/projection.ts';
import { rebuild } from '../../../projectors/rebuild/rebuild.ts';
import {
  brokenCheckpoint,
  CHECKPOINT_EVERY_ROWS,
  readCheckpoints,
  signPlaces,
  trustedKeys,
} from '../../../shared/audit/checkpoints.ts';
import { chainHash } from '../../../shared/read-models/audit-rows.ts';
import { startAuditWorld } from '../../infra/audit/world.ts';
import { wipe } from '../../support/projecting.ts';
import { newRunner } from '../../support/running-projections.ts';
import { until } from '../../support/until.ts';
import { recordRebuild, saveTrail } from '../../../infra/audit/evidence.ts';

/** Who signs the audit trail, when, and that the projection holds its rows to it. */
const audit = await startAuditWorld();
const { pool, log, signer, world, clock } = audit;
test.after.always(audit.stop);

/** The clock of whoever signs, and of whoever writes. */
function later(ms: number): void {
  clock.at = new Date(clock.at.getTime() + ms);
  world.advance(ms);
}

const signedOf = async (tenantId: string) =>
  (await readCheckpoints(log, tenantId)).flatMap((checkpoint) => checkpoint ?? []);
const placesOf = async (tenantId: string): Promise<number[]> =>
  (await signedOf(tenantId)).map(({ statement }) => statement.seq);
const ask = (tenantId: string) =>
  pool.query('INSERT INTO ops.audit_checkpoint_requests (tenant_id, requested_at) VALUES ($1, $2)', [
    tenantId,
    clock.at,
  ]);
const hashAt = async (tenantId: string, seq: number): Promise<string | undefined> => {
  const query = "SELECT encode(hash, 'hex') AS hash FROM read.audit_rows WHERE tenant_id = $1 AND seq = $2";
  return (await pool.query<{ hash: string }>(query, [tenantId, seq])).rows[0]?.hash;
};

test.serial('each thousandth row is signed, what was asked for, and what has waited for a day', async (t) => {
  const checkpointSigner = audit.newCheckpointSigner();
  const [tenantId, quiet] = [await world.registerTenant(), await world.registerTenant()];
  await audit.look(tenantId, 2 * CHECKPOINT_EVERY_ROWS + 100);
  t.is(await checkpointSigner.runOnce(), 2);
  t.deepEqual(await placesOf(tenantId), [CHECKPOINT_EVERY_ROWS, 2 * CHECKPOINT_EVERY_ROWS]);
  t.is(await checkpointSigner.runOnce(), 0);

  await ask(tenantId);
  await ask('00000000-0000-4000-8000-00000000000f');
  t.is(await checkpointSigner.runOnce(), 1);
  const last = 2 * CHECKPOINT_EVERY_ROWS + 102;
  t.is((await placesOf(tenantId)).at(-1), last);
  await ask(tenantId);
  t.is(await checkpointSigner.runOnce(), 0, 'nothing has happened since');
  t.is((await pool.query('SELECT 1 FROM ops.audit_checkpoint_requests')).rowCount, 0);

  t.deepEqual(await placesOf(quiet), []);
  later(MAX_UNCOVERED_MS + 10_000);
  t.is(await checkpointSigner.runOnce(), 1);
  t.deepEqual(await placesOf(quiet), [2]);
  await audit.look(quiet, 1);
  t.is(await checkpointSigner.runOnce(), 0, 'a row of now waits for its day');
  later(MAX_UNCOVERED_MS);
  t.is(await checkpointSigner.runOnce(), 1);
  t.deepEqual(await placesOf(quiet), [2, 3]);

  await audit.project();
  const keys = trustedKeys(await signer.publicKeys());
  for (const id of [tenantId, quiet]) {
    const signed = await signedOf(id);
    t.is(brokenCheckpoint(signed, id, keys), null);
    for (const { statement } of signed) t.is(await hashAt(id, statement.seq), statement.hash);
  }
  const kept = await pool.query('SELECT 1 FROM read.audit_rows WHERE action ~ $1', ['checkpoint']);
  t.is(kept.rowCount, 0, 'a checkpoint has no row, which would call for the next one');
});

test.serial(
  'after a restart the signer goes on from its saved state, and from the beginning where that was tampered with',
  async (t) => {
    const tenantId = await world.registerTenant();
    await audit.look(tenantId, 500);
    const first = audit.newCheckpointSigner();
    await first.runOnce();
    const saved = await pool.query<{ sealed: Buffer }>('SELECT sealed FROM ops.audit_witness');
    t.is(saved.rowCount, 1);
    t.false(saved.rows[0]?.sealed.includes(Buffer.from(tenantId)), 'it is sealed');
    await audit.look(tenantId, 500);
    t.is(await audit.newCheckpointSigner().runOnce(), 1);
    t.deepEqual(await placesOf(tenantId), [CHECKPOINT_EVERY_ROWS]);

    await pool.query("UPDATE ops.audit_witness SET sealed = sealed || '\\x00'");
    await audit.look(tenantId, 1);
    await ask(tenantId);
    t.is(await audit.newCheckpointSigner().runOnce(), 1);
    const signed = await signedOf(tenantId);
    t.is(signed.at(-1)?.statement.seq, 1_003);
    await audit.project();
    t.is(await hashAt(tenantId, 1_003), signed.at(-1)?.statement.hash);
  },
);

test.serial(
  'the signer reads from the log only what no subscription of its process has received',
  async (t) => {
    let reads = 0;
    const checkpointSigner = audit.newCheckpointSigner({
      ...log,
      readAll: async function* (after) {
        for await (const event of log.readAll(after)) {
          reads += 1;
          yield event;
        }
      },
    });
    const tenantId = await world.registerTenant();
    await checkpointSigner.runOnce();
    const runs: [number, number][] = [];
    const run = async (): Promise<void> => {
      reads = 0;
      await ask(tenantId);
      runs.push([await checkpointSigner.runOnce(), reads]);
    };
    await audit.look(tenantId, 700);
    await run();
    await audit.look(tenantId, 700);
    await audit.project();
    await run();
    // The first of these is missed by the subscription that brings the second one.
    await audit.look(tenantId, 1);
    const stopping = new AbortController();
    let last: bigint | null = null;
    for await (const { position } of log.readAll(null)) last = position;
    await audit.look(tenantId, 1);
    await log.subscribe(last, stopping.signal)[Symbol.asyncIterator]().next();
    stopping.abort();
    await run();
    // Each checkpoint comes back from the log as well.
    t.deepEqual(runs, [
      [1, 700],
      [2, 0],
      [1, 4],
    ]);
    await audit.project();
    for (const { statement } of await signedOf(tenantId)) {
      t.is(await hashAt(tenantId, statement.seq), statement.hash);
    }
    await pool.query("UPDATE ops.audit_witness SET sealed = sealed || '\\x00'");
    await ask(tenantId);
    t.is(await audit.newCheckpointSigner().runOnce(), 0, 'following all of the log leads to the same state');
  },
);

test.serial(
  'checkpoints of the command and of the signer form one chain, also after a change of key',
  async (t) => {
    const checkpointSigner = audit.newCheckpointSigner();
    const tenantId = await world.registerTenant();
    await checkpointSigner.runOnce();
    const [one, again] = [await audit.sign(tenantId), await audit.sign(tenantId)];
    t.deepEqual(one, again, 'what is signed is not signed twice');
    const [old] = await signer.publicKeys();
    later(1_000);
    const made = await signer.rotate();
    await audit.look(tenantId, 3);
    await ask(tenantId);
    t.is(await checkpointSigner.runOnce(), 1);
    const signed = await signedOf(tenantId);
    t.deepEqual(
      signed.map(({ signature }) => signature.signing_key_id),
      [old?.signing_key_id, made.signing_key_id],
    );
    t.is(brokenCheckpoint(signed, tenantId, trustedKeys(await signer.publicKeys())), null);
    t.like(brokenCheckpoint(signed, tenantId, trustedKeys([made])), { number: 1 });
  },
);

const parked = async (): Promise<string[]> => {
  const query = "SELECT error_code FROM ops.parked_events WHERE projection = 'audit'";
  return (await pool.query<{ error_code: string }>(query)).rows.map((row) => row.error_code);
};

test.serial(
  'a trail that was rewritten is not chained to: the projection stops until it is rebuilt',
  async (t) => {
    const tenantId = await world.registerTenant();
    await audit.look(tenantId, 4);
    await audit.project();
    const before = await hashAt(tenantId, 6);
    // The last row as a careful forger leaves it, head and all: nothing in the rows shows it.
    const { rows } = await pool.query<{ canonical: string; previous_hash: Buffer }>(
      'SELECT canonical, previous_hash FROM read.audit_rows WHERE tenant_id = $1 AND seq = 6',
      [tenantId],
    );
    const canonical = rows[0]?.canonical.replace('member-1', 'member-2') ?? '';
    const hash = chainHash(rows[0]?.previous_hash ?? Buffer.alloc(0), canonical);
    const values = [tenantId, hash];
    await pool.query(
      "UPDATE read.audit_rows SET canonical = $3, actor_id = 'member-2', hash = $2 WHERE tenant_id = $1 AND seq = 6",
      [...values, canonical],
    );
    await pool.query('UPDATE read.audit_heads SET hash = $2 WHERE tenant_id = $1', values);
    await audit.sign(tenantId);
    const registry = new Registry();
    const runner = newRunner(audit, [auditProjection], { registry });
    await runner.start();
    await until('the gauge of the alert tells of it', 10_000, async () =>
      /^triage_audit_trail_changed\{projection="audit"\} 1$/m.test(await registry.metrics()),
    );
    await runner.stop();
    t.deepEqual(await parked(), ['AuditMismatchError']);

    // What was changed is kept as it stood: the rebuild removes the trace of it.
    const evidence = await saveTrail(audit, path.join(audit.folder(), 'evidence'));
    await rebuild({ ...audit, projections: [auditProjection], check: false });
    await audit.project();
    t.deepEqual(await parked(), []);
    t.is(await hashAt(tenantId, 6), before);
    const rowsFile = path.join(evidence.folder, 'database', 'read.audit_rows.copy');
    t.true(readFileSync(rowsFile, 'utf8').includes(hash.toString('hex')));
    const parkedFile = path.join(evidence.folder, 'database', 'ops.parked_events.copy');
    t.regex(readFileSync(parkedFile, 'utf8'), /AuditMismatchError/);
    const list = readFileSync(path.join(evidence.folder, 'evidence.json'));
    t.is(createHash('sha256').update(list).digest('hex'), evidence.sha256);
    await t.throwsAsync(saveTrail(audit, evidence.folder), { message: /is not empty/ });
    await recordRebuild(audit);
    const { rows: left } = await pool.query(
      "SELECT 1 FROM ops.access_intake WHERE tenant_id = $1 AND action = 'audit.rebuilt' AND actor_type = 'operator'",
      [tenantId],
    );
    t.is(left.length, 1);
    await pool.query("DELETE FROM ops.access_intake WHERE action = 'audit.rebuilt'");

    // A head that does not fit its row, and a row that does not fit its checkpoint: found with the next event.
    for (const table of ['audit_heads', 'audit_rows']) {
      const where = `tenant_id = $1 AND seq = ${table === 'audit_rows' ? 6 : 'seq'}`;
      const kept = await pool.query<{ hash: Buffer }>(`SELECT hash FROM read.${table} WHERE ${where}`, [
        tenantId,
      ]);
      await pool.query(`UPDATE read.${table} SET hash = sha256('x') WHERE ${where}`, [tenantId]);
      await audit.look(tenantId, 1);
      await t.throwsAsync(audit.project(undefined, 300), undefined, table);
      t.deepEqual(await parked(), ['AuditMismatchError']);
      await pool.query(`UPDATE read.${table} SET hash = $2 WHERE ${where}`, [tenantId, kept.rows[0]?.hash]);
      await audit.project();
      t.deepEqual(await parked(), []);
    }
  },
);

test.serial('a rebuild that does not reproduce a checkpoint ends without a switch', async (t) => {
  await wipe(pool);
  const store = await audit.forgedStore(() => []);
  const own = { ...audit, log: store.log };
  const tenantId = '00000000-0000-4000-8000-000000000001';
  await audit.look(tenantId, 5, store.log);
  await audit.project(store.log);
  const head = {
    seq: 5,
    hash: 'ab'.repeat(32),
    event_id: tenantId,
    position: '5',
    root: 'ab'.repeat(32),
    peaks: [],
  };
  await signPlaces(own, tenantId, { last: { number: 0, seq: 0, digest: '0'.repeat(64) }, places: [head] });
  await pool.query('UPDATE ops.checkpoints SET position = position + 1');
  await t.throwsAsync(rebuild({ ...own, projections: [auditProjection], check: true }), {
    name: 'AuditMismatchError',
  });
  await t.throwsAsync(rebuild({ ...own, projections: [auditProjection], check: false }), {
    name: 'AuditMismatchError',
  });
  t.is((await pool.query('SELECT 1 FROM read.audit_rows')).rowCount, 5);
  await store.stop();
});
