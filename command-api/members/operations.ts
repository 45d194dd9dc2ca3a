import { DomainError } from '../../domain/kernel/errors.ts';
import type { Mail } from '../../shared/mail/mail.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { operatorOrigin } from '../tenants/operations.ts';
import { invite, type InvitationDeps } from './invitations.ts';
import { registerMember, type RegistrationDeps } from './registrations.ts';

/** An owner that an operator makes: the address counts as verified. Throws DomainError where it is taken. */
export async function registerOwner(
  deps: RegistrationDeps,
  tenantId: string,
  owner: { email: string; name: string; password: string },
): Promise<string> {
  const { email, name, password } = owner;
  const memberId = deps.newId();
  const passwordHash = await hashPassword(password, deps.random);
  const isNew = await registerMember(
    deps,
    { memberId, role: 'owner', email, name, passwordHash, isVerified: true },
    { origin: operatorOrigin(deps, tenantId) },
  );
  if (!isNew) throw new DomainError('already_exists', 'The address belongs to a member already.');
  return memberId;
}

/** Invites the first owner of a tenant. The caller sends the mail. */
export async function inviteOwner(
  deps: InvitationDeps & Pick<RegistrationDeps, 'now' | 'newId'>,
  tenantId: string,
  email: string,
): Promise<Mail> {
  const origin = operatorOrigin(deps, tenantId);
  return (await invite(deps, { email, name: '', role: 'owner' }, origin)).mail;
}
