import { isDiscarded } from '../../domain/event-log/events.ts';
import { profileSchema, type MemberEvent, type MemberProfile } from '../../domain/member/events.ts';
import { ROLE_SCOPES, type Role } from '../../domain/member/types.ts';
import type { OpenedKey, TenantKeys } from '../crypto/data-keys.ts';
import { keyedHash, open, openJson, seal, sealJson, type DataKey } from '../crypto/seal.ts';
import type { DecodedEvent } from '../event-log/codec.ts';
import { col, fixed, orNull, type RowOf, type StoredRowOf } from '../postgres/columns.ts';
import { rowTable } from '../postgres/row-table.ts';
import { accessRows } from './access-rows.ts';
import { NOTHING_SEALED, passed, rowsFollowing, type SubjectSealing } from './follow-rows.ts';

/** read.members. What is sealed opens with the key `subjectKeyId(member_id)`. */
export const memberRows = rowTable({
  name: 'members',
  key: 'member_id',
  columns: {
    member_id: col.uuid,
    tenant_id: fixed(col.uuid),
    revision: col.int,
    /** Only an active member holds its address; at most one over all tenants does. */
    status: col.code<'invited' | 'active' | 'deactivated'>(),
    /** See `emailHash`. Empty, like what is sealed, once the member's key is destroyed. */
    email_hash: col.bytea,
    profile_sealed: col.bytea,
    /** Empty as well where no password was set. */
    password_sealed: col.bytea,
    /** Of the event that the password is of: one from before does not open in its place. Null where there is none. */
    password_revision: orNull(col.int),
    role: col.code<Role>(),
    /** Those of the role, so that admission asks one row. */
    scopes: col.texts,
    /** The status is active. A member whose address is not verified is active, and cannot sign in without a code. */
    is_active: col.boolean,
    email_verified_at: orNull(col.time),
    accepted_at: orNull(col.time),
    /** SHA-256 of the token of an open invitation. */
    invite_hash: orNull(col.bytea),
    invite_expires_at: orNull(col.time),
    created_at: fixed(col.time),
    /** See `memberAccess`; empty where the member is not active. */
    row_mac: col.bytea,
  },
});
export type MemberRow = RowOf<typeof memberRows.columns>;

const BOUND = [
  'member_id',
  'tenant_id',
  'revision',
  'email_hash',
  'role',
  'scopes',
  'email_verified_at',
  'password_revision',
] as const;
/** Who signs in with which address, and what the role lets them do, bound to the keys of their tenant. */
export const memberAccess = accessRows<MemberRow, (typeof BOUND)[number]>('member', BOUND);
export type StoredMemberRow = StoredRowOf<typeof memberRows.columns>;

/** Addresses compare without regard to case and outer blanks, over the whole installation. */
export const normalizedEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** What an address is found by. `keys` are the installation's own (`serviceKeys()`). */
export const emailHash = (keys: TenantKeys, email: string): Buffer =>
  keyedHash(keys.lookup, `email|${normalizedEmail(email)}`);

type Sealed<Column extends keyof MemberRow> = Pick<MemberRow, 'tenant_id' | 'member_id' | Column>;

const placeOf = (row: Sealed<never>, name: string): string =>
  `row|${row.tenant_id}|member|${row.member_id}|${name}`;
const passwordPlace = (row: Sealed<'password_revision'>): string =>
  placeOf(row, `password|${row.password_revision}`);

/** Address and name; null once the member's key is destroyed. Throws TamperedError. */
export const openMemberProfile = (row: Sealed<'profile_sealed'>, key: OpenedKey): MemberProfile | null =>
  key === 'destroyed' || row.profile_sealed.length === 0
    ? null
    : profileSchema.parse(openJson(key, placeOf(row, 'profile'), row.profile_sealed));

/** The password's hash; null where there is none, or the member's key is destroyed. Throws TamperedError. */
export const openPasswordHash = (
  row: Sealed<'password_sealed' | 'password_revision'>,
  key: OpenedKey,
): string | null =>
  key === 'destroyed' || row.password_sealed.length === 0
    ? null
    : open(key, passwordPlace(row), row.password_sealed).toString('utf8');

type Secret = { password_hash: string | null };

/** The key of an event whose groups could be opened. */
async function keyOf(fact: DecodedEvent<MemberEvent>, sealing: SubjectSealing): Promise<DataKey | null> {
  const keyId = fact.keys.subject;
  if (keyId === undefined) throw new Error(`${fact.event.type} names no subject key`);
  const key = await sealing.keyOf(keyId);
  return key === 'destroyed' ? null : key;
}

const NO_PASSWORD = { password_sealed: NOTHING_SEALED, password_revision: null } as const;

type Identified = Pick<MemberRow, 'tenant_id' | 'member_id'>;

async function sealedProfile(
  row: Identified,
  profile: MemberProfile | null,
  { fact, sealing }: { fact: DecodedEvent<MemberEvent>; sealing: SubjectSealing },
): Promise<Pick<MemberRow, 'email_hash' | 'profile_sealed'>> {
  const key = profile && (await keyOf(fact, sealing));
  if (!profile || !key) return { email_hash: NOTHING_SEALED, profile_sealed: NOTHING_SEALED };
  return {
    email_hash: Buffer.from(profile.email_hash, 'hex'),
    profile_sealed: sealJson(key, placeOf(row, 'profile'), profile, sealing.random),
  };
}

async function sealedPassword(
  row: Identified,
  secret: Secret | null,
  { fact, sealing }: { fact: DecodedEvent<MemberEvent>; sealing: SubjectSealing },
): Promise<Pick<MemberRow, 'password_sealed' | 'password_revision'>> {
  const hash = secret?.password_hash ?? null;
  const key = hash === null ? null : await keyOf(fact, sealing);
  if (hash === null || key === null) return NO_PASSWORD;
  const place = passwordPlace({ ...row, password_revision: fact.revision });
  return {
    password_sealed: seal(key, place, hash, sealing.random),
    password_revision: fact.revision,
  };
}

const withRole = (role: Role): Pick<MemberRow, 'role' | 'scopes'> => ({
  role,
  scopes: [...ROLE_SCOPES[role]],
});

const NO_INVITATION = { invite_hash: null, invite_expires_at: null } as const;

/** A member whose profile cannot be read any more was erased, and opens nothing. */
const active = (profile: MemberProfile | null): Pick<MemberRow, 'status' | 'is_active'> =>
  profile ? { status: 'active', is_active: true } : { status: 'deactivated', is_active: false };

type Known = { row: MemberRow; fact: DecodedEvent<MemberEvent>; sealing: SubjectSealing };

async function first(
  row: MemberRow | undefined,
  fact: DecodedEvent<Extract<MemberEvent, { type: 'member-registered' | 'member-invited' }>>,
  sealing: SubjectSealing,
): Promise<MemberRow> {
  const { event } = fact;
  const id = { member_id: event.data.member_id, tenant_id: fact.metadata.tenant_id };
  const common = {
    ...id,
    ...withRole(event.data.role),
    ...(await sealedProfile(id, event.data.profile, { fact, sealing })),
    revision: fact.revision,
    row_mac: NOTHING_SEALED,
    email_verified_at: null,
    created_at: row?.created_at ?? fact.at,
  };
  if (event.type === 'member-registered') {
    return {
      ...common,
      ...active(event.data.profile),
      ...NO_INVITATION,
      ...(await sealedPassword(id, event.data.secret, { fact, sealing })),
      accepted_at: fact.at,
    };
  }
  return {
    ...common,
    status: 'invited',
    is_active: false,
    ...NO_PASSWORD,
    accepted_at: null,
    invite_hash: Buffer.from(event.data.token_hash, 'hex'),
    invite_expires_at: event.data.expires_at,
  };
}

async function next({ row, fact, sealing }: Known): Promise<MemberRow> {
  const { event, revision, at } = fact;
  switch (event.type) {
    case 'member-registered':
    case 'member-invited':
      return first(row, { ...fact, event }, sealing);
    case 'member-invitation-accepted':
      return {
        ...row,
        ...active(event.data.profile),
        ...NO_INVITATION,
        ...(await sealedProfile(row, event.data.profile, { fact, sealing })),
        ...(await sealedPassword(row, event.data.secret, { fact, sealing })),
        email_verified_at: at,
        accepted_at: at,
        revision,
      };
    case 'member-email-verified':
      return { ...row, email_verified_at: at, revision };
    case 'member-password-set':
      return { ...row, ...(await sealedPassword(row, event.data.secret, { fact, sealing })), revision };
    case 'member-role-changed':
      return { ...row, ...withRole(event.data.to), revision };
    case 'member-deactivated':
      return {
        ...row,
        ...NO_INVITATION,
        status: 'deactivated',
        is_active: false,
        ...NO_PASSWORD,
        revision,
      };
    // The row stays, empty, so that nothing that comes late can write of the member again.
    case 'member-erased':
      return {
        ...row,
        ...NO_INVITATION,
        status: 'deactivated',
        is_active: false,
        email_hash: NOTHING_SEALED,
        profile_sealed: NOTHING_SEALED,
        ...NO_PASSWORD,
        revision,
      };
  }
}

async function changed(
  row: MemberRow | undefined,
  fact: DecodedEvent<MemberEvent>,
  sealing: SubjectSealing,
): Promise<MemberRow | null> {
  const { event } = fact;
  if (event.type === 'member-registered' || event.type === 'member-invited') {
    return first(row, { ...fact, event }, sealing);
  }
  return row ? next({ row, fact, sealing }) : null;
}

async function evolve(
  row: MemberRow | undefined,
  fact: DecodedEvent<MemberEvent>,
  sealing: SubjectSealing,
): Promise<MemberRow | null> {
  const after = isDiscarded(fact) ? passed(row, fact) : await changed(row, fact, sealing);
  if (!after?.is_active) return after && { ...after, row_mac: NOTHING_SEALED };
  return { ...after, row_mac: memberAccess.macOf(await sealing.keysOf(after.tenant_id), after) };
}

/**
 * Brings rows of read.members up to these events, for the projector and for a command right after its append. Returns
 * the number of events that could not be applied because one before them is missing in the row.
 */
export const applyMemberEvents = rowsFollowing(memberRows, evolve);
