import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { z } from 'zod';
import { programOf } from '../../../infra/embedded/program.ts';
import { isGiven, parseConfig, withSettings } from '../../../shared/config/load-config.ts';
import { maskSecrets } from '../../../shared/config/mask-secrets.ts';
import { natsServer } from '../../../shared/config/nats-url.ts';
import { oneMasterKeySource, settings } from '../../../shared/config/settings.ts';

const schema = z
  .object({
    PORT: settings.PORT,
    HOST: settings.HOST,
    DATABASE_URL: settings.DATABASE_URL,
    LOG_LEVEL: settings.LOG_LEVEL,
    ALLOW_LOCAL_WEBHOOKS: settings.ALLOW_LOCAL_WEBHOOKS,
    MASTER_KEY: settings.MASTER_KEY,
    MASTER_KEY_FILE: settings.MASTER_KEY_FILE,
  })
  .refine(oneMasterKeySource.check, oneMasterKeySource.params);

const databaseUrl = 'postgresql://app:pa55@db:5432/triage';

test('defaults, numbers and flags; an empty variable counts as not set', (t) => {
  const env = {
    DATABASE_URL: databaseUrl,
    MASTER_KEY_FILE: 'keys.json',
    PORT: '',
    HOST: '::1',
    ALLOW_LOCAL_WEBHOOKS: '1',
  };
  t.deepEqual(parseConfig(schema, env), {
    ok: true,
    config: {
      PORT: 8080,
      HOST: '::1',
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'info',
      ALLOW_LOCAL_WEBHOOKS: true,
      MASTER_KEY_FILE: 'keys.json',
    },
  });
});

test('every problem is told by name, and no value is repeated', (t) => {
  const env = {
    PORT: '8o8o-canary',
    DATABASE_URL: 'mysql://root:canary@db/x',
    LOG_LEVEL: 'canary',
    ALLOW_LOCAL_WEBHOOKS: 'canary',
    MASTER_KEY: 'canary',
  };
  const result = parseConfig(schema, env);
  t.false(result.ok);
  t.deepEqual(result.ok ? [] : result.problems, [
    'PORT: must be a whole number from 0 to 65535',
    'DATABASE_URL: must be a URL such as postgresql://user:password@host:5432/database',
    'LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent',
    'ALLOW_LOCAL_WEBHOOKS: must be 1 or 0 (on or off)',
    'MASTER_KEY: must be 32 bytes in base64',
  ]);
});

test('what is missing and what contradicts is told', (t) => {
  const missing = parseConfig(schema, { MASTER_KEY_FILE: 'keys.json' });
  t.deepEqual(missing, { ok: false, problems: ['DATABASE_URL: is required'] });
  const both = parseConfig(schema, {
    DATABASE_URL: databaseUrl,
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
    MASTER_KEY_FILE: 'keys.json',
  });
  t.deepEqual(both, {
    ok: false,
    problems: ['MASTER_KEY_FILE: set exactly one of MASTER_KEY and MASTER_KEY_FILE'],
  });
});

test('a connection string of the event store is one that its client knows', (t) => {
  const eventStore = z.object({ EVENTSTORE_URL: settings.EVENTSTORE_URL });
  for (const url of ['esdb://a:1,b:2?tls=false', 'esdb+discover://cluster:2113']) {
    t.deepEqual(parseConfig(eventStore, { EVENTSTORE_URL: url }), {
      ok: true,
      config: { EVENTSTORE_URL: url },
    });
  }
  for (const url of ['kurrentdb://user:canary@host:2113', 'kurrentdb+discover://user:canary@host:2113']) {
    t.deepEqual(parseConfig(eventStore, { EVENTSTORE_URL: url }), {
      ok: false,
      problems: [
        'EVENTSTORE_URL: must be a URL such as esdb://host:2113?tls=true (esdb:// or esdb+discover://, no kurrentdb://)',
      ],
    });
  }
});

test('a setting may stand in a file, as orchestrators mount secrets', (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'triage-test-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = (name: string, contents: string): string => {
    writeFileSync(path.join(folder, name), contents);
    return path.join(folder, name);
  };
  const keyRing = file('keys.json', '{}');
  const given = { MASTER_KEY_FILE: keyRing, DATABASE_URL_FILE: file('url', `${databaseUrl}\n`) };
  const read = parseConfig(schema, { ...given, PORT_FILE: file('port', '9000\r\n') });
  t.like(read, { ok: true, config: { DATABASE_URL: databaseUrl, PORT: 9000, MASTER_KEY_FILE: keyRing } });

  const problemsOf = (env: Record<string, string>): string[] => {
    const result = parseConfig(schema, { ...given, ...env });
    return result.ok ? [] : result.problems;
  };
  t.deepEqual(problemsOf({ DATABASE_URL: 'postgresql://app:canary@db/x' }), [
    'DATABASE_URL_FILE: set DATABASE_URL or DATABASE_URL_FILE, not both',
  ]);
  t.deepEqual(
    problemsOf({
      DATABASE_URL_FILE: path.join(folder, 'no'),
      LOG_LEVEL_FILE: folder,
      PORT_FILE: file('0', '\n'),
    }),
    [
      'PORT_FILE: the file is empty',
      'DATABASE_URL_FILE: the file cannot be read (ENOENT)',
      'LOG_LEVEL_FILE: the file cannot be read (EISDIR)',
    ],
  );
  t.deepEqual(problemsOf({ DATABASE_URL_FILE: file('other', 'mysql://root:canary@db/x') }), [
    'DATABASE_URL: must be a URL such as postgresql://user:password@host:5432/database',
  ]);
  t.deepEqual(problemsOf({ DATABASE_URL_FILE: '' }), ['DATABASE_URL: is required']);
});

test('settings of the caller win over the operator, in files as well', (t) => {
  const env = { PORT_FILE: '/port', MASTER_KEY: 'x', LOG_LEVEL: 'info' };
  const settled = withSettings(env, { PORT: '1', MASTER_KEY: undefined, MASTER_KEY_FILE: '/ring' });
  t.like(settled, { PORT: '1', PORT_FILE: undefined, MASTER_KEY: undefined, MASTER_KEY_FILE: '/ring' });
  t.is(settled['LOG_LEVEL'], 'info');
  t.true(isGiven(env, 'PORT'));
  t.false(isGiven({ PORT: '', PORT_FILE: '' }, 'PORT'));
});

test('a process with wrong settings prints each problem and exits 1', (t) => {
  const program = `
    import { loadConfig } from '${programOf('shared/config/load-config.ts')}';
    import { settings } from '${programOf('shared/config/settings.ts')}';
    import { z } from 'zod';
    loadConfig(z.object({ PORT: settings.PORT, NATS_URL: settings.NATS_URL }), process.env, 'demo');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { PORT: '70000', NATS_URL: '' },
    encoding: 'utf8',
  });
  t.is(status, 1);
  t.is(
    stderr,
    'demo: wrong setting PORT: must be a whole number from 0 to 65535\ndemo: wrong setting NATS_URL: is required\n',
  );
});

test('a masked summary shows settings and hides secrets', (t) => {
  const config = {
    PORT: 8080,
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: 'esdb://app:pa55@a:2113,b:2113?tls=true',
    NATS_URL: 'nats://one:pa55@a:4222,nats://two:p%2F55@b:4222',
    SMTP_URL: 'smtps://user%40clinic.example:pa55@mail',
    OTHER_URL: 'postgresql://db/x?user=app&password=pa55&sslmode=verify-full',
    THIRD_URL: 'nats://t0ken@host:4222',
    PUBLIC_URL: 'https://clinic.example/@me',
    MASTER_KEY: 'secret',
    MASTER_KEY_FILE: '/keys.json',
    SMTP_PASSWORD: 'secret',
    COOKIE_SECRET: '',
  };
  t.deepEqual(maskSecrets(config), {
    PORT: 8080,
    DATABASE_URL: 'postgresql://app:***@db:5432/triage',
    EVENTSTORE_URL: 'esdb://app:***@a:2113,b:2113?tls=true',
    NATS_URL: 'nats://one:***@a:4222,nats://two:***@b:4222',
    SMTP_URL: 'smtps://user%40clinic.example:***@mail',
    OTHER_URL: 'postgresql://db/x?user=app&password=***&sslmode=verify-full',
    THIRD_URL: 'nats://***@host:4222',
    PUBLIC_URL: 'https://clinic.example/@me',
    MASTER_KEY: '***',
    MASTER_KEY_FILE: '/keys.json',
    SMTP_PASSWORD: '***',
    COOKIE_SECRET: '',
  });
});

test('a password is masked whole, with whatever a driver takes in it', (t) => {
  const urls: [string, string][] = [
    ['postgresql://app:Pa,ss@db/triage', 'postgresql://app:***@db/triage'],
    ['postgresql://app:p@ss@db/triage', 'postgresql://app:***@db/triage'],
    ['postgresql://a@b:pass@db/triage', 'postgresql://***@db/triage'],
    ['nats://one:p,1@a:4222,nats://two:p@2@b:4222', 'nats://one:***@a:4222,nats://two:***@b:4222'],
    ['esdb://admin:p?s#s/@@host:2113?tls=true', 'esdb://admin:***@host:2113?tls=true'],
    ['esdb://admin:a:b@one:2113,two:2113', 'esdb://admin:***@one:2113,two:2113'],
    ['https://user:pass@clinic.example/@me', 'https://user:***@clinic.example/@me'],
  ];
  for (const [url, masked] of urls) t.deepEqual(maskSecrets({ URL: url }), { URL: masked });
});

test('a NATS URL gives the options that the client reads', (t) => {
  t.deepEqual(natsServer('nats://a%40b:p%3Aw@h1:4222,nats://h2:4223'), {
    servers: ['h1:4222', 'h2:4223'],
    user: 'a@b',
    pass: 'p:w',
  });
  t.deepEqual(natsServer('tls://host:4222'), { servers: ['host:4222'], tls: {} });
});
