import { thisRelease } from '../../support/releases.ts';
import { API_HOSTS, WORKER_HOSTS } from '../parts/service.ts';
import type { Fault } from './fault.ts';

/**
 * An upgrade as docs/operator/upgrades.md has it: the database is migrated and filled by the new version while the older one runs.
 * Then host by host every process is stopped in order, and one of the new version started. Nobody notices.
 */
export const roll: Fault = {
  name: 'every process rolled to a new version',
  run: async ({ processes, command, switchTo }) => {
    switchTo(thisRelease);
    await command('migrate');
    await command('rebuild', '--outdated');
    for (const name of [...WORKER_HOSTS, ...API_HOSTS]) {
      const onHost = processes.filter(({ host }) => host.name === name);
      const codes = await Promise.all(onHost.map((one) => one.stop()));
      if (codes.some((code) => code !== 0)) throw new Error(`${name} ended with ${codes.join(', ')}`);
      await Promise.all(onHost.map((one) => one.start()));
    }
  },
  allowedFailures: {},
  longestGapMs: 3_000,
  recoveryLimitMs: 5_000,
};
