import { SESSION } from './sample.ts';
import type { Folder } from './steps.ts';

export const keys: Folder = {
  name: '5. API keys',
  description: 'A key from its making to its end. A tenant on a free trial has two keys at most.',
  steps: [
    { operation: 'createApiKey', remember: { key_id: 'key_id', new_api_key: 'raw_key' } },
    { operation: 'listApiKeys' },
    { operation: 'getAccount', name: 'Who the new key is', sender: { key: 'new_api_key' } },
    { operation: 'updateApiKey', body: { name: 'Ward 5', scopes: ['sessions:read'] } },
    {
      operation: 'createSession',
      name: 'Open a session without the scope',
      refused: { status: 403, when: ': the key has no scope sessions:write' },
      sender: { key: 'new_api_key' },
      body: SESSION,
    },
    { operation: 'rotateApiKey', remember: { key_id: 'key_id', new_api_key: 'raw_key' } },
    { operation: 'revokeApiKey', forget: ['key_id'] },
    {
      operation: 'getAccount',
      name: 'Use the revoked key',
      refused: { status: 401, when: ': the key is revoked' },
      sender: { key: 'new_api_key' },
    },
  ],
};

export const tenant: Folder = {
  name: '6. Tier, limits and export',
  description: 'What the tenant has. What would change it sends what stands there already.',
  steps: [
    { operation: 'getTier', remember: { tier: 'tier' } },
    {
      operation: 'changeTier',
      refused: { status: 403, when: 'with a test key' },
      body: { tier: '{{tier}}' },
    },
    { operation: 'getRateLimit', script: 'rate-limit' },
    {
      operation: 'setRateLimitOverride',
      refused: { status: 403, when: 'with a test key' },
      body: { rate_limit_rpm: '{{json:rate_limit_override}}', reason: 'Postman collection: no change' },
      note: 'Not sent where the limit is the key’s own, because that hides the override.',
    },
    { operation: 'getRetention', remember: { retention_days: 'retention_days' } },
    {
      operation: 'setRetention',
      refused: { status: 403, when: 'with a test key' },
      body: { retention_days: '{{json:retention_days}}', reason: 'Postman collection: no change' },
    },
    { operation: 'getTenantStats' },
    { operation: 'exportSessions', body: { limit: 10 } },
  ],
};

export const usage: Folder = {
  name: '7. Usage and audit',
  description: 'What was called, what it cost, and who did what.',
  steps: [
    { operation: 'getUsage' },
    { operation: 'getUsageSummary' },
    { operation: 'listUsageDetails' },
    { operation: 'summarizeRequests' },
    { operation: 'listRequests' },
    { operation: 'listAuditLog' },
    {
      operation: 'listAuditEvents',
      query: { from: '{{started_at}}', limit: '2' },
      remember: { next_cursor: 'next_cursor', audit_event_id: 'data.0.event_id' },
    },
    { operation: 'getAuditEvent', path: { event_id: '{{audit_event_id}}' } },
    {
      operation: 'listAuditEvents',
      name: 'Read the next page of audit events',
      query: { from: '{{started_at}}', limit: '2', cursor: '{{next_cursor}}' },
    },
    { operation: 'exportAuditLog', query: { from: '{{started_at}}', format: 'ndjson' } },
    { operation: 'getAuditProof' },
    { operation: 'listDataExtracts' },
    { operation: 'reviewAccess' },
  ],
};

export const open: Folder = {
  name: '8. Without a key',
  description: 'What everybody may read.',
  steps: [
    { operation: 'getLiveness' },
    { operation: 'getReadiness' },
    { operation: 'getHealth' },
    { operation: 'getOpenApi' },
    { operation: 'getPostmanCollection' },
    { operation: 'getDocs' },
    { operation: 'getDocsPage', path: { page: 'quickstart' } },
    { operation: 'getChangelog' },
  ],
};
