import { randomUUID } from 'node:crypto';
import test from 'ava';
import pg from 'pg';
import { grantLogin, listLogins, LOGIN_PATTERN, revokeLogin } from '../../../infra/analytics/logins.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { clinic, connect, grantedAt, other, startAnalytics } from './world.ts';

/** Logins of data teams: made, listed, taken away. */
const { pool, databaseUrl, adminUrl, stop } = await startAnalytics();
test.after.always(stop);

test.serial('a login is granted once, listed, and taken away from connections that are open', async (t) => {
  const password = await grantLogin(pool, { login: 'leaver', tenantId: clinic, grantedAt }, systemRandom);
  const leaver = await connect(databaseUrl, 'leaver', password);
  try {
    t.true((await leaver.ask('SELECT * FROM sessions_v2')).length > 0);
    const again = { login: 'leaver', tenantId: other, grantedAt };
    await t.throwsAsync(grantLogin(pool, again, systemRandom), {
      message: /has a role of this name already/,
    });
    const nobody = { login: 'nobody_team', tenantId: randomUUID(), grantedAt };
    await t.throwsAsync(grantLogin(pool, nobody, systemRandom), { message: 'there is no such tenant' });
    t.deepEqual(
      (await listLogins(pool)).map(({ login, tenantId }) => [login, tenantId]),
      [
        ['clinic_team', clinic],
        ['leaver', clinic],
        ['other_team', other],
        ['own_team', null],
      ],
    );
    t.true(await revokeLogin(pool, 'leaver', grantedAt));
    await t.throwsAsync(leaver.ask('SELECT * FROM analytics.sessions_v2'), {
      message: /terminat|connection error/i,
    });
    await t.throwsAsync(connect(databaseUrl, 'leaver', password), { message: /authentication failed/ });
    await t.throwsAsync(revokeLogin(pool, 'leaver', grantedAt), { message: 'there is no such login' });
    await t.throwsAsync(revokeLogin(pool, 'triage', grantedAt), { message: 'there is no such login' });
  } finally {
    await leaver.client.end();
  }
});

test.serial(
  'what a login owns goes with it; where that is in another database, it is locked out',
  async (t) => {
    const admin = new pg.Client({ connectionString: adminUrl });
    await admin.connect();
    const grantHoarder = () =>
      grantLogin(pool, { login: 'hoarder', tenantId: clinic, grantedAt }, systemRandom);
    try {
      await grantHoarder();
      await pool.query('CREATE TABLE public.hoard (a int)');
      await pool.query('GRANT SELECT ON public.hoard TO hoarder');
      t.true(await revokeLogin(pool, 'hoarder', grantedAt));
      const password = await grantHoarder();
      await admin.query('CREATE SCHEMA hoard AUTHORIZATION hoarder');
      t.false(await revokeLogin(pool, 'hoarder', grantedAt));
      await t.throwsAsync(connect(databaseUrl, 'hoarder', password), { message: /not permitted to log in/ });
    } finally {
      await admin.end();
      await pool.query('DROP TABLE public.hoard');
    }
  },
);

test.serial(
  'a login that a backup brought along without its role can be granted anew, or taken away',
  async (t) => {
    const names = ['restored_one', 'restored_two'];
    await pool.query('INSERT INTO analytics_source.logins SELECT unnest($1::text[]), $2, now()', [
      names,
      clinic,
    ]);
    const password = await grantLogin(pool, { login: names[0]!, tenantId: other, grantedAt }, systemRandom);
    const restored = await connect(databaseUrl, names[0]!, password);
    t.deepEqual(await restored.ask('SELECT complaint FROM sessions_v2'), [{ complaint: 'cough' }]);
    await restored.client.end();
    for (const name of names) t.true(await revokeLogin(pool, name, grantedAt));
    t.false((await listLogins(pool)).some(({ login }) => names.includes(login)));
  },
);

test('a name of a login needs no quotes and is none of the service or the server', (t) => {
  for (const name of ['acme_bi', 'abc', 'a23456789_123456789_123456789_123456789_'])
    t.regex(name, LOGIN_PATTERN);
  for (const name of [
    'ab',
    'pg_monitor',
    'triage',
    'triage_api',
    'Acme',
    '1team',
    'a-b',
    'a"b',
    'a b',
    'a'.repeat(41),
  ]) {
    t.notRegex(name, LOGIN_PATTERN);
  }
});
