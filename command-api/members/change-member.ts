import type { MemberCommand } from '../../domain/member/index.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { loadTeam, type TeamMember } from '../../shared/members/team-member.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import type { CommandOrigin } from '../kernel/command-origin.ts';
import { executeOnMember } from './aggregate.ts';
import { claimOwnerLoss, withClaims } from './claims.ts';

export type MemberChange = {
  command: MemberCommand;
  origin: CommandOrigin;
  /** Whatever the member is by then, it is no owner afterwards. */
  endsOwnership: boolean;
};

/**
 * Carries out a command on a member of the tenant that the origin names. Throws 404 for a member of another tenant, 409
 * where the team would be left without an owner, DomainError.
 */
export async function changeMember(
  deps: CommandDeps,
  memberId: string,
  { command, origin, endsOwnership }: MemberChange,
): Promise<void> {
  const { tenantId, now } = origin;
  const { rowCount } = await deps
    .poolOf(tenantId)
    .query(`SELECT 1 FROM read.members WHERE member_id = $1 AND tenant_id = $2 AND status <> 'deactivated'`, [
      memberId,
      tenantId,
    ]);
  if (!rowCount) throw noMember();
  if (endsOwnership) await claimOwnerLoss(deps, { tenantId, memberId, now });
  await withClaims(deps, { tenantId, memberId }, () => executeOnMember(deps, memberId, { command, origin }));
}

/** The member as the team list shows it. */
export async function showMember(deps: CommandDeps, tenantId: string, memberId: string): Promise<TeamMember> {
  const source = { sql: deps.poolOf(tenantId), dataKeys: deps.dataKeys };
  const [loaded] = await loadTeam(source, tenantId, memberId);
  if (!loaded) throw noMember();
  return loaded.member;
}

const noMember = (): ApiError => new ApiError('not_found', 'The team member does not exist.');
