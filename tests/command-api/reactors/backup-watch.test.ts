import test from 'ava';
import { Registry } from 'prom-client';
import { createBackupWatch } from '../../../command-api/reactors/backup-watch.ts';
import { forgetBackups, noteBackup, type BackupKind } from '../../../shared/backups/newest-backups.ts';
import { startDatabase } from '../../support/database.ts';

/** What the reactors tell of backups. */
const { pool, stop } = await startDatabase();
test.after.always(stop);

const registry = new Registry();
const watch = createBackupWatch({ pool }, { registry });

const NOW = new Date('2026-01-13T00:00:00Z');

/** The samples after a run, as seconds by kind. */
async function told(): Promise<Record<string, number>> {
  await watch.runOnce();
  const metric = await registry.getSingleMetric('triage_backup_last_success_timestamp_seconds')?.get();
  const samples = metric?.values ?? [];
  return Object.fromEntries(samples.map(({ labels, value }) => [String(labels['kind']), value]));
}
const note = (kind: BackupKind, at: string): Promise<void> =>
  noteBackup(pool, { kind, takenAt: new Date(at) }, NOW);
const seconds = (at: string): number => Date.parse(at) / 1_000;

test.serial('a kind of which there is no backup has no sample', async (t) => {
  t.deepEqual(await told(), {});
  await note('full', '2026-01-05T08:00:00.500Z');
  t.deepEqual(await told(), { full: seconds('2026-01-05T08:00:00.500Z') });
});

test.serial('of each kind the newest counts, in whatever order they are noted', async (t) => {
  await note('incremental', '2026-01-05T10:00:00Z');
  await note('incremental', '2026-01-05T09:00:00Z');
  await note('verified', '2026-01-05T09:00:00Z');
  await note('full', '2026-01-12T08:00:00Z');
  t.deepEqual(await told(), {
    full: seconds('2026-01-12T08:00:00Z'),
    incremental: seconds('2026-01-05T10:00:00Z'),
    verified: seconds('2026-01-05T09:00:00Z'),
  });
});

test.serial('what a clock that was ahead has noted is replaced by the next backup', async (t) => {
  await note('incremental', '2027-01-01T00:00:00Z');
  await note('incremental', '2026-01-12T23:00:00Z');
  t.is((await told())['incremental'], seconds('2026-01-12T23:00:00Z'));
});

test.serial('where the database is a restored one, the samples go', async (t) => {
  await forgetBackups(pool);
  t.deepEqual(await told(), {});
});
