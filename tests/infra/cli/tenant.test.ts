import { randomUUID } from 'node:crypto';
import test from 'ava';
import { send, startApi } from '../../support/api.ts';
import { readMailbox, tokenIn } from '../../support/mailbox.ts';
import { runOps } from '../../support/run-ops.ts';

/** `npm run ops -- tenant …` as processes of their own, beside an API that runs. */
const api = await startApi();
test.after.always(api.stop);

const env = {
  DATABASE_URL: api.stack.databaseUrl,
  EVENTSTORE_URL: api.stack.eventStoreUrl,
  MASTER_KEY_FILE: api.stack.masterKeyFile,
  // Nothing listens there: the command needs no mail server.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'clinic@clinic.example',
};
const { mailAfter } = readMailbox(api.stack.dataDir);
const OWNER = 'head@hospital.example';

test('a running API sends an owner the invitation, once more where it is asked to', async (t) => {
  const words = ['create', '--name', 'Clinic', '--tier', 'growth', '--owner-email', OWNER];
  const created = await mailAfter(OWNER, () => runOps(['tenant', ...words], env));
  t.like(created.result, { code: 0, stderr: '' });
  const { tenant_id: tenantId, owner } = JSON.parse(created.result.stdout) as Record<string, string>;
  t.is(owner, 'invited');

  const again = await mailAfter(OWNER, () => runOps(['tenant', 'invite-owner', `${tenantId}`, OWNER], env));
  t.deepEqual(JSON.parse(again.result.stdout), { tenant_id: tenantId, owner: 'invited' });
  const statuses = [];
  for (const { mail } of [created, again]) {
    const body = { token: tokenIn(mail), password: 'correct horse battery staple' };
    statuses.push((await send(api.baseUrl, 'POST', '/v1/auth/accept-invite', { body })).status);
  }
  t.deepEqual(statuses, [422, 201]);

  const member = await runOps(['tenant', 'invite-owner', `${tenantId}`, OWNER], env);
  t.like(member, { code: 1, stdout: '' });
  t.regex(member.stderr, /belongs to a member/);
  const nobody = await runOps(['tenant', 'invite-owner', randomUUID(), OWNER], env);
  t.deepEqual(nobody, { code: 1, stdout: '', stderr: 'there is no such tenant\n' });
});
