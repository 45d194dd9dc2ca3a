import test from 'ava';
import { errorOf } from '../support/answers.ts';
import { clientOf, startApi, type Client } from '../support/api.ts';
import { newBrowser } from '../support/browser.ts';
import { DAY, newClock } from '../support/clock.ts';
import { create, issued, KEYS, type Issued } from './api-key-calls.ts';

const clock = newClock('2026-03-10T12:00:00.000Z');
const api = await startApi({ now: clock.now });
test.after.always(api.stop);

const EXPIRES_AT = clock.after(DAY).toISOString();
const FIVE_YEARS_S = 1_826 * DAY;

async function newAdmin(options: Parameters<typeof api.newTenant>[0] = {}): Promise<Client> {
  return api.newClient(await api.newTenant(options));
}

const clientWith = ({ raw_key }: Issued): Client => clientOf(api.baseUrl, raw_key);
const statusOf = async (client: Client): Promise<number> => (await client('GET', '/v1/account')).status;
const listedIds = async (client: Client): Promise<string[]> =>
  ((await client('GET', KEYS)).body as Issued[]).map(({ key_id }) => key_id);

test.beforeEach(() => clock.reset());

test.serial('a key is shown with its expiry in UTC, and works until then', async (t) => {
  const admin = await newAdmin();
  const made = await create(admin, { name: 'Contractor', expires_at: '2026-03-11T13:00:00+01:00' });
  t.is(made.expires_at, EXPIRES_AT);
  const listed = (await admin('GET', KEYS)).body as Issued[];
  t.is(listed.find(({ key_id }) => key_id === made.key_id)?.expires_at, EXPIRES_AT);
  clock.forward(DAY - 1);
  t.is(await statusOf(clientWith(made)), 200);
});

test.serial(
  'from its expiry on a key is refused like one that was revoked, with all that was made from it',
  async (t) => {
    const admin = await newAdmin();
    const made = await create(admin, { name: 'Contractor', expires_at: EXPIRES_AT });
    const browser = newBrowser(api.baseUrl);
    const authorization = `Bearer ${made.raw_key}`;
    t.is((await browser.send('POST', '/v1/admin/auth', undefined, { authorization })).status, 200);
    t.is((await browser.send('GET', '/v1/account')).status, 200);

    clock.forward(DAY);
    const expired = clientWith(made);
    for (const call of [
      () => expired('GET', '/v1/account'),
      () => expired('POST', '/v1/sessions', { chief_complaint: 'headache' }),
      () => expired('POST', `${KEYS}/${made.key_id}/rotate`),
      () => browser.send('GET', '/v1/account'),
    ]) {
      t.deepEqual(errorOf(await call()), [401, 'unauthorized']);
    }
    t.false((await listedIds(admin)).includes(made.key_id));
    const path = `${KEYS}/${made.key_id}`;
    t.deepEqual(
      errorOf(await admin('POST', `${path}/rotate`, { expires_at: clock.after(DAY).toISOString() })),
      [404, 'not_found'],
    );
    t.deepEqual(errorOf(await admin('PATCH', path, { name: 'Late' })), [404, 'not_found']);
  },
);

test.serial('an expired key takes no place of the tier', async (t) => {
  const admin = await newAdmin({ tier: 'free_trial' });
  await create(admin, { name: 'Contractor', expires_at: EXPIRES_AT });
  t.deepEqual(errorOf(await admin('POST', KEYS, { name: 'Third' })), [422, 'validation_error', 'body']);
  clock.forward(DAY);
  t.is((await admin('POST', KEYS, { name: 'Third' })).status, 201);
});

test.serial('an expiry lies in the future, at most five years ahead', async (t) => {
  const admin = await newAdmin();
  const refused = [422, 'validation_error', 'expires_at'];
  const makes = (seconds: number, client = admin) =>
    client('POST', KEYS, { name: 'x', expires_at: clock.after(seconds).toISOString() });
  t.deepEqual(errorOf(await makes(0)), refused);
  t.deepEqual(errorOf(await makes(FIVE_YEARS_S + 1)), refused);
  t.deepEqual(errorOf(await admin('POST', KEYS, { name: 'x', expires_at: '2027-01-01' })), refused);
  t.is(issued(await makes(FIVE_YEARS_S)).expires_at, clock.after(FIVE_YEARS_S).toISOString());
  t.is((await listedIds(admin)).length, 2);
});

test.serial('a rotation keeps the expiry, or sets another one', async (t) => {
  const admin = await newAdmin();
  const first = await create(admin, { name: 'Contractor', expires_at: EXPIRES_AT });
  const rotate = async (key: Issued, body?: object): Promise<Issued> =>
    issued(await admin('POST', `${KEYS}/${key.key_id}/rotate`, body));
  const kept = await rotate(first);
  t.is(kept.expires_at, EXPIRES_AT);
  const longer = await rotate(kept, { expires_at: clock.after(2 * DAY).toISOString() });
  t.is(longer.expires_at, clock.after(2 * DAY).toISOString());
  const past = await admin('POST', `${KEYS}/${longer.key_id}/rotate`, {
    expires_at: clock.after(-1).toISOString(),
  });
  t.deepEqual(errorOf(past), [422, 'validation_error', 'expires_at']);
  clock.forward(DAY);
  t.is(await statusOf(clientWith(longer)), 200);
  t.is((await rotate(await create(admin, { name: 'Integration' }))).expires_at, null);
});

test.serial('a key that ends makes, takes over and widens no key that ends later', async (t) => {
  const admin = await newAdmin();
  const contractor = await create(admin, { name: 'Contractor', expires_at: EXPIRES_AT });
  const client = clientWith(contractor);
  const refused = [403, 'forbidden'];
  const later = clock.after(2 * DAY).toISOString();
  const sooner = clock.after(DAY / 2).toISOString();

  t.is((await create(client, { name: 'Own' })).expires_at, EXPIRES_AT, 'left out: as long as its maker');
  t.is((await create(client, { name: 'Own', expires_at: null })).expires_at, EXPIRES_AT);
  t.is((await create(client, { name: 'Own', expires_at: sooner })).expires_at, sooner);
  t.deepEqual(errorOf(await client('POST', KEYS, { name: 'Own', expires_at: later })), refused);

  const path = `${KEYS}/${contractor.key_id}`;
  t.deepEqual(errorOf(await client('POST', `${path}/rotate`, { expires_at: later })), refused, 'itself');
  const lasting = await create(admin, { name: 'Integration', scopes: ['sessions:read'] });
  const taken = `${KEYS}/${lasting.key_id}`;
  t.deepEqual(errorOf(await client('POST', `${taken}/rotate`)), refused, 'another one');
  t.deepEqual(errorOf(await client('PATCH', taken, { scopes: ['sessions:read', 'admin:write'] })), refused);
  t.is((await client('PATCH', taken, { name: 'Renamed' })).status, 200);

  // Nor by a repeat of the call that made one, or by the cookie that the key signs in with.
  const headers = { 'idempotency-key': 'the-one-call' };
  const wanted = { name: 'Lasting' };
  t.is((await admin('POST', KEYS, wanted, headers)).status, 201);
  t.deepEqual(errorOf(await client('POST', KEYS, wanted, headers)), refused);
  const browser = newBrowser(api.baseUrl);
  const authorization = `Bearer ${contractor.raw_key}`;
  t.is((await browser.send('POST', '/v1/admin/auth', undefined, { authorization })).status, 200);
  t.deepEqual(errorOf(await browser.send('POST', KEYS, { name: 'Own', expires_at: later })), refused);
  t.is(issued(await browser.send('POST', KEYS, { name: 'Own' })).expires_at, EXPIRES_AT);
});
