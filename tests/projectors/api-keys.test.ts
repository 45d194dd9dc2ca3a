import test from 'ava';
import { expiryAt } from '../../command-api/api-keys/input.ts';
import { executeOnApiKey } from '../../command-api/api-keys/aggregate.ts';
import { identityOf } from '../../command-api/api-keys/raw-key.ts';
import { SCOPES, type Scope } from '../../domain/api-key/events.ts';
import type { ApiKeyCommand } from '../../domain/api-key/index.ts';
import { apiKeysProjection } from '../../projectors/api-keys/projection.ts';
import { openApiKeyName, type ApiKeyRow } from '../../shared/read-models/api-key-rows.ts';
import { startDatabase } from '../support/database.ts';
import { createProjecting, type Projecting } from '../support/projecting.ts';

const database = await startDatabase();
test.after.always(database.stop);
const { pool } = database;

const by = { scopes: SCOPES, expiresAt: null, test: null };
const oneByOne = { limits: { maxEvents: 1, lingerMs: 0, maxQueued: 10 } };

/** A key that was changed and rotated twice, by commands that wrote its row through. */
async function twiceRotated({ world, log, codec, dataKeys }: Projecting) {
  const tenantId = await world.registerTenant();
  const ids = ['a', 'b', 'c'].map(() => world.nextId());
  const [first, second, third] = ids.map((id) => identityOf(`svc_live_${id}`, id)) as [
    ReturnType<typeof identityOf>,
    ReturnType<typeof identityOf>,
    ReturnType<typeof identityOf>,
  ];
  const parts = {
    pool,
    poolOf: () => pool,
    log,
    codec,
    dataKeys,
    random: (size: number) => Buffer.alloc(size, 5),
    now: world.now,
    newId: world.nextId,
  };
  const execute = (command: ApiKeyCommand) =>
    executeOnApiKey(parts, { lineageId: first.key_id, test: false }, command, {
      commandId: world.nextId(),
      tenantId,
      actor: { type: 'operator', id: 'cli' },
      requestId: 'r',
      ip: null,
      now: world.now(),
      deadline: null,
      test: false,
    });
  const time = expiryAt(world.now());
  const scopes: Scope[] = ['sessions:read', 'admin:read'];
  const limits = { rate_limit_rpm: 60, tier_rpm: 30, test: false, expires_at: null };
  await execute({ kind: 'create', by, ...time, ...first, name: 'Ward 3', scopes, ...limits });
  await execute({ kind: 'rotate', key_id: first.key_id, by, ...time, successor: second, expires_at: null });
  await execute({
    kind: 'update',
    key_id: second.key_id,
    by,
    at: time.at,
    changes: { name: 'Ward 4', scopes: ['admin:read'] },
  });
  await execute({ kind: 'rotate', key_id: second.key_id, by, ...time, successor: third, expires_at: null });
  const keys = await dataKeys.tenantKeys(pool, tenantId);
  const rows = async () => {
    const stored = await pool.query<ApiKeyRow>('SELECT * FROM read.api_keys');
    return stored.rows.map(({ name_sealed, ...row }) => ({
      ...row,
      name: openApiKeyName({ ...row, name_sealed }, keys),
    }));
  };
  return { first, second, third, rows };
}

test.serial('a projector that comes late changes nothing, and brings no old key back', async (t) => {
  const projecting = await createProjecting(pool);
  const { first, second, third, rows } = await twiceRotated(projecting);
  const written = await rows();
  t.is(written.length, 1);
  t.like(written[0], {
    lineage_id: first.key_id,
    key_id: third.key_id,
    replaced_key_id: second.key_id,
    key_hash: Buffer.from(third.key_hash, 'hex'),
    revision: 5,
    name: 'Ward 4',
    scopes: ['admin:read'],
    rate_limit_rpm: 60,
    tier_rpm: 30,
    is_active: true,
    revoked_at: null,
  });
  await projecting.project([apiKeysProjection], oneByOne);
  t.deepEqual(await rows(), written);
});

test.serial('the log alone gives the same row, whatever the batches are', async (t) => {
  const projecting = await createProjecting(pool);
  const { rows } = await twiceRotated(projecting);
  const written = await rows();
  for (const options of [oneByOne, {}]) {
    await pool.query('TRUNCATE read.api_keys, ops.checkpoints');
    await projecting.project([apiKeysProjection], options);
    t.deepEqual(await rows(), written);
  }
});
