import { API_HOSTS, WORKER_HOSTS } from '../parts/service.ts';
import type { Fault } from './fault.ts';

/** Host by host, every process is stopped in order and started again, as when a new version comes. Nobody notices. */
export const roll: Fault = {
  name: 'every process rolled',
  run: async ({ processes }) => {
    for (const name of [...API_HOSTS, ...WORKER_HOSTS]) {
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
