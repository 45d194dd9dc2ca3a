import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { connectionStringOf, settleAccess } from '../../../infra/event-store/access/settle-access.ts';
import { startEventStore } from '../../../infra/event-store/server.ts';
import { parseConnection } from '../../../shared/event-log/connection-string.ts';
import { createEventLog } from '../../../shared/event-log/event-log.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'store-access-'));
test.after.always(() => rmSync(root, { recursive: true, force: true }));

const DAY_MS = 86_400_000;
const START = new Date('2026-03-01T12:00:00Z');
const after = (days: number): Date => new Date(START.getTime() + days * DAY_MS);

let folders = 0;
const newFolder = (): string => path.join(root, `secrets ${(folders += 1)}`);

/** Settles at a time; what it made, and what is in the folder then. */
async function settle(folder: string, at: Date = START, host = '127.0.0.1') {
  const made: string[] = [];
  const access = await settleAccess({ folder, host, now: () => at, onMade: (what) => made.push(what) });
  const certificate = new X509Certificate(access.certificate);
  const authority = new X509Certificate(readFileSync(access.caFile));
  return { made, access, certificate, authority };
}

const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8);

test('the first start makes password, authority and certificate, for their owner alone', async (t) => {
  const folder = newFolder();
  const { made, access, certificate, authority } = await settle(folder);
  t.deepEqual(made, ['authority', 'certificate']);
  t.is(mode(folder), '700');
  const files = readdirSync(folder).toSorted();
  t.deepEqual(files, [
    'event-store',
    'event-store-ca.crt',
    'event-store-ca.key',
    'event-store.crt',
    'event-store.key',
  ]);
  t.deepEqual(
    files.map((file) => mode(path.join(folder, file))),
    files.map(() => '600'),
  );
  t.regex(access.password, /^[\w-]{43}$/);
  t.true(authority.ca && !certificate.ca);
  t.true(authority.verify(authority.publicKey) && certificate.verify(authority.publicKey));
  t.true(certificate.checkIssued(authority));
  t.deepEqual(
    [authority, certificate].map(({ publicKey }) => publicKey.asymmetricKeyDetails?.namedCurve),
    ['prime256v1', 'prime256v1'],
  );
  t.is(certificate.subjectAltName, 'DNS:localhost, IP Address:127.0.0.1');
  t.deepEqual(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1']); // extended: servers only
  t.deepEqual(
    [certificate, authority].map(({ validTo }) => (Date.parse(validTo) - START.getTime()) / DAY_MS),
    [365, 3_650],
  );
});

test('a certificate is renewed when fewer than 60 days are left, under the same authority', async (t) => {
  const folder = newFolder();
  const first = await settle(folder);
  t.deepEqual((await settle(folder, after(-0.5))).made, [], 'the clock was set back a little');
  t.deepEqual((await settle(folder, after(305))).made, []);
  const renewed = await settle(folder, after(305.1));
  t.deepEqual(renewed.made, ['certificate']);
  t.is(renewed.access.password, first.access.password);
  t.is(renewed.authority.fingerprint256, first.authority.fingerprint256);
  t.true(renewed.certificate.verify(first.authority.publicKey));
  t.not(renewed.access.privateKey, first.access.privateKey);
  t.is((Date.parse(renewed.certificate.validTo) - START.getTime()) / DAY_MS, 670.1);
  t.deepEqual((await settle(folder, after(400))).made, []);
});

test('no certificate outlives its authority: one that would end before is made anew', async (t) => {
  const folder = newFolder();
  const first = await settle(folder);
  const last = await settle(folder, after(3_285));
  t.deepEqual(last.made, ['certificate']);
  t.true(Date.parse(last.certificate.validTo) <= Date.parse(last.authority.validTo));
  const next = await settle(folder, after(3_591));
  t.deepEqual(next.made, ['authority', 'certificate']);
  t.not(next.authority.fingerprint256, first.authority.fingerprint256);
  t.true(next.certificate.verify(next.authority.publicKey));
  t.is(next.access.password, first.access.password);
});

test('what is lost or damaged is made anew, and no more than that', async (t) => {
  const folder = newFolder();
  const inside = (name: string): string => path.join(folder, name);
  await settle(folder);
  const cases: [string, () => void, string[]][] = [
    ['certificate lost', () => rmSync(inside('event-store.crt')), ['certificate']],
    ['key lost', () => rmSync(inside('event-store.key')), ['certificate']],
    ['certificate cut short', () => writeFileSync(inside('event-store.crt'), '-----BEGIN'), ['certificate']],
    [
      'the key of another',
      () => writeFileSync(inside('event-store.key'), readFileSync(inside('event-store-ca.key'))),
      ['certificate'],
    ],
    [
      "the authority's certificate lost",
      () => rmSync(inside('event-store-ca.crt')),
      ['authority', 'certificate'],
    ],
    ["the authority's key lost", () => rmSync(inside('event-store-ca.key')), []],
    [
      'both keys lost',
      () =>
        ['event-store-ca.key', 'event-store.key'].forEach((name) => rmSync(inside(name), { force: true })),
      ['authority', 'certificate'],
    ],
  ];
  for (const [what, harm, expected] of cases) {
    harm();
    t.deepEqual((await settle(folder)).made, expected, what);
    const { made, certificate, authority } = await settle(folder);
    t.deepEqual(made, [], what);
    t.true(certificate.verify(authority.publicKey), what);
  }
  const before = (await settle(folder)).access.password;
  for (const lose of [
    () => rmSync(inside('event-store')),
    () => writeFileSync(inside('event-store'), '\n'),
  ]) {
    lose();
    const { made, access } = await settle(folder);
    t.deepEqual(made, []);
    t.not(access.password, before);
    t.regex(access.password, /^[\w-]{43}$/);
    t.is(readFileSync(inside('event-store'), 'utf8').trim(), access.password);
  }
});

test('the certificate names the address that the server listens on', async (t) => {
  const folder = newFolder();
  await settle(folder);
  t.deepEqual((await settle(folder, START, '0.0.0.0')).made, []);
  const { made, certificate } = await settle(folder, START, 'store.internal');
  t.deepEqual(made, ['certificate']);
  t.is(certificate.subjectAltName, 'DNS:localhost, IP Address:127.0.0.1, DNS:store.internal');
  const { certificate: other } = await settle(folder, START, '10.1.2.3');
  t.is(other.subjectAltName, 'DNS:localhost, IP Address:127.0.0.1, IP Address:10.1.2.3');
});

test('the connection string leads to the server over TLS, by its address and by its name, without a warning', async (t) => {
  const folder = path.join(root, 'a folder & its #1 + é?');
  const { access } = await settle(folder, new Date());
  t.deepEqual(parseConnection(connectionStringOf(access, '127.0.0.1', 2_113)), {
    hosts: [{ host: '127.0.0.1', port: 2_113 }],
    isCluster: false,
    isSecure: true,
    user: { name: 'triage', password: access.password },
    caFile: path.join(folder, 'event-store-ca.crt'),
    hasKnownOptions: true,
  });
  const odd = { ...access, password: 'p@ss:w/rd?&%' };
  const warnings: string[] = [];
  const note = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', note);
  const store = await startEventStore({
    directory: path.join(root, 'store'),
    host: '127.0.0.1',
    port: 0,
    access: odd,
    now: () => new Date(),
  });
  for (const host of ['127.0.0.1', 'localhost']) {
    const log = createEventLog(store.connectionString.replace('@127.0.0.1:', `@${host}:`));
    t.is(await log.lastPosition(), -1n);
    await log.ping();
    await log.close();
  }
  process.off('warning', note);
  await store.stop();
  t.deepEqual(warnings, []);
});
