import type { MemberCommand } from '../../domain/member/index.ts';
import { handlerDeadline } from '../kernel/append-attempts.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeOnMember } from '../members/aggregate.ts';
import type { Account } from './accounts.ts';
import type { SignInCall } from './dashboard-session.ts';

/**
 * A command that a member gives about itself while it signs in. Throws DomainError `not_found` for one that was
 * deactivated meanwhile.
 */
export async function changeOwnAccount(
  deps: CommandDeps,
  { memberId, tenantId }: Pick<Account, 'memberId' | 'tenantId'>,
  command: MemberCommand,
  { requestId, ip, now }: SignInCall,
): Promise<void> {
  const actor = { type: 'member', id: memberId } as const;
  const deadline = handlerDeadline(now);
  await executeOnMember(deps, memberId, {
    command,
    origin: { commandId: deps.newId(), tenantId, actor, requestId, ip, now, deadline, test: false },
  });
}
