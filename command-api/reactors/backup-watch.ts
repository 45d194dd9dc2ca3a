import { Gauge, type Registry } from 'prom-client';
import { newestBackups } from '../../shared/backups/newest-backups.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

/** Backups come hourly: a minute more does not count. */
const INTERVAL_MS = 60_000;

/** Tells as of when the newest backups are. A kind of which there is none has no sample. */
export function createBackupWatch(
  { pool }: Pick<ReactorParts, 'pool'>,
  { registry }: { registry: Registry },
): Reactor {
  const newest = new Gauge({
    name: 'triage_backup_last_success_timestamp_seconds',
    help: 'As of when the newest backup that succeeded is, Unix time, by kind: full, incremental, or verified by a restore on trial.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  return {
    name: 'backup-watch',
    intervalMs: INTERVAL_MS,
    runOnce: async () => {
      const backups = await newestBackups(pool);
      newest.reset();
      for (const { kind, takenAt } of backups) newest.set({ kind }, takenAt.getTime() / 1_000);
      return 0;
    },
  };
}
