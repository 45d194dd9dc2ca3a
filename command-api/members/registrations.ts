import { DomainError } from '../../domain/kernel/errors.ts';
import type { MemberProfile, Role } from '../../domain/member/index.ts';
import type { TierName } from '../../domain/tenant/tiers.ts';
import { storeKeys, tenantKeyId } from '../../shared/crypto/data-keys.ts';
import { emailHash } from '../../shared/read-models/member-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeOnTenant } from '../tenants/operations.ts';
import type { CommandOrigin } from '../kernel/command-origin.ts';
import { executeOnMember } from './aggregate.ts';
import { claimAddress, withClaims, type AddressClaim } from './claims.ts';

export type RegistrationDeps = Pick<
  CommandDeps,
  'pool' | 'poolOf' | 'log' | 'codec' | 'dataKeys' | 'serviceKeys' | 'random' | 'now' | 'newId'
>;

/** An address that nobody has shown to be theirs is not kept from others longer than this. */
const UNVERIFIED_MS = 86_400_000;

type Holder = Extract<AddressClaim, { outcome: 'taken' }>['holder'];
type Claimant = { tenantId: string; memberId: string; emailHash: Uint8Array };

/**
 * Claims an address for a member, and runs what makes the member hold it. A registration that never verified it gives
 * way, at once to somebody who has shown that the address is theirs (`isProven`), else after a day. Returns null where
 * somebody else holds the address or is claiming it just now.
 */
export async function withAddress<T>(
  deps: RegistrationDeps,
  claimant: Claimant & { isProven: boolean; origin: CommandOrigin },
  work: () => Promise<T>,
): Promise<T | null> {
  const { origin, isProven } = claimant;
  const { now } = origin;
  let claim = await claimAddress(deps, { ...claimant, now });
  if (claim.outcome === 'taken' && givesWay(claim.holder, { isProven, now })) {
    if (!(await supersede(deps, claim.holder, origin))) return null;
    claim = await claimAddress(deps, { ...claimant, now });
  }
  if (claim.outcome !== 'claimed') return null;
  return withClaims(deps, claimant, work);
}

const givesWay = (holder: Holder, { isProven, now }: { isProven: boolean; now: Date }): boolean =>
  !holder.isVerified && (isProven || now.getTime() - holder.since.getTime() > UNVERIFIED_MS);

/** False where the holder verified the address, or was removed, at the same moment. */
async function supersede(deps: RegistrationDeps, holder: Holder, origin: CommandOrigin): Promise<boolean> {
  const { tenantId, memberId } = holder;
  const actor = { type: 'system', id: 'registration' } as const;
  try {
    await executeOnMember(deps, memberId, {
      command: { kind: 'supersede' },
      origin: { ...origin, tenantId, commandId: deps.newId(), actor },
    });
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
  await deps
    .poolOf(tenantId)
    .query('SELECT ops.revoke_sign_ins($1, $2, $3)', [tenantId, memberId, origin.now]);
  return true;
}

export type NewTenant = { name: string; tier: TierName };

/** Makes a tenant with its tier's included tokens. */
export async function makeTenant(
  deps: RegistrationDeps,
  tenant: NewTenant,
  origin: CommandOrigin,
): Promise<void> {
  const { tenantId, now } = origin;
  const key = await deps.dataKeys.make(tenantKeyId(tenantId), 'tenant');
  await storeKeys(deps.poolOf(tenantId), { tenantId, subjectId: tenantId, now }, [key]);
  await executeOnTenant(deps, { kind: 'register', ...tenant }, { ...origin, commandId: deps.newId() });
}

export type NewMember = {
  memberId: string;
  role: Role;
  email: string;
  name: string;
  passwordHash: string | null;
  /** True where an operator vouches for the address. */
  isVerified: boolean;
};

/**
 * Registers a member where the address is free, after whatever `before` prepares. False where the address belongs to
 * somebody else.
 */
export async function registerMember(
  deps: RegistrationDeps,
  member: NewMember,
  { origin, before = () => Promise.resolve() }: { origin: CommandOrigin; before?: () => Promise<void> },
): Promise<boolean> {
  const { memberId, role, email, name } = member;
  const hash = emailHash(await deps.serviceKeys(), email);
  const profile: MemberProfile = { email, name, email_hash: hash.toString('hex') };
  const claimant = {
    tenantId: origin.tenantId,
    memberId,
    emailHash: hash,
    isProven: member.isVerified,
    origin,
  };
  const done = await withAddress(deps, claimant, async () => {
    await before();
    await executeOnMember(deps, memberId, {
      command: {
        kind: 'register',
        member_id: memberId,
        role,
        profile,
        password_hash: member.passwordHash,
        email_verified: member.isVerified,
      },
      origin,
    });
    return true;
  });
  return done ?? false;
}
