import type { Route } from '../shared/http/route.ts';
import { getAccount } from './account/account.ts';
import { listConcepts } from './concepts/list.ts';
import { healthRoutes, type HealthChecks } from './health/routes.ts';
import type { QueryDeps } from './kernel/deps.ts';
import { exportSession } from './sessions/export.ts';
import { listSessions } from './sessions/list.ts';
import { getResults, getState } from './sessions/state.ts';
import { listSubscriptions } from './webhooks/list.ts';

/** Everything that is only read. */
export const queryRoutes = (deps: QueryDeps, checks: HealthChecks): Route[] => [
  listSessions(deps),
  getState(deps),
  getResults(deps),
  exportSession(deps),
  listConcepts(deps),
  getAccount(deps),
  listSubscriptions(deps),
  ...healthRoutes(checks),
];
