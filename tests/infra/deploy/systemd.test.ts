import { readdirSync } from 'node:fs';
import test from 'ava';
import {
  deployFile,
  isSetting,
  problemOfArguments,
  readDeployFile,
  readEnv,
} from '../../support/deploy-files.ts';

const units = readdirSync(deployFile('systemd')).filter((name) => name.endsWith('.service'));

const valuesOf = (unit: string, key: string): string[] =>
  [...readDeployFile(`systemd/${unit}`).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(
    ([, value = '']) => value,
  );

test('each process has a unit', (t) => {
  t.deepEqual(units.toSorted(), [
    'triage-backup-keys.service',
    'triage-backup-verify.service',
    'triage-backup.service',
    'triage-command-api.service',
    'triage-migrate.service',
    'triage-projectors.service',
    'triage-query-api.service',
    'triage-reactors.service',
    'triage-webhook-dispatcher.service',
  ]);
});

for (const unit of units) {
  test(`${unit} runs a program of the project with settings that exist`, (t) => {
    const [command = ''] = valuesOf(unit, 'ExecStart');
    const [node, ...args] = command.split(' ');
    t.is(node, '/usr/bin/node');
    t.is(problemOfArguments(args), null);
    const names = valuesOf(unit, 'Environment').flatMap((value) =>
      value.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    );
    t.deepEqual(
      names.filter((name) => !isSetting(name)),
      [],
    );
    t.deepEqual(valuesOf(unit, 'EnvironmentFile'), ['/etc/triage/settings.env']);
    t.deepEqual(valuesOf(unit, 'User'), ['triage']);
  });
}

test('the target holds the processes that go on, and no other unit', (t) => {
  t.deepEqual(valuesOf('triage.target', 'WantedBy'), ['multi-user.target']);
  const inTarget = (key: string): string[] =>
    units.filter((unit) => valuesOf(unit, key).includes('triage.target'));
  const goOn = units.filter((unit) => valuesOf(unit, 'Restart').includes('always'));
  t.is(goOn.length, 5);
  t.deepEqual(inTarget('WantedBy'), goOn);
  t.deepEqual(inTarget('PartOf'), goOn);
});

test('timers start the backup and its check, no two runs at once, all over one folder', (t) => {
  const timers = readdirSync(deployFile('systemd')).filter((name) => name.endsWith('.timer'));
  t.deepEqual(timers, ['triage-backup-verify.timer', 'triage-backup.timer']);
  t.deepEqual(valuesOf('triage-backup.timer', 'OnCalendar'), ['hourly']);
  t.deepEqual(valuesOf('triage-backup-verify.timer', 'OnCalendar'), ['weekly']);
  // Beside EventStoreDB, which settings.env assumes, the log is saved by its own means.
  const commands = {
    'triage-backup': 'backups run /var/backups/triage --without-log',
    'triage-backup-keys': 'backups keys /var/backups/triage',
    'triage-backup-verify': 'backups verify /var/backups/triage',
  };
  for (const [unit, words] of Object.entries(commands)) {
    // A unit of this kind is active until it has ended, and is not started a second time before.
    t.deepEqual(valuesOf(`${unit}.service`, 'Type'), ['oneshot']);
    t.true(valuesOf(`${unit}.service`, 'ExecStart')[0]?.endsWith(` ${words}`), unit);
    const writes = unit === 'triage-backup-verify' ? [] : ['/var/backups/triage'];
    t.deepEqual(valuesOf(`${unit}.service`, 'ReadWritePaths'), writes, unit);
  }
  t.regex(valuesOf('triage-backup.service', 'After').join(' '), /time-sync\.target/);
});

test('processes on one machine listen on ports of their own', (t) => {
  const ports = units.flatMap((unit) =>
    valuesOf(unit, 'Environment').flatMap((value) =>
      [...value.matchAll(/(?:METRICS_)?PORT=(\d+)/g)].map(([, port]) => port),
    ),
  );
  t.is(ports.length, 7);
  t.is(new Set(ports).size, ports.length);
});

test('the file of settings names settings, and no secret', (t) => {
  const given = readEnv(readDeployFile('systemd/settings.env'));
  t.deepEqual(
    Object.keys(given).filter((name) => !isSetting(name)),
    [],
  );
  for (const name of ['DATABASE_URL', 'EVENTSTORE_URL', 'NATS_URL', 'SMTP_URL', 'MASTER_KEY'])
    t.false(name in given, name);
});
