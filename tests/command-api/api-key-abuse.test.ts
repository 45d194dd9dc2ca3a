import test from 'ava';
import { errorOf } from '../support/answers.ts';
import { forgetAnswers } from '../support/operational-rows.ts';
import { clientOf, startApi, type Client } from '../support/api.ts';
import { create, issued, KEYS } from './api-key-calls.ts';

/** What a key must not be good for. */
const NOW = new Date('2026-03-10T12:00:00.000Z');
const api = await startApi({ now: () => NOW });
test.after.always(api.stop);

const clientWith = (rawKey: string): Client => clientOf(api.baseUrl, rawKey);

async function newTenant() {
  const tenantId = await api.newTenant();
  return { tenantId, admin: clientWith(await api.newKey(tenantId)) };
}
test("nobody gets more by repeating somebody else's call than he could make himself", async (t) => {
  const { tenantId, admin } = await newTenant();
  const weak = await api.newClient(tenantId, { scopes: ['admin:write'] });
  const path = `${KEYS}/${(await create(admin)).key_id}/rotate`;
  const calls: [string, object | undefined, Record<string, string>][] = [
    [KEYS, { name: 'x' }, { 'idempotency-key': 'create-1' }],
    [path, undefined, { 'idempotency-key': 'rotate-1' }],
  ];
  for (const [target, body, key] of calls) {
    const first = await admin('POST', target, body, key);
    t.is(first.status, 201);
    t.deepEqual(errorOf(await weak('POST', target, body, key)), [403, 'forbidden'], 'its stored answer');
    await forgetAnswers(api.runtime.pool, tenantId);
    t.deepEqual(
      errorOf(await weak('POST', target, body, key)),
      [403, 'forbidden'],
      'what the log holds of it',
    );
    const again = await admin('POST', target, body, key);
    t.is(issued(again).raw_key, issued(first).raw_key);
  }
});

test('a key that was revoked counts against the address, on commands too', async (t) => {
  const { admin } = await newTenant();
  const key = await create(admin);
  await admin('DELETE', `${KEYS}/${key.key_id}`);
  const refused = await clientWith(key.raw_key)('POST', '/v1/sessions', { chief_complaint: 'headache' });
  t.deepEqual(errorOf(refused), [401, 'unauthorized']);
  t.is(refused.headers.get('x-ratelimit-limit'), '60');
});

test('a rotated key goes on in the same window', async (t) => {
  const { admin } = await newTenant();
  const key = await create(admin, { name: 'limited', rate_limit_rpm: 3 });
  const client = clientWith(key.raw_key);
  await client('GET', '/v1/account');
  const successor = issued(await client('POST', `${KEYS}/${key.key_id}/rotate`));
  const next = clientWith(successor.raw_key);
  t.is((await next('GET', '/v1/account')).headers.get('x-ratelimit-remaining'), '0');
  t.is((await next('GET', '/v1/account')).status, 429);
});
