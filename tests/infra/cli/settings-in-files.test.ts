import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { createMailbox } from '../../../shared/mail/mailbox.ts';
import { mailboxDir } from '../../../shared/mail/settings.ts';
import { newWebhookSecret } from '../../../shared/webhooks/secret.ts';
import { runOps } from '../../support/run-ops.ts';
import { acquireStack } from '../../support/stack.ts';

const stack = await acquireStack(test);
const SECRET = 'canary-of-the-provider';

/** A file as orchestrators mount them, with a line break at its end. */
function inFile(name: string, contents: string): string {
  const file = path.join(stack.dataDir, `${name}.secret`);
  writeFileSync(file, `${contents}\n`, { mode: 0o600 });
  return file;
}

const env = {
  DATABASE_URL_FILE: inFile('database', stack.databaseUrl),
  EVENTSTORE_URL_FILE: inFile('event-store', stack.eventStoreUrl),
  MASTER_KEY_FILE: stack.masterKeyFile,
  SMTP_URL_FILE: inFile('smtp', 'smtp://clinic:pa55@127.0.0.1:9'),
  MAIL_FROM: 'clinic@clinic.example',
};

test('operator commands take their settings from files', async (t) => {
  t.like(await runOps(['migrate'], { DATABASE_URL_FILE: env.DATABASE_URL_FILE }), { code: 0 });
  const made = await runOps(['tenant', 'create', '--name', 'Clinic', '--tier', 'starter'], env);
  t.is(made.code, 0, made.stderr);
  const { tenant_id: tenantId } = JSON.parse(made.stdout) as { tenant_id: string };

  const bind = ['sso', 'bind', 'clinic.example', '--tenant', tenantId, '--issuer', 'https://login.example'];
  const client = ['--client-id', 'triage'];
  const missing = await runOps([...bind, ...client], env);
  t.deepEqual(
    [missing.code, missing.stderr],
    [1, 'give --client-secret or its setting: SSO_CLIENT_SECRET: is required\n'],
  );
  const bound = await runOps([...bind, ...client], { ...env, SSO_CLIENT_SECRET_FILE: inFile('sso', SECRET) });
  t.is(bound.code, 0, bound.stderr);
  t.like(JSON.parse(bound.stdout), { domain: 'clinic.example', client_id: 'triage' });
  t.false(bound.stdout.includes(SECRET));
});

test('what is wrong with a file is one line, without what it says', async (t) => {
  const lineOf = async (changes: Record<string, string>): Promise<unknown[]> => {
    const { code, stderr } = await runOps(['sso', 'list'], { ...env, ...changes });
    return [code, stderr];
  };
  t.deepEqual(await lineOf({ EVENTSTORE_URL_FILE: '/nowhere' }), [
    1,
    'as DATABASE_URL is set: EVENTSTORE_URL_FILE: the file cannot be read (ENOENT)\n',
  ]);
  t.deepEqual(await lineOf({ DATABASE_URL: stack.databaseUrl }), [
    1,
    'as DATABASE_URL is set: DATABASE_URL_FILE: set DATABASE_URL or DATABASE_URL_FILE, not both\n',
  ]);
  t.deepEqual(await lineOf({ EVENTSTORE_URL_FILE: '' }), [
    1,
    'as DATABASE_URL is set: EVENTSTORE_URL: is required\n',
  ]);
});

test('the folder of the embedded stack may stand in a file', async (t) => {
  const folder = { DATA_DIR_FILE: inFile('folder', stack.dataDir) };
  const now = (): Date => new Date('2026-01-05T08:00:00.000Z');
  const box = createMailbox({ dir: mailboxDir(stack.dataDir), now, newId: randomUUID });
  await box.deliver({ kind: 'code', to: 'jana@klinika.example', subject: 'A code', text: '012345' });
  const list = await runOps(['mail', 'list'], folder);
  t.like(JSON.parse(list.stdout), [{ to: 'jana@klinika.example' }]);

  // No npm start runs on the servers of a test.
  const nothing = await runOps(['sso', 'list'], folder);
  t.is(nothing.code, 1);
  t.true(nothing.stderr.startsWith(`nothing runs on ${stack.dataDir}: `), nothing.stderr);
  t.like(await runOps(['mail', 'list'], { DATA_DIR_FILE: '/nowhere' }), {
    code: 1,
    stderr: 'DATA_DIR_FILE: the file cannot be read (ENOENT)\n',
  });
});

test('whether webhooks may go to this machine may stand in a file', async (t) => {
  const trigger = ['webhooks', 'trigger', 'balance.depleted', '--url', 'http://127.0.0.1:9', '--secret'];
  const secret = newWebhookSecret((size) => new Uint8Array(size).fill(1));
  const lineOf = async (allowed: string): Promise<string> =>
    (await runOps([...trigger, secret], { ALLOW_LOCAL_WEBHOOKS_FILE: inFile(allowed, allowed) })).stderr;
  t.regex(await lineOf('off'), /^no delivery may go to this URL \(scheme\); ALLOW_LOCAL_WEBHOOKS=1 /);
  t.is(await lineOf('maybe'), 'ALLOW_LOCAL_WEBHOOKS: must be 1 or 0 (on or off)\n');
});
