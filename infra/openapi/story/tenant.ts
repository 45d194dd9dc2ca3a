import { SCOPES } from '../../../domain/api-key/events.ts';
import { FEATURE_NAMES } from '../../../domain/tenant/types.ts';
import { TIERS } from '../../../domain/tenant/tiers.ts';
import { at, ids, RAW_LIVE_KEY, RAW_TEST_KEY } from './ids.ts';
import { exportedSession } from './sessions.ts';

const RPM = 10;
const GRANTED = 1_000;
/** One session, one text, five answers. */
const CHARGED = 46;
const BALANCE = GRANTED - CHARGED;

const LEVELS = { emergency_ambulance: 1, emergency: 0, urgent: 0, routine: 0, self_care: 0 };
/** How the six calls of the story went. */
const CALLS = { requests: 6, errors: 1, p50_ms: 24, p95_ms: 31.8, p99_ms: 32 };

const key = (keyId: string, rawKey: string, name: string) => ({
  key_id: keyId,
  key_prefix: rawKey.slice(0, 13),
  key_suffix: rawKey.slice(-4),
  created_by: { type: 'member', id: ids.owner },
  name,
  scopes: SCOPES,
  rate_limit_rpm: RPM,
  is_active: true,
  last_used_at: null as string | null,
  expires_at: null,
  created_at: at.keyMade,
});
const testKey = {
  ...key(ids.testKey, RAW_TEST_KEY, 'First steps'),
  scopes: ['sessions:read', 'sessions:write'],
};
const liveKey = { ...key(ids.liveKey, RAW_LIVE_KEY, 'Ward 4'), last_used_at: at.finalized };

const used = (action: string, tokens_charged: number, count: number) => ({
  date: '2026-03-02',
  action,
  tokens_charged,
  count,
});
const detail = (record_id: string, action: string, charged: number, created_at: string) => ({
  record_id,
  session_id: ids.session,
  action,
  tokens_charged: charged,
  request_id: ids.request,
  created_at,
});

/** Keys, money and numbers of the clinic. */
export const tenantAnswers = {
  createApiKey: { 201: { ...testKey, raw_key: RAW_TEST_KEY } },
  listApiKeys: { 200: [liveKey, testKey] },
  updateApiKey: { 200: { ...liveKey, name: 'Ward 5', scopes: ['sessions:read'] } },
  rotateApiKey: {
    201: {
      ...liveKey,
      key_id: ids.rotatedKey,
      last_used_at: null,
      created_at: at.later,
      raw_key: RAW_LIVE_KEY,
    },
  },
  revokeApiKey: { 200: { revoked: true, key_id: ids.liveKey, revoked_at: at.later } },
  getAccount: {
    200: {
      tenant_id: ids.tenant,
      name: 'Clinic Example',
      tier: 'free_trial',
      balance: BALANCE,
      scopes: SCOPES,
      key_id: ids.liveKey,
      key_prefix: liveKey.key_prefix,
      test: false,
      member: null,
      features: Object.fromEntries(FEATURE_NAMES.map((name) => [name, true])),
      rate_limit_rpm: RPM,
    },
  },
  getBalance: { 200: { balance: BALANCE, as_of: at.later } },
  getBalanceStatus: {
    200: {
      balance: BALANCE,
      initial_balance: GRANTED,
      lifetime_used: CHARGED,
      percentage_remaining: 95.4,
      current_threshold: 'ok',
      next_threshold: { name: 'low_20', tokens_until: BALANCE - 200, percentage: 20 },
      tier: 'free_trial',
      last_topup_at: at.registered,
    },
  },
  getTier: { 200: tierOf('free_trial', at.registered) },
  changeTier: { 200: tierOf('growth', at.later) },
  getRateLimit: {
    200: {
      limit: RPM,
      remaining: 7,
      reset_at: '2026-03-02T10:00:41.000Z',
      source: 'tier',
      override_rpm: null,
    },
  },
  setRateLimitOverride: { 200: { rate_limit_rpm: 500, limit: 500, source: 'override' } },
  getRetention: { 200: { retention_days: 30, default_days: 30 } },
  setRetention: { 200: { retention_days: 90, default_days: 30 } },
  getUsage: {
    200: {
      tenant_id: ids.tenant,
      balance: BALANCE,
      lifetime_used: CHARGED,
      period_start: '2026-02-01T00:00:00.000Z',
      period_end: at.later,
      records: [used('session.answer', 40, 5), used('session.create', 1, 1), used('session.route', 5, 1)],
    },
  },
  listUsageDetails: {
    200: [
      detail(ids.answered, 'session.answer', 8, at.lastAnswer),
      detail(ids.routed, 'session.route', 5, at.routed),
      detail(ids.opened, 'session.create', 1, at.opened),
    ],
  },
  getUsageSummary: {
    200: {
      range: '24h',
      group_by: 'route',
      totals: { requests: 6, errors: 1, tokens_charged: 41 },
      routes: [
        {
          route: 'POST /v1/sessions/{session_id}/answer',
          ...{ requests: 5, errors: 0, tokens_charged: 40, p50_ms: 24, p95_ms: 31.8, p99_ms: 32 },
        },
        {
          route: 'POST /v1/sessions',
          ...{ requests: 1, errors: 1, tokens_charged: 1, p50_ms: null, p95_ms: null, p99_ms: null },
        },
      ],
      api_keys: null,
      buckets: [{ start: '2026-03-02T08:00:00.000Z', requests: 6, errors: 1, tokens_charged: 41 }],
      balance_series: [{ at: '2026-03-02T08:00:00.000Z', balance: BALANCE }],
    },
  },
  summarizeRequests: {
    200: { range: '24h', totals: CALLS, buckets: [{ start: '2026-03-02T08:00:00.000Z', ...CALLS }] },
  },
  getTenantStats: {
    200: {
      as_of: at.later,
      sessions: {
        total: 1,
        by_status: { active: 0, finalized: 1 },
        by_triage_level: LEVELS,
        by_day: [{ day: '2026-03-02', created: 1, finalized: 1, by_triage_level: LEVELS }],
      },
      tokens: { balance: BALANCE, granted: GRANTED, charged: CHARGED },
      keys: { active: 2, live: 1, test: 1 },
      members: { active: 2, invited: 0, deactivated: 0 },
      deliveries: {
        by_status: { pending: 0, failed: 1, 'dead-lettered': 1, exhausted: 0, delivered: 1 },
      },
    },
  },
  exportSessions: {
    200: { total: 1, limit: 1_000, data: [exportedSession], count: 1, exported_at: at.later },
  },
};

function tierOf(name: keyof typeof TIERS, changed_at: string) {
  return { tier: name, ...TIERS[name], changed_at };
}
