import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
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
