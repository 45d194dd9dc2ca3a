import test from 'ava';
import { exportTrail } from '../../../infra/audit/export.ts';
import { verifyTrails } from '../../../infra/audit/verify.ts';
import { followChain, newChain } from '../../../shared/audit/chain.ts';
import { readCheckpoints } from '../../../shared/audit/checkpoints.ts';
import { sealJson, systemRandom } from '../../../shared/crypto/seal.ts';
import { metadataOf } from '../../../shared/event-log/stored-event.ts';
import { auditStream } from '../../../shared/event-log/streams.ts';
import { runVerifier, startAuditWorld } from './world.ts';

/** A trail that was signed before there was a tree stays verifiable, and goes on with one. */
const audit = await startAuditWorld();
const { log, codec, signer, pool, world, clock } = audit;
test.after.always(audit.stop);

async function chainOf(tenantId: string) {
  const chain = newChain();
  for await (const stored of log.readAll(null)) {
    if (metadataOf(stored).tenant_id === tenantId) followChain(chain, stored);
  }
  return chain;
}

/** A checkpoint of the end of a trail as it was made before: version 1 of event and statement. */
async function signAsBefore(tenantId: string): Promise<void> {
  const { last, checkpoint } = await chainOf(tenantId);
  if (!last) throw new Error('the tenant has no trail');
  const at = clock.at.toISOString();
  const { number, digest: previous } = checkpoint;
  const statement = { v: 1 as const, tenant_id: tenantId, number: number + 1, ...last, at, previous };
  const [event] = codec.encode(
    [{ type: 'audit-checkpoint-signed', data: { statement, signature: await signer.sign(statement) } }],
    {
      stream: auditStream(tenantId),
      commandId: last.event_id,
      keys: {},
      tokensCharged: 0,
      metadata: {
        tenant_id: tenantId,
        actor: { type: 'system', id: 'audit-witness' },
        request_id: last.event_id,
        causation_id: null,
        engine_version: null,
        occurred_at: at,
        test: false,
      },
    },
  );
  if (!event) throw new Error('there is no event');
  const old = { ...event, metadata: { ...event.metadata, schema_version: 1 } };
  await log.append(auditStream(tenantId), 'any', [old]);
}

const verdictOf = async (tenantId: string) => {
  const [verdict] = await verifyTrails(audit, { tenantIds: [tenantId], againstLog: false, waitMs: 0 });
  return verdict;
};
const versionsOf = async (tenantId: string): Promise<(number | undefined)[]> =>
  (await readCheckpoints(log, tenantId)).map((checkpoint) => checkpoint?.statement.v);

async function newOldTrail(): Promise<string> {
  const tenantId = await world.registerTenant();
  await audit.look(tenantId, 5);
  await signAsBefore(tenantId);
  await audit.look(tenantId, 3);
  await signAsBefore(tenantId);
  await audit.project();
  return tenantId;
}

test.serial('what was signed before is verified as before, with what came since', async (t) => {
  const tenantId = await newOldTrail();
  t.like(await verdictOf(tenantId), { intact: true, checkpoints: 2, covered: 10 });
  await audit.look(tenantId, 2);
  t.like(await verdictOf(tenantId), { broken: { problem: 'the rows end before the log', missing: 2 } });
  await audit.project();
  t.like(await verdictOf(tenantId), { intact: true, rows: 12 });
});

test.serial('the command goes on with a tree over all rows, and the export of both is intact', async (t) => {
  const tenantId = await newOldTrail();
  t.is((await audit.sign(tenantId))?.statement.v, 1, 'what is covered is not signed again');
  await audit.look(tenantId, 1);
  const upTo = await audit.sign(tenantId);
  t.like(upTo?.statement, { v: 2, number: 3, seq: 11, tree_size: 11 });
  t.deepEqual(await versionsOf(tenantId), [1, 1, 2]);
  await audit.project();
  t.like(await verdictOf(tenantId), { intact: true, checkpoints: 3, covered: 11 });
  const folder = audit.folder();
  await exportTrail(audit, { tenantId, folder, upTo });
  const { code, text } = await runVerifier(folder);
  t.is(code, 0, text);
});

test.serial(
  'the signer goes on with a tree, also from a state that it saved before there was one',
  async (t) => {
    const tenantId = await newOldTrail();
    const { last, checkpoint } = await chainOf(tenantId);
    const before = {
      position: last?.position,
      at: { stream: auditStream(tenantId), revision: 0, event_id: last?.event_id },
      chains: [[tenantId, { last, checkpoint, uncovered_since: null, due: [] }]],
    };
    const { seal } = await audit.serviceKeys();
    await pool.query(
      "INSERT INTO ops.audit_witness (name, sealed, updated_at) VALUES ('audit-witness', $1, now())",
      [sealJson(seal, 'audit-witness', before, systemRandom)],
    );
    const checkpointSigner = audit.newCheckpointSigner();
    await audit.look(tenantId, 2);
    await pool.query('INSERT INTO ops.audit_checkpoint_requests (tenant_id, requested_at) VALUES ($1, $2)', [
      tenantId,
      clock.at,
    ]);
    t.is(await checkpointSigner.runOnce(), 1);
    t.deepEqual(await versionsOf(tenantId), [1, 1, 2]);
    await audit.project();
    t.like(await verdictOf(tenantId), { intact: true, checkpoints: 3, covered: 12 });
  },
);
