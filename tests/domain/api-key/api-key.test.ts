import test from 'ava';
import { SCOPES, type NewApiKeyEvent, type Scope } from '../../../domain/api-key/events.ts';
import {
  decide,
  evolve,
  noApiKey,
  type ApiKeyCommand,
  type Grantor,
  type KeyIdentity,
} from '../../../domain/api-key/index.ts';
import { givenOf, plainFacts } from '../../support/given.ts';

const given = givenOf({ initial: noApiKey, evolve, decide, factsOf: plainFacts<NewApiKeyEvent> });

const KEY = '0191d3a0-0000-7000-8000-000000000001';
const identity: KeyIdentity = {
  key_id: KEY,
  key_hash: 'ab'.repeat(32),
  key_prefix: 'svc_live_abcd',
  key_suffix: 'wxyz',
};
const successor: KeyIdentity = {
  key_id: '0191d3a0-0000-7000-8000-000000000002',
  key_hash: 'cd'.repeat(32),
  key_prefix: 'svc_live_efgh',
  key_suffix: 'stuv',
};
const settings = {
  scopes: ['sessions:read', 'sessions:write'] as Scope[],
  rate_limit_rpm: 60,
  tier_rpm: 30,
  test: false,
  expires_at: null,
};
const clear = { ...identity, ...settings };
const all: Grantor = { scopes: SCOPES, expiresAt: null, test: null };
const testing: Grantor = { scopes: SCOPES, expiresAt: null, test: true };
const reader: Grantor = { scopes: ['sessions:read', 'admin:write'], expiresAt: null, test: false };

const AT = '2026-03-10T12:00:00.000Z';
const time = { at: AT, latest_expiry: '2031-03-10T12:00:00.000Z' };
const create: ApiKeyCommand = { kind: 'create', by: all, ...time, name: 'ward 3', ...clear };
const created: NewApiKeyEvent = { type: 'api-key-created', data: { ...clear, profile: { name: 'ward 3' } } };
const createdForTests: NewApiKeyEvent = { ...created, data: { ...created.data, test: true } };
const revoked: NewApiKeyEvent = { type: 'api-key-revoked', data: { key_id: KEY, reason: 'deleted' } };
const rotated: NewApiKeyEvent[] = [
  { type: 'api-key-revoked', data: { key_id: KEY, reason: 'rotated' } },
  { type: 'api-key-created', data: { ...successor, ...settings, profile: { name: 'ward 3' } } },
];
const revoke = (by = all, key_id = KEY): ApiKeyCommand => ({ kind: 'revoke', key_id, by, reason: 'deleted' });
const rotate = (by = all, key_id = KEY): ApiKeyCommand => ({
  kind: 'rotate',
  key_id,
  by,
  ...time,
  successor,
  expires_at: null,
});
const update = (changes: Extract<ApiKeyCommand, { kind: 'update' }>['changes'], by = all): ApiKeyCommand => ({
  kind: 'update',
  key_id: KEY,
  by,
  at: AT,
  changes,
});

test('a key is created once; its name alone is sealed', (t) => {
  given(t).when(create).then(created);
  given(t, created).when(create).thenRefused('already_exists');
  given(t, created, revoked).when(create).thenRefused('already_exists');
});

test('a key is made only with scopes that its maker holds, and by a test key only for tests', (t) => {
  given(t)
    .when({ ...create, by: { scopes: settings.scopes, expiresAt: null, test: false } })
    .then(created);
  given(t)
    .when({ ...create, by: reader })
    .thenRefused('scope_not_held');
  given(t)
    .when({ ...create, by: testing })
    .thenRefused('test_credential');
  given(t)
    .when({ ...create, by: testing, test: true })
    .then(createdForTests);
});

test('a key is revoked once, for the reason given, by whoever may administer keys', (t) => {
  given(t).when(revoke()).thenRefused('not_found');
  given(t, created).when(revoke()).then(revoked);
  given(t, created).when(revoke(reader)).then(revoked);
  given(t, created)
    .when({ kind: 'revoke', key_id: KEY, by: all, reason: 'operator' })
    .then({ type: 'api-key-revoked', data: { key_id: KEY, reason: 'operator' } });
  given(t, created, revoked).when(revoke()).thenRefused('already_revoked');
});

test('a test key sees no live key', (t) => {
  for (const command of [revoke(testing), rotate(testing), update({ name: 'mine' }, testing)]) {
    given(t, created).when(command).thenRefused('not_found');
  }
  given(t, createdForTests).when(revoke(testing)).then(revoked);
});

test('only what differs is recorded of a change', (t) => {
  const key = given(t, created);
  key.when(update({ name: 'ward 4', scopes: ['sessions:read'], rate_limit_rpm: 10 })).then({
    type: 'api-key-updated',
    data: {
      key_id: KEY,
      changed_fields: ['name', 'scopes', 'rate_limit_rpm'],
      scopes: ['sessions:read'],
      rate_limit_rpm: 10,
      profile: { name: 'ward 4' },
    },
  });
  key.when(update({ rate_limit_rpm: 10, name: 'ward 3' })).then({
    type: 'api-key-updated',
    data: { key_id: KEY, changed_fields: ['rate_limit_rpm'], rate_limit_rpm: 10, profile: { name: null } },
  });
  key.when(update({})).then();
  key
    .when(update({ name: 'ward 3', scopes: ['sessions:write', 'sessions:read'], rate_limit_rpm: 60 }))
    .then();
  given(t).when(update({})).thenRefused('not_found');
  given(t, created, revoked).when(update({})).thenRefused('already_revoked');
});

test('a key is changed only by who holds what it has and what it shall have', (t) => {
  given(t, created)
    .when(update({ name: 'mine' }, reader))
    .thenRefused('scope_not_held');
  given(t, created)
    .when(update({ scopes: ['sessions:read'] }, reader))
    .thenRefused('scope_not_held');
  const weak: NewApiKeyEvent = { ...created, data: { ...created.data, scopes: ['sessions:read'] } };
  given(t, weak)
    .when(update({ scopes: ['sessions:write'] }, reader))
    .thenRefused('scope_not_held');
  given(t, weak)
    .when(update({ scopes: ['sessions:read', 'admin:write'] }, reader))
    .thenInspect((events) => t.is(events.length, 1));
});

test('a rotation ends one key and begins the next with all that the first one had', (t) => {
  given(t, created)
    .when(rotate())
    .then(...rotated);
  given(t, created).when(rotate(reader)).thenRefused('scope_not_held');
  given(t).when(rotate()).thenRefused('not_found');
  given(t, created, revoked).when(rotate()).thenRefused('already_revoked');
  const changed: NewApiKeyEvent = {
    type: 'api-key-updated',
    data: { key_id: KEY, changed_fields: ['name', 'scopes'], scopes: [], profile: { name: 'ward 5' } },
  };
  given(t, created, changed)
    .when(rotate())
    .thenInspect(([, next]) =>
      t.like(next, { data: { ...successor, scopes: [], rate_limit_rpm: 60, profile: { name: 'ward 5' } } }),
    );
});

test('after a rotation the old key is nobody and the new one is held', (t) => {
  const line = given(t, created, rotated);
  for (const command of [revoke(), rotate(), update({ name: 'late' })]) {
    line.when(command).thenRefused('not_found');
  }
  line
    .when(revoke(all, successor.key_id))
    .then({ type: 'api-key-revoked', data: { key_id: successor.key_id, reason: 'deleted' } });
});

test('the fold keeps what decisions need, and takes any event in any state', (t) => {
  const kept = { ...settings, key_id: KEY, name: 'ward 3' };
  t.deepEqual(given(t, created).state, { status: 'active', revision: 0, ...kept });
  t.deepEqual(given(t, created, revoked).state, { status: 'revoked', revision: 1, ...kept });
  const old: NewApiKeyEvent = { type: 'api-key-revoked', data: { reason: 'deleted' } };
  t.deepEqual(given(t, created, old).state, given(t, created, revoked).state);
  const changed: NewApiKeyEvent = {
    type: 'api-key-updated',
    data: { key_id: KEY, changed_fields: ['rate_limit_rpm'], rate_limit_rpm: 7, profile: { name: null } },
  };
  t.deepEqual(given(t, created, changed).state, {
    status: 'active',
    revision: 1,
    ...kept,
    rate_limit_rpm: 7,
  });
  t.deepEqual(given(t, created, rotated).state, {
    status: 'active',
    revision: 2,
    ...kept,
    key_id: successor.key_id,
  });
  t.deepEqual(given(t, revoked, changed).state, noApiKey);
});

test('a key whose name cannot be read any more is not rotated', (t) => {
  const state = evolve(noApiKey, {
    event: { type: 'api-key-created', data: { ...clear, profile: null } },
    eventId: 'event-0',
    revision: 0,
    at: '2026-01-05T08:00:00.000Z',
    keys: {},
  });
  t.throws(() => decide(state, rotate()), { message: 'The API key does not exist.' });
});

const until = (expires_at: string | null): NewApiKeyEvent => ({
  ...created,
  data: { ...created.data, expires_at },
});

test('a key expires at an instant in the future, within five years', (t) => {
  const makes = (expires_at: string) => given(t).when({ ...create, expires_at });
  makes('2026-03-10T12:00:00.001Z').then(until('2026-03-10T12:00:00.001Z'));
  makes('2031-03-10T12:00:00.000Z').then(until('2031-03-10T12:00:00.000Z'));
  makes(AT).thenRefused('invalid_command', ['expires_at']);
  makes('2031-03-10T12:00:00.001Z').thenRefused('invalid_command', ['expires_at']);
});

test('a rotation keeps when the key expires, or sets it', (t) => {
  const SOON = '2026-03-11T00:00:00.000Z';
  const LATER = '2027-03-11T00:00:00.000Z';
  const rotated = (expires_at: string | null) =>
    given(t, until(SOON)).when({ ...rotate(), expires_at } as ApiKeyCommand);
  const expiring =
    (expected: string) =>
    ([, next]: readonly NewApiKeyEvent[]) =>
      t.like(next, { data: { key_id: successor.key_id, expires_at: expected } });
  rotated(null).thenInspect(expiring(SOON));
  rotated(LATER).thenInspect(expiring(LATER));
  rotated('2026-03-10T11:59:59.000Z').thenRefused('invalid_command', ['expires_at']);
  rotated('2031-03-11T00:00:00.000Z').thenRefused('invalid_command', ['expires_at']);
});

test('an expired key is neither changed nor rotated; it can still be revoked', (t) => {
  const expired = given(t, until(AT));
  expired.when(update({ name: 'late' })).thenRefused('not_found');
  expired.when(rotate()).thenRefused('not_found');
  expired.when(revoke()).then(revoked);
});

test('a key that ends hands out nothing that lasts longer', (t) => {
  const END = '2026-03-11T12:00:00.000Z';
  const LATER = '2026-03-11T12:00:00.001Z';
  const ending: Grantor = { scopes: SCOPES, expiresAt: END, test: false };
  const makes = (expires_at: string | null) => given(t).when({ ...create, by: ending, expires_at });
  makes(END).then(until(END));
  makes(LATER).thenRefused('expiry_not_held');
  makes(null).thenRefused('expiry_not_held');

  const turns = (from: string | null, to: string | null) =>
    given(t, until(from)).when({ ...rotate(ending), expires_at: to } as ApiKeyCommand);
  turns(END, null).thenInspect(([, next]) => t.like(next, { data: { expires_at: END } }));
  turns(END, LATER).thenRefused('expiry_not_held');
  turns(LATER, null).thenRefused('expiry_not_held');
  turns(null, null).thenRefused('expiry_not_held');
  turns(null, END).thenInspect(([, next]) => t.like(next, { data: { expires_at: END } }));

  const changes = (expires_at: string | null, scopes: Scope[]) =>
    given(t, until(expires_at)).when(update({ name: 'ward 5', scopes }, ending));
  changes(null, [...settings.scopes, 'admin:write']).thenRefused('expiry_not_held');
  changes(END, [...settings.scopes, 'admin:write']).thenInspect((events) => t.is(events.length, 1));
  changes(null, ['sessions:read']).thenInspect((events) => t.is(events.length, 1));
  given(t, until(null)).when(revoke(ending)).then(revoked);
});
