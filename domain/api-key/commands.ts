import type { Scope } from './events.ts';

/**
 * Whoever makes or changes a key: nobody can hand out more than they hold, nor for longer, nor anything of the other mode.
 */
export type Grantor = {
  scopes: readonly Scope[];
  /** When what it holds ends, ISO 8601 UTC with milliseconds; null for a member, an operator, or a key without an end. */
  expiresAt: string | null;
  /** True for a test credential, which never touches live keys; null for a member or an operator. */
  test: boolean | null;
};

/** What tells one raw key from another; made by the caller, since it takes randomness. */
export type KeyIdentity = { key_id: string; key_hash: string; key_prefix: string; key_suffix: string };

/** A key that expires does so within five years of its making. */
export const MAX_LIFETIME_DAYS = 1_826;

/** Instants are ISO 8601 UTC with milliseconds. `at` is that of the command. */
export type Expiry = {
  at: string;
  /** MAX_LIFETIME_DAYS after `at`. */
  latest_expiry: string;
};

export type CreateApiKey = KeyIdentity &
  Expiry & {
    kind: 'create';
    by: Grantor;
    name: string;
    scopes: Scope[];
    rate_limit_rpm: number;
    tier_rpm: number;
    test: boolean;
    /** Null for a key that does not expire. */
    expires_at: string | null;
  };

export type ApiKeyCommand =
  | CreateApiKey
  /** Fields that are left out stay as they are. */
  | {
      kind: 'update';
      key_id: string;
      by: Grantor;
      at: string;
      changes: { name?: string; scopes?: Scope[]; rate_limit_rpm?: number };
    }
  /** Where `expires_at` is null it stays as it is. */
  | (Expiry & {
      kind: 'rotate';
      key_id: string;
      by: Grantor;
      successor: KeyIdentity;
      expires_at: string | null;
    })
  | { kind: 'revoke'; key_id: string; by: Grantor; reason: 'deleted' | 'operator' };
