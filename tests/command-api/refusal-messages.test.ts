import net from 'node:net';
import test from 'ava';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { startApi, type Answer } from '../support/api.ts';

const api = await startApi({ projections: [balancesProjection] });
test.after.always(api.stop);

const told = ({ status, body }: Answer) => {
  const { message, detail } = (body as { error: { message: string; detail?: unknown } }).error;
  return { status, message, detail };
};

test('a refusal says which scope is missing, or whom the operation is for', async (t) => {
  const client = await api.newClient(await api.newTenant(), { scopes: ['sessions:read', 'admin:write'] });
  t.deepEqual(told(await client('POST', '/v1/sessions', { chief_complaint: 'headache' })), {
    status: 403,
    message: 'The credential lacks the scope sessions:write, which this operation needs.',
    detail: { missing_scope: 'sessions:write' },
  });
  t.deepEqual(told(await client('GET', '/v1/patients')), {
    status: 403,
    message: 'The credential lacks the scope patients:read, which this operation needs.',
    detail: { missing_scope: 'patients:read' },
  });
  const session = told(await client('POST', '/v1/dashboard/team/invite', { email: 'a@b.example' }));
  t.like(session, {
    status: 403,
    message: 'This operation needs a dashboard session: an API key cannot call it.',
  });
});

test('a call that is not covered says what it costs and what is left', async (t) => {
  const tenantId = await api.newTenant({ tier: 'free_trial' });
  const client = await api.newClient(tenantId);
  await api.caughtUp();
  await api.runtime.pool.query('UPDATE read.balances SET charged = granted WHERE tenant_id = $1', [tenantId]);
  t.deepEqual(told(await client('POST', '/v1/sessions', { chief_complaint: 'headache' })), {
    status: 402,
    message: 'This call costs 1 token; the balance, less what calls under way hold, is 0.',
    detail: { cost: 1, balance: 0 },
  });
});

test('a credential that is good no more is told so', async (t) => {
  const tenantId = await api.newTenant();
  const [admin, gone] = [await api.newClient(tenantId), await api.newClient(tenantId)];
  const keys = (await admin('GET', '/v1/admin/keys')).body as { key_id: string }[];
  t.is((await gone('DELETE', `/v1/admin/keys/${keys[1]?.key_id}`)).status, 200);
  const { status, message } = told(await gone('GET', '/v1/account'));
  t.is(status, 401);
  t.regex(message, /unknown, revoked or expired/);
});

test('a call to an unknown path counts for the key that makes it', async (t) => {
  const tenantId = await api.newTenant();
  const client = await api.newClient(tenantId, { rateLimitRpm: 77 });
  const rateOf = ({ headers }: Answer) =>
    ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => headers.get(name));
  t.deepEqual(rateOf(await client('GET', '/v1/account')), ['77', '76']);
  const unknown = await client('GET', '/v1/no-such-thing');
  t.is(unknown.status, 404);
  t.deepEqual(rateOf(unknown), ['77', '75']);
});

test('what Node would answer by itself shows the window of the address', async (t) => {
  const { hostname, port } = new URL(api.baseUrl);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () =>
      socket.write('BREW / HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  t.regex(answer, /^HTTP\/1\.1 400 /);
  t.regex(answer, /\r\nX-RateLimit-Limit: 60\r\nX-RateLimit-Remaining: \d+\r\nX-RateLimit-Reset: \d+\r\n/);
});
