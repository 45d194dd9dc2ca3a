import { z } from 'zod';
import { id, instant, text, truth } from '../../domain/kernel/fields.ts';
import { ROLES } from '../../domain/member/types.ts';
import { uuid } from '../http/schemas.ts';
import { subjectKeyId, type DataKeys } from '../crypto/data-keys.ts';
import type { Sql } from '../postgres/pool.ts';
import {
  memberRows,
  openMemberProfile,
  type MemberRow,
  type StoredMemberRow,
} from '../read-models/member-rows.ts';

export const memberParams = z.object({
  member_id: uuid().meta({ description: 'The `member_id` of the team list.' }),
});

export const roleSchema = z.enum(ROLES).meta({
  id: 'Role',
  description:
    'What the member may do: an owner and an admin everything, and only an owner changes roles; a developer all but ' +
    'what administers the tenant; a viewer reads; billing reads what concerns the tenant.',
  examples: ['developer'],
});

export const teamMemberSchema = z
  .object({
    member_id: id('The member; in the paths of its calls and in the audit trail.'),
    email: text('The mail address that the member signs in with.', 'jana@clinic.example'),
    name: text('What the member is called; "" where none was given.', 'Jana Nová'),
    role: roleSchema.describe('What the member may do.'),
    is_active: truth('Whether the member can sign in: false while invited, and once deactivated.', true),
    accepted_at: instant('When the invitation was accepted; null while nobody has.').nullable(),
    invite_expires_at: instant(
      'Until when the link of the invitation works; null for whoever has accepted it, or registered.',
    ).nullable(),
    last_login_at: instant('When the member last signed in; null where that never happened.').nullable(),
    created_at: instant('When the member was invited or registered.'),
  })
  .meta({ id: 'TeamMember', description: 'A person who can sign in to the dashboard of the tenant.' });
export type TeamMember = z.output<typeof teamMemberSchema>;

/** More than a team holds, and room for those who have left. */
const MAX_LISTED = 2_000;

type Stored = StoredMemberRow & { last_login_at: Date | null };
export type LoadedMember = { row: MemberRow; member: TeamMember };

/**
 * Members of a tenant as they are shown, the oldest first; or the one that is named. Whoever was erased is left out.
 * Throws KeyMissingError, TamperedError.
 */
export async function loadTeam(
  { sql, dataKeys }: { sql: Sql; dataKeys: DataKeys },
  tenantId: string,
  memberId: string | null = null,
): Promise<LoadedMember[]> {
  const { rows } = await sql.query<Stored>(
    `SELECT ${memberRows.list},
       (SELECT l.last_login_at FROM ops.member_logins l
        WHERE l.member_id = m.member_id AND l.tenant_id = m.tenant_id) AS last_login_at
     FROM read.members m
     WHERE m.tenant_id = $1 AND ($2::uuid IS NULL OR m.member_id = $2)
     ORDER BY m.status = 'deactivated', m.created_at, m.member_id LIMIT $3`,
    [tenantId, memberId, MAX_LISTED],
  );
  const keys = await dataKeys.load(
    sql,
    rows.map((row) => subjectKeyId(row.member_id)),
  );
  return rows.flatMap((stored) => {
    const row = memberRows.toRow(stored);
    const profile = openMemberProfile(row, keys.get(subjectKeyId(row.member_id)) ?? 'destroyed');
    if (!profile) return [];
    const { member_id, role, is_active, accepted_at, invite_expires_at, created_at } = row;
    const last_login_at = stored.last_login_at?.toISOString() ?? null;
    const { email, name } = profile;
    const standing = { role, is_active, accepted_at, invite_expires_at, last_login_at, created_at };
    return [{ row, member: { member_id, email, name, ...standing } }];
  });
}
