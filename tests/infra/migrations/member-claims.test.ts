import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { inTransaction, type Sql } from '../../../shared/postgres/pool.ts';
import { startDatabase } from '../../support/database.ts';
import { overlapping } from '../../support/locks.ts';

/**
 * A claim that is given up while somebody else runs into it: its holder has written the member's row by then, so that the
 * other one must find the row, and not a free claim.
 */
const { pool, stop } = await startDatabase();
test.after.always(stop);

const NOW = new Date('2026-01-05T08:00:00.000Z');
type Member = { memberId: string; tenantId: string; emailHash: Buffer };
const newMember = (tenantId: string = randomUUID(), emailHash: Buffer = randomBytes(32)): Member => ({
  memberId: randomUUID(),
  tenantId,
  emailHash,
});

type Outcome = { outcome: string; holder_id: string | null };
const claimed: Outcome = { outcome: 'claimed', holder_id: null };

async function claimInvitation({ tenantId, emailHash, memberId }: Member, limit = 500): Promise<Outcome> {
  const { rows } = await pool.query<Outcome>(
    'SELECT outcome, holder_id FROM ops.claim_invitation($1, $2, $3, $4, $5)',
    [tenantId, emailHash, memberId, limit, NOW],
  );
  return rows[0]!;
}

/** The tenant of the connection is that of the member, as it is in an API. */
const claimAddress = ({ tenantId, emailHash, memberId }: Member): Promise<Outcome> =>
  inTransaction(pool, async (tx) => {
    await tx.query("SELECT set_config('app.tenant_id', $1, true)", [tenantId]);
    const { rows } = await tx.query<Outcome>(
      'SELECT outcome, holder_id FROM ops.claim_address($1, $2, $3, $4)',
      [emailHash, tenantId, memberId, NOW],
    );
    return rows[0]!;
  });

/** What the holder of a claim does: writes the row, then gives the claim up. */
async function writeAndRelease(tx: Sql, { memberId, tenantId, emailHash }: Member, status: string) {
  await tx.query(
    `INSERT INTO read.members (member_id, tenant_id, revision, status, email_hash, profile_sealed, password_sealed, role,
       scopes, is_active, created_at)
     VALUES ($1, $2, 0, $3, $4, '', '', 'viewer', '{}', $5, $6)`,
    [memberId, tenantId, status, emailHash, status === 'active', NOW],
  );
  await tx.query('DELETE FROM ops.member_claims WHERE member_id = $1', [memberId]);
}

const claimsOf = async ({ memberId }: Member): Promise<number | null> =>
  (await pool.query('SELECT 1 FROM ops.member_claims WHERE member_id = $1', [memberId])).rowCount;

test.serial('an invitation whose claim is given up meanwhile is found', async (t) => {
  const first = newMember();
  const second = newMember(first.tenantId, first.emailHash);
  t.deepEqual(await claimInvitation(first), claimed);
  const [, found] = await overlapping(
    pool,
    (tx) => writeAndRelease(tx, first, 'invited'),
    () => claimInvitation(second),
  );
  t.deepEqual(found, { outcome: 'invited', holder_id: first.memberId });
  t.is(await claimsOf(second), 0, 'it keeps no claim');
});

test.serial('an address whose claim is given up meanwhile is taken, in whatever tenant', async (t) => {
  const first = newMember();
  const second = newMember(undefined, first.emailHash);
  t.deepEqual(await claimAddress(first), claimed);
  const [, found] = await overlapping(
    pool,
    (tx) => writeAndRelease(tx, first, 'active'),
    () => claimAddress(second),
  );
  t.deepEqual(found, { outcome: 'taken', holder_id: first.memberId });
  t.is(await claimsOf(second), 0, 'it keeps no claim');
});

test.serial('claims are busy, taken again by their holder, and full where the team is', async (t) => {
  const first = newMember();
  const second = newMember(first.tenantId, first.emailHash);
  t.deepEqual(await claimInvitation(first), claimed);
  t.deepEqual(await claimInvitation(first), claimed);
  t.deepEqual(await claimInvitation(second), { outcome: 'busy', holder_id: null });
  t.deepEqual(await claimInvitation(newMember(first.tenantId), 1), { outcome: 'full', holder_id: null });
  t.deepEqual(await claimAddress(first), claimed);
  t.deepEqual(await claimAddress(second), { outcome: 'busy', holder_id: null });
});
