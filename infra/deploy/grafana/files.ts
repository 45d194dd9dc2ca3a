import { fileURLToPath } from 'node:url';
import { formatted } from '../../scripts/formatted.ts';
import { dashboardOf } from './board.ts';
import { deliveries } from './boards/deliveries.ts';
import { engine } from './boards/engine.ts';
import { log } from './boards/log.ts';
import { service } from './boards/service.ts';

/** The dashboards as files that Grafana imports. */
export const dashboardFiles = (): Promise<{ path: string; text: string }[]> =>
  Promise.all(
    [service, log, deliveries, engine].map(async (board) => {
      const path = fileURLToPath(new URL(`./${board.uid}.json`, import.meta.url));
      return { path, text: await formatted(path, JSON.stringify(dashboardOf(board))) };
    }),
  );
