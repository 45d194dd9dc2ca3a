import { createHmac } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Role } from '../../domain/member/index.ts';
import { deriveKey, sha256, type DataKey } from '../../shared/crypto/seal.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { invitationMail } from '../kernel/mail-templates.ts';
import type { Mail } from '../../shared/mail/mail.ts';
import { emailHash } from '../../shared/read-models/member-rows.ts';
import { openTenantName } from '../../shared/read-models/tenant-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import type { CommandOrigin } from '../kernel/command-origin.ts';
import { executeOnMember } from './aggregate.ts';
import { claimInvitation, teamIsFull, withClaims } from './claims.ts';

/** An invitation is good for 7 days. */
const INVITATION_MS = 7 * 86_400_000;

export type InvitationDeps = Pick<
  CommandDeps,
  'pool' | 'poolOf' | 'log' | 'codec' | 'dataKeys' | 'serviceKeys' | 'random' | 'now' | 'dashboardUrl'
>;

export type NewInvitation = { email: string; name: string; role: Role };
export type Invited = { memberId: string; mail: Mail };

/**
 * The token in the link: 256 bits that follow from the tenant's key and the command's id, so that a repeated command
 * gives the same one without any place where it is stored.
 */
const tokenOf = (tenantKey: DataKey, commandId: string): string =>
  createHmac('sha256', deriveKey(tenantKey, 'invitation')).update(commandId).digest('base64url');

/**
 * Invites an address into a team; somebody who was invited before gets a new link, and the one before is dead. The
 * caller sends the mail. Whether the address is known to another tenant is not told: that shows when the invitation is
 * accepted. Throws 409 for a member of the team and for an address that is being invited just now, 422 for a full team.
 */
export async function invite(
  deps: InvitationDeps,
  invitation: NewInvitation,
  origin: CommandOrigin,
): Promise<Invited> {
  const { tenantId, commandId, now } = origin;
  const hash = emailHash(await deps.serviceKeys(), invitation.email);
  const memberId = uuidV5('member', commandId);
  const tenant = await deps.dataKeys.tenantKeys(deps.poolOf(tenantId), tenantId);
  const token = tokenOf(tenant.seal, commandId);
  const expiresAt = new Date(now.getTime() + INVITATION_MS).toISOString();
  const place = await claimInvitation(deps, { tenantId, memberId, now, emailHash: hash });
  if (place.outcome === 'full') throw teamIsFull();
  if (place.outcome === 'busy') throw new ApiError('conflict', 'The address is being invited just now.');
  if (place.outcome === 'member') {
    throw new DomainError('already_exists', 'The address belongs to a member of the team already.');
  }
  const invitedId = place.outcome === 'invited' ? place.holderId : memberId;
  const [invited] = await withClaims(deps, { tenantId, memberId }, () =>
    executeOnMember(deps, invitedId, {
      command: {
        kind: 'invite',
        member_id: invitedId,
        role: invitation.role,
        profile: { email: invitation.email, name: invitation.name, email_hash: hash.toString('hex') },
        token_hash: sha256(token).toString('hex'),
        expires_at: expiresAt,
      },
      origin,
    }),
  );
  if (invited?.event.type !== 'member-invited') throw new Error('an invitation appended something else');
  const mail = invitationMail({
    to: invitation.email,
    team: await teamName(deps, tenantId),
    token,
    // A call that was repeated after a crash tells what the first one recorded.
    expiresAt: invited.event.data.expires_at,
    dashboardUrl: deps.dashboardUrl,
  });
  return { memberId: invitedId, mail };
}

async function teamName({ poolOf, dataKeys }: InvitationDeps, tenantId: string): Promise<string> {
  const pool = poolOf(tenantId);
  const { rows } = await pool.query<{ tenant_id: string; name_sealed: Buffer | null }>(
    'SELECT tenant_id, name_sealed FROM read.tenants WHERE tenant_id = $1',
    [tenantId],
  );
  const keys = await dataKeys.tenantKeys(pool, tenantId);
  return (rows[0] && openTenantName(rows[0], keys)) ?? '';
}
