import { z } from 'zod';
import { MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from '../retention/types.ts';
import { defineEvent, type EventOf, type NewEventOf } from '../kernel/event-definition.ts';
import { TIER_NAMES } from './tiers.ts';

export const BALANCE_THRESHOLDS = ['low_20', 'low_10', 'depleted'] as const;

export const tenantRegistered = defineEvent({
  type: 'tenant-registered',
  version: 1,
  clear: z.object({ tier: z.enum(TIER_NAMES) }),
  sealed: { profile: { key: 'tenant', schema: z.object({ name: z.string() }) } },
});

export const tokensGranted = defineEvent({
  type: 'tokens-granted',
  version: 1,
  clear: z.object({ tokens: z.int().positive(), reason: z.enum(['tier', 'topup']) }),
  sealed: {},
});

/** Absent fields stay as they are. */
export const tenantSettingsChanged = defineEvent({
  type: 'tenant-settings-changed',
  version: 1,
  clear: z.object({
    overage_allowed: z.boolean().optional(),
    /** Null falls back to the default of 1 MiB. */
    body_limit_bytes: z.int().positive().nullable().optional(),
    feature_flags: z.record(z.string(), z.boolean()).optional(),
  }),
  sealed: {},
});

export const tierChanged = defineEvent({
  type: 'tier-changed',
  version: 1,
  clear: z.object({ from: z.enum(TIER_NAMES), to: z.enum(TIER_NAMES) }),
  sealed: {},
});

export const rateLimitOverrideSet = defineEvent({
  type: 'rate-limit-override-set',
  version: 1,
  clear: z.object({ rate_limit_rpm: z.int().min(1).max(5_000).nullable() }),
  sealed: { note: { key: 'tenant', schema: z.object({ reason: z.string().nullable() }) } },
});

/** How long sessions are kept, those that stand already included. */
export const retentionChanged = defineEvent({
  type: 'retention-changed',
  version: 1,
  clear: z.object({ retention_days: z.int().min(MIN_RETENTION_DAYS).max(MAX_RETENTION_DAYS) }),
  sealed: { note: { key: 'tenant', schema: z.object({ reason: z.string().nullable() }) } },
});

/** Appended by the balance reactor: the balance went below a share of what it was after the last grant. */
export const balanceThresholdCrossed = defineEvent({
  type: 'balance-threshold-crossed',
  version: 1,
  clear: z.object({ threshold: z.enum(BALANCE_THRESHOLDS), balance: z.int(), initial_balance: z.int() }),
  sealed: {},
});

/**
 * The tenant is no more, and whoever applies this destroys its key; its members are erased each by an event of its own. `never_verified`: it was registered, and
 * nobody has shown in time that the owner's address is theirs.
 */
export const tenantClosed = defineEvent({
  type: 'tenant-closed',
  version: 1,
  clear: z.object({ reason: z.enum(['never_verified']) }),
  sealed: {},
});

export const tenantEvents = [
  tenantRegistered,
  tokensGranted,
  tenantSettingsChanged,
  tierChanged,
  rateLimitOverrideSet,
  retentionChanged,
  balanceThresholdCrossed,
  tenantClosed,
] as const;

export type TenantEvent = EventOf<(typeof tenantEvents)[number]>;
export type NewTenantEvent = NewEventOf<(typeof tenantEvents)[number]>;
