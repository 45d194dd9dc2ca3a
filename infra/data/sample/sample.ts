import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { auditProjection } from '../../../projectors/audit/projection.ts';
import { sessionStepsProjection } from '../../../projectors/session-steps/projection.ts';
import { tokenGrantsProjection } from '../../../projectors/token-grants/projection.ts';
import { usageProjection } from '../../../projectors/usage/projection.ts';
import { canonicalJson } from '../../../shared/crypto/canonical-json.ts';
import type { Signer } from '../../../shared/crypto/signer.ts';
import { datasets } from '../../../shared/datasets/all.ts';
import type { OwnedPool } from '../../../shared/postgres/pool.ts';
import { writeCursor } from '../../../projectors/extracts/cursor.ts';
import { extract } from '../../../projectors/extracts/extract.ts';
import type { Format } from '../../../projectors/extracts/format.ts';
import type { Statement } from '../../../projectors/extracts/manifest.ts';
import { grantRecipient } from '../../../projectors/extracts/recipients.ts';
import { withThrowawayDatabase } from './database.ts';
import { TENANT_ID } from './facts.ts';
import { playInterviews, type Interviews } from './play.ts';
import { YEAR, type SampleOptions } from './settings.ts';
import { bareTables } from './tables.ts';
import { writeYear, type YearEnd } from './year.ts';

export type Phase = 'interviews' | 'days' | 'rows';

type Options = SampleOptions & {
  /** A folder that is empty or not there yet. */
  folder: string;
  format: Format;
  onProgress?: (phase: Phase, done: number, total: number) => void;
};

const RECIPIENT = { tenantId: TENANT_ID, name: 'sample' };
const RECIPIENT_ID = '01940000-0000-7000-8000-0000000000c1';
const SIGNING_KEY_ID = '01940000-0000-7000-8000-0000000000d1';
const GRANTED_AT = new Date(YEAR.from);

/**
 * Writes the extract of a made year, without personal data: interviews that simulated patients have with the real engine, as
 * the read models would hold them, through the code of every extract. The same options give the same bytes. Throws DataError
 * as an extract does.
 */
export async function writeSample(options: Options): Promise<Statement> {
  const { onProgress = () => undefined } = options;
  const interviews = await playInterviews(options, (done, total) => onProgress('interviews', done, total));
  return withThrowawayDatabase((pool) => fill(pool, interviews, { ...options, onProgress }));
}

async function fill(
  pool: OwnedPool,
  interviews: Interviews,
  options: Options & Required<Pick<Options, 'onProgress'>>,
): Promise<Statement> {
  const { seed, onProgress } = options;
  await writeTenant(pool);
  const makeIndexes = await bareTables(pool);
  const client = await pool.connect();
  let end: YearEnd;
  try {
    end = await writeYear(client, interviews, {
      ...options,
      onDay: (day, days) => onProgress('days', day, days),
    });
  } finally {
    client.release();
  }
  await makeIndexes();
  await writeHeads(pool, end);
  await pool.query('ANALYZE');
  const recipient = await grantRecipient(
    pool,
    { ...RECIPIENT, recipientId: RECIPIENT_ID, exactTimes: false, grantedAt: GRANTED_AT },
    (size) => bytesOf(seed, 'pseudonyms').subarray(0, size),
  );
  const until = writeCursor(recipient, {
    log: end.position,
    trail: { [TENANT_ID]: end.seq },
    time: new Date(end.atMs).toISOString(),
  });
  let rows = 0;
  return extract(
    { pool, signer: sampleSigner(seed), log: { lastPosition: () => Promise.resolve(BigInt(end.position)) } },
    {
      ...RECIPIENT,
      folder: options.folder,
      datasets,
      format: options.format,
      since: null,
      until,
      onRows: (_dataset, more) => onProgress('rows', (rows += more), rows),
    },
  );
}

const writeTenant = (pool: OwnedPool) =>
  pool.query(
    `INSERT INTO read.tenants (tenant_id, revision, tier, tier_changed_at, tier_rpm, concurrency_limit, overage_allowed,
                               feature_flags, created_at)
     VALUES ($1, 0, 'enterprise', $2, 1, 1, false, '{}', $2)`,
    [TENANT_ID, GRANTED_AT],
  );

/** What extracts look at to know how far the read models have come. */
async function writeHeads(pool: OwnedPool, { position, seq }: YearEnd): Promise<void> {
  await pool.query("INSERT INTO read.audit_heads (tenant_id, seq, hash) VALUES ($1, $2, '')", [
    TENANT_ID,
    seq,
  ]);
  for (const { name, version } of [
    sessionStepsProjection,
    usageProjection,
    tokenGrantsProjection,
    auditProjection,
  ]) {
    await pool.query(
      `INSERT INTO ops.checkpoints (projection, version, position, event_id, updated_at)
       VALUES ($1, $2, $3, gen_random_uuid(), now())`,
      [name, version, position],
    );
  }
}

const bytesOf = (seed: number, purpose: string): Buffer =>
  createHash('sha256').update(`sample ${seed} ${purpose}`).digest();

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs with a key that follows from the seed: the same bytes each time. Anybody can make it, so it proves nothing. */
function sampleSigner(seed: number): Pick<Signer, 'sign'> {
  const der = Buffer.concat([PKCS8_HEAD, bytesOf(seed, 'signature')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    sign: (statement) =>
      Promise.resolve({
        algorithm: 'Ed25519',
        signing_key_id: SIGNING_KEY_ID,
        public_key: publicKey.toString('base64'),
        value: sign(null, Buffer.from(canonicalJson(statement)), key).toString('base64'),
      }),
  };
}
