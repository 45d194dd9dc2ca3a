import { readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { startDashboard } from '../support/dashboard.ts';
import type { Flows } from './flow.ts';

/**
 * Every page in a real browser, against the real stack: one browser and one stack for all flows. The flows of a page stand
 * in `flows/<page>.ts`; a new file there is run without a change here. `npm test` runs those with `inEveryRun`, the drill
 * all of them. One page alone: `npm run drill -- tests/dashboard/pages.test.ts --match='api-keys: *'`.
 */
const isFull = process.env['DRILL'] === 'full';
const dashboard = await startDashboard();
const names = readdirSync(path.join(import.meta.dirname, 'flows')).map((file) => path.basename(file, '.ts'));
const flows = await Promise.all(
  names.map(async (name) => {
    const module = (await import(`./flows/${name}.ts`)) as { flows: Flows };
    return module.flows.map((flow) => ({ ...flow, title: `${name}: ${flow.title}` }));
  }),
);
test.after.always(dashboard.stop);

/** Ten times what the longest takes. One that stands still fails by its name. */
const LIMIT_MS = 60_000;

for (const { title, run } of flows.flat().filter(({ inEveryRun = false }) => isFull || inEveryRun)) {
  test.serial(title, (t) => {
    t.timeout(LIMIT_MS);
    return run(t, dashboard);
  });
}
