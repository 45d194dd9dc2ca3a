import { SCOPES, type Scope } from '../api-key/events.ts';

/** What a member may be in a team (interface, "Authentication"). */
export const ROLES = ['owner', 'admin', 'developer', 'viewer', 'billing'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that an invitation can carry: an owner is made by another owner, of somebody who has joined. */
export const INVITED_ROLES = ['admin', 'developer', 'viewer', 'billing'] as const satisfies readonly Role[];

/** What a dashboard session of a member may do. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  developer: SCOPES.filter((scope) => !scope.startsWith('admin:') || scope === 'admin:read'),
  viewer: SCOPES.filter((scope) => scope.endsWith(':read')),
  billing: ['admin:read'],
};
