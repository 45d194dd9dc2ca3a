import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { EventStoreDBClient } from '@eventstore/db-client';
import { settings as reactorSettings } from '../../command-api/reactors/config.ts';
import { projectRoot } from '../../infra/embedded/program.ts';
import { startOpenStore } from '../support/open-store.ts';
import { apiSettings } from '../../shared/api/config.ts';
import { STREAM_PREFIXES } from '../../shared/event-log/streams.ts';
import { followerSettings } from '../../shared/projection/follower-process.ts';
import { settings as dispatcherSettings } from '../../webhook-dispatcher/config.ts';
import { readPage } from './pages.ts';

/* What can be tried without a real EventStoreDB of the page about it, and of the page about running distributed. */

const page = readPage('docs/operator/eventstoredb.md');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^( *)\`\`\`${language}\\n([^]*?)^ *\`\`\``, 'gm'))].map(
    ([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
const require = createRequire(import.meta.url);
type Parsed = { hosts: unknown[]; nodePreference?: string; tls?: boolean; tlsCAFile?: string };
const { parseConnectionString } = require('@eventstore/db-client/dist/Client/parseConnectionString.js') as {
  parseConnectionString: (text: string) => Parsed;
};

function folder(t: ExecutionContext): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'docs-test-'));
  t.teardown(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('the client understands each connection string, and refuses kurrentdb://', (t) => {
  const [one, oneTls, three, threeTls, ...more] = [...page.matchAll(/^\| .* \| `(esdb:.+)` \|$/gm)].map(
    ([, url = '']) => parseConnectionString(url),
  );
  t.deepEqual(more, []);
  t.like(one, { tls: false });
  t.like(oneTls, { tls: true, tlsCAFile: '/etc/triage/ca.crt' });
  t.like(three, { tls: false, nodePreference: 'leader' });
  t.like(threeTls, { tls: true, nodePreference: 'leader', tlsCAFile: '/etc/triage/ca.crt' });
  t.deepEqual(
    [one, oneTls, three, threeTls].map((parsed) => parsed?.hosts.length),
    [1, 1, 3, 3],
  );
  t.throws(() => parseConnectionString('kurrentdb://host:2113?tls=false'));
  const { version } = require('@eventstore/db-client/package.json') as { version: string };
  t.true(page.includes(`\`@eventstore/db-client\` ${version}`));
});

test('the streams of the service are all named', (t) => {
  const [, list = ''] = /names begin with ([^.]+)\./.exec(page) ?? [];
  t.deepEqual(
    [...list.matchAll(/`([^`]+)`/g)].map(([, prefix]) => prefix).toSorted(),
    STREAM_PREFIXES.toSorted(),
  );
});

test('what the check says of such a stream is what the page quotes', (t) => {
  const source = readFileSync(path.join(projectRoot, 'infra/audit/compare-with-log.ts'), 'utf8');
  for (const text of [
    'events of its stream are hidden or deleted in the log',
    'the event is missing from the log',
  ]) {
    t.true(page.replaceAll('\n', ' ').includes(`\`${text}\``));
    t.true(source.includes(`'${text}'`));
  }
});

test('the programs that set rights run, and write what EventStoreDB reads', async (t) => {
  const directory = folder(t);
  const store = await startOpenStore({ directory });
  const client = EventStoreDBClient.connectionString(store.connectionString);
  t.teardown(() => store.stop());
  const programs = blocks('js');
  t.is(programs.length, 2);
  for (const program of programs) {
    const child = ['--input-type=module', '-e', program];
    const env = { PATH: process.env['PATH'], ADMIN_URL: store.connectionString };
    await promisify(execFile)(process.execPath, child, { cwd: projectRoot, env });
  }
  t.deepEqual((await client.getStreamMetadata('$all')).metadata?.acl, { readRoles: ['$admins', 'triage'] });
  for await (const { event } of client.readStream('$settings')) {
    t.is(event?.type, 'update-default-acl');
    t.deepEqual(Object.keys(event?.data ?? {}), ['$userStreamAcl', '$systemStreamAcl']);
  }
  await client.dispose();
});

test('the commands of the backup copy every file', (t) => {
  const [data, copy] = [folder(t), folder(t)];
  const files = [
    'chaser.chk',
    'chunk-000000.000000',
    'chunk-000001.000002',
    'epoch.chk',
    'index/0b3f',
    'index/indexmap',
    'index/stream-existence/streamExistenceFilter.chk',
    'index/stream-existence/streamExistenceFilter.dat',
    'writer.chk',
  ];
  for (const file of files) {
    mkdirSync(path.dirname(path.join(data, file)), { recursive: true });
    writeFileSync(path.join(data, file), file);
  }
  const [backup = '', restore = ''] = blocks('sh').filter((text) => text.includes('/backups/eventstore'));
  for (const commands of [backup, restore]) {
    const script = commands.replaceAll('/var/lib/eventstore', data).replaceAll('/backups/eventstore', copy);
    execFileSync('sh', ['-e', '-c', script]);
  }
  const copied = readdirSync(copy, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(copy, path.join(entry.parentPath, entry.name)));
  t.deepEqual(copied.toSorted(), [...files, 'truncate.chk'].toSorted());
  t.is(readFileSync(path.join(copy, 'truncate.chk'), 'utf8'), 'chaser.chk');
});

test('the settings that each process needs are those that it reads', (t) => {
  const shapes: Record<string, { shape: object }> = {
    'command-api': apiSettings,
    'query-api': apiSettings,
    projectors: followerSettings,
    'command-api/reactors': reactorSettings,
    'webhook-dispatcher': dispatcherSettings,
  };
  const text = readPage('docs/operator/distributed.md');
  const names = [...(/^\| Process \| (`DATABASE_URL`.*)$/m.exec(text)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
    ([, name = '']) => name,
  );
  t.is(names.length, 5);
  for (const [process, { shape }] of Object.entries(shapes)) {
    const [, row = ''] = new RegExp(`^\\| \`${process}\` \\| ((?:yes|no) .*) \\|$`, 'm').exec(text) ?? [];
    t.deepEqual(
      row.split(' | '),
      names.map((name) => (name in shape ? 'yes' : 'no')),
      process,
    );
  }
});
