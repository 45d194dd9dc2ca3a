import { serviceVersion } from '../../../shared/api/version.ts';
import { at, ENGINE_VERSION, ids, RAW_LIVE_KEY } from './ids.ts';

const hash = (digit: string): string => digit.repeat(64);
const byKey = { type: 'api_key', id: ids.liveKey };

const auditRows = [
  {
    event_id: ids.finalized,
    at: at.finalized,
    action: 'session.finalized',
    actor: byKey,
    subject: { type: 'session', id: ids.session },
    changed_fields: [],
    count: null,
    on_behalf_of: 'nurse-17',
    request_id: ids.request,
    ip: '198.51.100.24',
    hash: hash('b'),
    previous_hash: hash('a'),
  },
  {
    event_id: ids.keyMade,
    at: at.keyMade,
    action: 'key.created',
    actor: { type: 'member', id: ids.owner },
    subject: { type: 'api_key', id: ids.liveKey },
    changed_fields: [],
    count: null,
    on_behalf_of: null,
    request_id: ids.otherRequest,
    ip: '198.51.100.24',
    hash: hash('a'),
    previous_hash: hash('9'),
  },
];

const [finalizedRow, keyMadeRow] = auditRows.map((row, index) => ({
  ...row,
  seq: auditRows.length - index,
  canonical: `{"action":"${row.action}"}`,
}));

const publicKey = 'MCowBQYDK2VwAyEA8rL/ZB14l+iURNjpjwBoENdr1muGusC7eowqqDRrtxU=';
const checkpoint = {
  statement: {
    v: 2,
    tenant_id: ids.tenant,
    number: 1,
    seq: 2,
    hash: hash('b'),
    event_id: ids.finalized,
    position: '4711',
    tree_size: 2,
    root: hash('a'),
    at: at.later,
    previous: hash('0'),
  },
  digest: hash('c'),
  signature: {
    algorithm: 'Ed25519',
    signing_key_id: ids.signingKey,
    public_key: publicKey,
    value: 'ynKcyUpxhY54zGiZ47XNmmrA0hwgXZtMz5tgFkxIWq7pr3ONLfBVDkxCNA75DnrMEOLba8vZAE5GU8vk89inAA==',
  },
};

const request = {
  request_id: ids.request,
  ts: at.finalized,
  method: 'POST',
  path: '/v1/sessions/{session_id}/finalize',
  session_id: ids.session,
  status: 200,
  duration_ms: 24,
  tokens_charged: 0,
  api_key_prefix: RAW_LIVE_KEY.slice(0, 13),
  user_agent: 'clinic-integration/1.4',
  ip: '198.51.100.24',
  error_code: null,
};

const health = {
  status: 'ok',
  version: serviceVersion,
  build: ENGINE_VERSION,
  engine_ready: true,
  database_connected: true,
  cache_connected: true,
};

/** Who did what, and how the service itself is. */
export const operationsAnswers = {
  listAuditLog: { 200: { total: 2, limit: 50, offset: 0, data: auditRows } },
  listAuditEvents: { 200: { data: auditRows, next_cursor: '' } },
  getAuditEvent: { 200: { row: finalizedRow, before: [keyMadeRow], after: [] } },
  getAuditProof: {
    200: {
      tenant_id: ids.tenant,
      head: { seq: 2, hash: hash('b') },
      covers_head: true,
      checkpoint,
      row: null,
      inclusion: null,
      consistency: null,
      public_keys: [{ signing_key_id: ids.signingKey, public_key: publicKey, created_at: at.registered }],
    },
  },
  listRequests: { 200: { entries: [request], total: 1, next_cursor: '', max_entries: 100 } },
  getSystemStatus: {
    200: {
      status: 'ok',
      version: serviceVersion,
      build: ENGINE_VERSION,
      checked_at: at.later,
      dependencies: { database: 'ok', event_log: 'ok', cache: 'ok', engine: 'ok' },
      projections: [{ name: 'sessions', lag_events: 0, lag_ms: 0, is_parked: false }],
      deliveries: { pending: 0, due: 0, failed: 1, dead_lettered: 1, exhausted: 0 },
    },
  },
  getLiveness: { 200: { status: 'ok' } },
  getReadiness: { 200: health },
  getHealth: { 200: health },
  getChangelog: {
    200: {
      entries: [
        {
          version: serviceVersion,
          date: '2026-03-01',
          sections: [{ kind: 'added', changes: ['Sessions can be corrected until they are finalized.'] }],
        },
      ],
    },
  },
};
