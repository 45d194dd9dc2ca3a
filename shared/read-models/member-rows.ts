import { profileSchema, type MemberEvent, type MemberProfile } from '../../domain/member/events.ts';
import { ROLE_SCOPES, type Role } from '../../domain/member/types.ts';
import type { OpenedKey, TenantKeys } from '../crypto/data-keys.ts';
import { keyedHash, open, openJson, seal, sealJson, type DataKey } from '../crypto/seal.ts';
import type { DecodedEvent } from '../event-log/codec.ts';
import { streamSubject } from '../event-log/streams.ts';
import type { Sql } from '../postgres/pool.ts';
import {
  column,
  followRows,
  isoOrNull,
  NOTHING_SEALED,
  rowsToWrite,
  type SubjectSealing,
} from './follow-rows.ts';

/** A row of read.members. Times are ISO 8601 UTC. What is sealed opens with the key `subjectKeyId(member_id)`. */
export type MemberRow = {
  member_id: string;
  tenant_id: string;
  revision: number;
  /** Only an active member holds its address; at most one over all tenants does. */
  status: 'invited' | 'active' | 'deactivated';
  /** See `emailHash`. Empty, like what is sealed, once the member's key is destroyed. */
  email_hash: Uint8Array;
  profile_sealed: Uint8Array;
  /** Empty as well where no password was set. */
  password_sealed: Uint8Array;
  role: Role;
  /** Those of the role, so that admission asks one row. */
  scopes: string[];
  /** The status is active. A member whose address is not verified is active, and cannot sign in without a code. */
  is_active: boolean;
  email_verified_at: string | null;
  accepted_at: string | null;
  /** SHA-256 of the token of an open invitation. */
  invite_hash: Uint8Array | null;
  invite_expires_at: string | null;
  created_at: string;
};

/** Addresses compare without regard to case and outer blanks, over the whole installation. */
export const normalizedEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** What an address is found by. `keys` are the installation's own (`serviceKeys()`). */
export const emailHash = (keys: TenantKeys, email: string): Buffer =>
  keyedHash(keys.lookup, `email|${normalizedEmail(email)}`);

type Sealed<Column extends keyof MemberRow> = Pick<MemberRow, 'tenant_id' | 'member_id' | Column>;

const placeOf = (row: Sealed<never>, name: 'profile' | 'password'): string =>
  `row|${row.tenant_id}|member|${row.member_id}|${name}`;

/** Address and name; null once the member's key is destroyed. Throws TamperedError. */
export const openMemberProfile = (row: Sealed<'profile_sealed'>, key: OpenedKey): MemberProfile | null =>
  key === 'destroyed' || row.profile_sealed.length === 0
    ? null
    : profileSchema.parse(openJson(key, placeOf(row, 'profile'), row.profile_sealed));

/** The password's hash; null where there is none, or the member's key is destroyed. Throws TamperedError. */
export const openPasswordHash = (row: Sealed<'password_sealed'>, key: OpenedKey): string | null =>
  key === 'destroyed' || row.password_sealed.length === 0
    ? null
    : open(key, placeOf(row, 'password'), row.password_sealed).toString('utf8');

type Secret = { password_hash: string | null };

/** The key of an event whose groups could be opened. */
async function keyOf(fact: DecodedEvent<MemberEvent>, sealing: SubjectSealing): Promise<DataKey | null> {
  const keyId = fact.keys.subject;
  if (keyId === undefined) throw new Error(`${fact.event.type} names no subject key`);
  const key = await sealing.keyOf(keyId);
  return key === 'destroyed' ? null : key;
}

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
): Promise<Pick<MemberRow, 'password_sealed'>> {
  const hash = secret?.password_hash ?? null;
  const key = hash === null ? null : await keyOf(fact, sealing);
  return {
    password_sealed:
      hash === null || key === null
        ? NOTHING_SEALED
        : seal(key, placeOf(row, 'password'), hash, sealing.random),
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
    password_sealed: NOTHING_SEALED,
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
        password_sealed: NOTHING_SEALED,
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
        password_sealed: NOTHING_SEALED,
        revision,
      };
  }
}

async function evolve(
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

type Times = 'email_verified_at' | 'accepted_at' | 'invite_expires_at' | 'created_at';
/** A row as Postgres gives it. */
export type StoredMemberRow = Omit<MemberRow, Times> & {
  email_verified_at: Date | null;
  accepted_at: Date | null;
  invite_expires_at: Date | null;
  created_at: Date;
};

/** Select list of a MemberRow; `toMemberRow` takes what comes out. */
export const MEMBER_COLUMNS = `member_id, tenant_id, revision, status, email_hash, profile_sealed, password_sealed, role,
  scopes, is_active, email_verified_at, accepted_at, invite_hash, invite_expires_at, created_at`;

export const toMemberRow = (row: StoredMemberRow): MemberRow => ({
  ...row,
  email_verified_at: isoOrNull(row.email_verified_at),
  accepted_at: isoOrNull(row.accepted_at),
  invite_expires_at: isoOrNull(row.invite_expires_at),
  created_at: row.created_at.toISOString(),
});

async function loadRows(sql: Sql, memberIds: string[]): Promise<Map<string, MemberRow>> {
  const { rows } = await sql.query<StoredMemberRow>(
    `SELECT ${MEMBER_COLUMNS} FROM members WHERE member_id = ANY ($1::uuid[])`,
    [memberIds],
  );
  return new Map(rows.map((row) => [row.member_id, toMemberRow(row)]));
}

/** Scopes travel comma-joined: an array of arrays of different lengths is no Postgres value. */
async function writeRows(sql: Sql, rows: MemberRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `INSERT INTO members (${MEMBER_COLUMNS})
     SELECT u.a, u.b, u.c, u.d, u.e, u.f, u.g, u.h, string_to_array(u.i, ','), u.j, u.k, u.l, u.m, u.n, u.o
     FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::bytea[], $6::bytea[], $7::bytea[], $8::text[],
       $9::text[], $10::boolean[], $11::timestamptz[], $12::timestamptz[], $13::bytea[], $14::timestamptz[],
       $15::timestamptz[]) AS u (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)
     ON CONFLICT (member_id) DO UPDATE
     SET revision = excluded.revision, status = excluded.status, email_hash = excluded.email_hash,
       profile_sealed = excluded.profile_sealed, password_sealed = excluded.password_sealed, role = excluded.role,
       scopes = excluded.scopes, is_active = excluded.is_active, email_verified_at = excluded.email_verified_at,
       accepted_at = excluded.accepted_at, invite_hash = excluded.invite_hash,
       invite_expires_at = excluded.invite_expires_at
     WHERE members.revision < excluded.revision`,
    [
      column(rows, 'member_id'),
      column(rows, 'tenant_id'),
      column(rows, 'revision'),
      column(rows, 'status'),
      column(rows, 'email_hash'),
      column(rows, 'profile_sealed'),
      column(rows, 'password_sealed'),
      column(rows, 'role'),
      rows.map((row) => row.scopes.join(',')),
      column(rows, 'is_active'),
      column(rows, 'email_verified_at'),
      column(rows, 'accepted_at'),
      column(rows, 'invite_hash'),
      column(rows, 'invite_expires_at'),
      column(rows, 'created_at'),
    ],
  );
}

/**
 * Brings rows of read.members up to these events, for the projector and for a command right after its append. Returns
 * the number of events that could not be applied because one before them is missing in the row.
 */
export async function applyMemberEvents(
  sql: Sql,
  events: readonly DecodedEvent<MemberEvent>[],
  sealing: SubjectSealing,
): Promise<number> {
  const stored = await loadRows(sql, [...new Set(events.map((fact) => streamSubject(fact.stream)))]);
  const followed = await followRows(events, stored, (row, fact) => evolve(row, fact, sealing));
  await writeRows(sql, rowsToWrite(followed));
  return followed.behind;
}
