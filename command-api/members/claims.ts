import { DomainError } from '../../domain/kernel/errors.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { releasing } from '../kernel/claims.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/** Rules over many members (infra/migrations/0006_members.sql), claimed before the append that needs them. */

type ClaimDeps = Pick<CommandDeps, 'poolOf'>;
type Claimant = { tenantId: string; memberId: string; now: Date };

/** Members of a team, open invitations included: far above any team of the largest tier. */
const MAX_TEAM = 500;

export type AddressClaim =
  | { outcome: 'claimed' }
  /** Another member is claiming it just now. */
  | { outcome: 'busy' }
  | { outcome: 'taken'; holder: { memberId: string; tenantId: string; isVerified: boolean; since: Date } };

/** Claims an address over all tenants, so that it never belongs to two active members. Release it afterwards. */
export async function claimAddress(
  { poolOf }: ClaimDeps,
  { tenantId, memberId, now, emailHash }: Claimant & { emailHash: Uint8Array },
): Promise<AddressClaim> {
  const { rows } = await poolOf(tenantId).query<{
    outcome: AddressClaim['outcome'];
    holder_id: string;
    holder_tenant_id: string;
    holder_is_verified: boolean;
    holder_since: Date;
  }>('SELECT * FROM ops.claim_address($1, $2, $3, $4)', [emailHash, tenantId, memberId, now]);
  const row = only(rows);
  if (row.outcome !== 'taken') return { outcome: row.outcome };
  return {
    outcome: 'taken',
    holder: {
      memberId: row.holder_id,
      tenantId: row.holder_tenant_id,
      isVerified: row.holder_is_verified,
      since: row.holder_since,
    },
  };
}

/** `holderId` is the member who has, or was sent an invitation to, the place already. */
export type InvitationClaim =
  | { outcome: 'claimed' | 'busy' | 'full' }
  | { outcome: 'member' | 'invited'; holderId: string };

/** Claims a place in a team for an address. Release it afterwards where it was claimed. */
export async function claimInvitation(
  { poolOf }: ClaimDeps,
  { tenantId, memberId, now, emailHash }: Claimant & { emailHash: Uint8Array },
): Promise<InvitationClaim> {
  const { rows } = await poolOf(tenantId).query<{
    outcome: InvitationClaim['outcome'];
    holder_id: string;
  }>('SELECT * FROM ops.claim_invitation($1, $2, $3, $4, $5)', [
    tenantId,
    emailHash,
    memberId,
    MAX_TEAM,
    now,
  ]);
  const { outcome, holder_id: holderId } = only(rows);
  return outcome === 'member' || outcome === 'invited' ? { outcome, holderId } : { outcome };
}

export const teamIsFull = (): DomainError =>
  new DomainError('limit_reached', `A team holds at most ${MAX_TEAM} members and open invitations.`);

/**
 * Claims that the team loses this member as an owner. Asked for every member who is demoted or deactivated, since
 * whether it is an owner may change at the same moment. Throws 409 where no owner would be left.
 */
export async function claimOwnerLoss(
  { poolOf }: ClaimDeps,
  { tenantId, memberId, now }: Claimant,
): Promise<void> {
  const { rows } = await poolOf(tenantId).query<{ claimed: boolean }>(
    'SELECT ops.claim_owner_loss($1, $2, $3) AS claimed',
    [tenantId, memberId, now],
  );
  if (!only(rows).claimed) throw new ApiError('conflict', 'The team must keep an owner.');
}

/**
 * Runs what was claimed for and releases the member's claims. Where it is not known whether the append took place, the
 * claims are left to lapse: a projector may still show it.
 */
export async function withClaims<T>(
  { poolOf }: ClaimDeps,
  { tenantId, memberId }: Omit<Claimant, 'now'>,
  work: () => Promise<T>,
): Promise<T> {
  return releasing(work, () =>
    poolOf(tenantId).query('DELETE FROM ops.member_claims WHERE tenant_id = $1 AND member_id = $2', [
      tenantId,
      memberId,
    ]),
  );
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('a claim answered nothing');
  return row;
}
