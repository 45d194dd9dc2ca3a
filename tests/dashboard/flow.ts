import type { ExecutionContext } from 'ava';
import type { Dashboard } from '../support/dashboard.ts';

/** What one may do on a page, from its beginning to its end. */
export type Flow = {
  title: string;
  /** Runs with `npm test`, within its time; the others run with `npm run drill`. */
  inEveryRun?: true;
  run: (t: ExecutionContext, dashboard: Dashboard) => Promise<void>;
};
export type Flows = readonly Flow[];
