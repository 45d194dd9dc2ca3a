import test from 'ava';
import { v7 as uuidV7 } from 'uuid';
import type { Scope } from '../../domain/api-key/events.ts';
import { errorOf } from '../support/answers.ts';
import { startApi } from '../support/api.ts';
import { issued, KEYS } from './api-key-calls.ts';

const api = await startApi();
test.after.always(api.stop);

test('a repeat hands a raw key out by what the key may do now', async (t) => {
  const tenantId = await api.newTenant();
  const admin = await api.newClient(tenantId);
  const scopes: Scope[] = ['admin:write', 'sessions:read'];
  const limited = await api.newClient(tenantId, { scopes });
  const headers = { 'idempotency-key': uuidV7() };
  const wanted = { name: 'grows', scopes: ['sessions:read'] };
  const made = await limited('POST', KEYS, wanted, headers);
  t.is(made.status, 201);
  const { key_id } = issued(made);
  const grown = { scopes: ['sessions:read', 'patients:read'] };
  t.is((await admin('PATCH', `${KEYS}/${key_id}`, grown)).status, 200);
  t.deepEqual(errorOf(await limited('POST', KEYS, wanted, headers)), [403, 'forbidden']);
  t.deepEqual((await admin('POST', KEYS, wanted, headers)).body, made.body, 'who holds them gets it');
});
