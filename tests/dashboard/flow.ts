import type { ExecutionContext } from 'ava';
import type { Dashboard } from '../support/dashboard.ts';

/** What one may do on a page, from its beginning to its end. */
export type Flow = { title: string; run: (t: ExecutionContext, dashboard: Dashboard) => Promise<void> };
export type Flows = readonly Flow[];
