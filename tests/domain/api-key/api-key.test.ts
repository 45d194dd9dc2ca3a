import test from 'ava';
import type { NewApiKeyEvent } from '../../../domain/api-key/events.ts';
import { decide, evolve, noApiKey, type ApiKeyCommand } from '../../../domain/api-key/index.ts';
import { givenOf, plainFacts } from '../../support/given.ts';

const given = givenOf({ initial: noApiKey, evolve, decide, factsOf: plainFacts<NewApiKeyEvent> });

const clear = {
  key_id: '0191d3a0-0000-7000-8000-000000000001',
  key_hash: 'ab'.repeat(32),
  key_prefix: 'svc_live_abcd',
  key_suffix: 'wxyz',
  scopes: ['sessions:read' as const],
  rate_limit_rpm: 60,
  tier_rpm: 30,
  test: false,
  expires_at: null,
};
const create: ApiKeyCommand = { kind: 'create', name: 'ward 3', ...clear };
const created: NewApiKeyEvent = { type: 'api-key-created', data: { ...clear, profile: { name: 'ward 3' } } };
const revoked: NewApiKeyEvent = { type: 'api-key-revoked', data: { reason: 'deleted' } };

test('a key is created once; its name alone is sealed', (t) => {
  given(t).when(create).then(created);
  given(t, created).when(create).thenRefused('already_exists');
  given(t, created, revoked).when(create).thenRefused('already_exists');
});

test('a key is revoked once, for the reason given', (t) => {
  given(t).when({ kind: 'revoke', reason: 'deleted' }).thenRefused('not_found');
  for (const reason of ['deleted', 'rotated', 'operator'] as const) {
    given(t, created).when({ kind: 'revoke', reason }).then({ type: 'api-key-revoked', data: { reason } });
  }
  given(t, created, revoked).when({ kind: 'revoke', reason: 'rotated' }).thenRefused('already_revoked');
});

test('the fold keeps what decisions need, and takes any event in any state', (t) => {
  const kept = { scopes: clear.scopes, rate_limit_rpm: 60, test: false };
  t.deepEqual(given(t, created).state, { status: 'active', revision: 0, ...kept });
  t.deepEqual(given(t, created, revoked).state, { status: 'revoked', revision: 1, ...kept });
  t.deepEqual(given(t, revoked).state, noApiKey);
});
