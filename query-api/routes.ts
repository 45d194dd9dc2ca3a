import type { Route } from '../shared/http/route.ts';
import { reviewAccess } from './access-review/get.ts';
import { getAccount } from './account/account.ts';
import { getAuditEvent } from './audit/event.ts';
import { listAuditEvents } from './audit/events.ts';
import { exportAudit } from './audit/export.ts';
import { listAudit } from './audit/list.ts';
import { proveAudit } from './audit/proof.ts';
import { listApiKeys } from './api-keys/list.ts';
import { listDisclosures } from './disclosures/list.ts';
import { getConcept } from './concepts/get.ts';
import { listConcepts } from './concepts/list.ts';
import { getExtractFile } from './data-extracts/file.ts';
import { getExtract } from './data-extracts/get.ts';
import { listExtracts } from './data-extracts/list.ts';
import { listErasures } from './erasures/list.ts';
import { listEvents } from './events/list.ts';
import { exportSessions } from './export/bulk-export.ts';
import { createRunningExports } from './export/running-exports.ts';
import { getSystemStatus } from './dashboard/status.ts';
import { interfaceDocument } from '../shared/api/document.ts';
import { healthRoutes, type HealthChecks } from '../shared/api/health-routes.ts';
import type { QueryDeps } from './kernel/deps.ts';
import { listPatients } from './patients/list.ts';
import { getPatient } from './patients/profile.ts';
import { listPatientSessions } from './patients/sessions.ts';
import { getPatientSummary } from './patients/summary.ts';
import { getChangelog } from './public/changelog.ts';
import { getPostmanCollection } from './public/collection.ts';
import { docsRoutes } from './public/docs/routes.ts';
import { listRequests } from './requests/list.ts';
import { summarizeRequests } from './requests/summary.ts';
import { explainSession } from './sessions/explain.ts';
import { exportSession } from './sessions/export.ts';
import { getSession } from './sessions/get.ts';
import { pastSessionState, sessionHistory } from './sessions/history.ts';
import { listSessions } from './sessions/list.ts';
import { getResults, getState } from './sessions/state.ts';
import { getStats } from './stats/stats.ts';
import { getUsageSummary } from './usage-summary/summary.ts';
import { listTeam } from './team/list.ts';
import { getBalance } from './tenant/balance.ts';
import { getBalanceStatus } from './tenant/balance-status.ts';
import { getRateLimit } from './tenant/rate-limit.ts';
import { getRetention } from './tenant/retention.ts';
import { getTier } from './tenant/tier.ts';
import { listUsageDetails } from './usage/details.ts';
import { getUsage } from './usage/usage.ts';
import { listDeadLetters } from './webhooks/dead-letters.ts';
import { listDeliveries } from './webhooks/deliveries.ts';
import { getDelivery } from './webhooks/delivery.ts';
import { getSubscription } from './webhooks/get.ts';
import { listSubscriptions } from './webhooks/list.ts';
import { getWebhookHealth } from './webhooks/health.ts';
import { listSubscriptionDeliveries } from './webhooks/subscription-deliveries.ts';
import { summarizeFailures } from './webhooks/summary.ts';

/** Everything that is only read. */
export const queryRoutes = (deps: QueryDeps, checks: HealthChecks): Route[] => [
  listSessions(deps),
  getSession(deps),
  getState(deps),
  getResults(deps),
  exportSession(deps),
  explainSession(deps),
  sessionHistory(deps),
  pastSessionState(deps),
  listPatients(deps),
  getPatient(deps),
  listPatientSessions(deps),
  getPatientSummary(deps),
  listDisclosures(deps),
  listConcepts(deps),
  getConcept(deps),
  getAccount(deps),
  listApiKeys(deps),
  getBalance(deps),
  getBalanceStatus(deps),
  getTier(deps),
  getRateLimit(deps),
  getRetention(deps),
  getUsage(deps),
  listUsageDetails(deps),
  listSubscriptions(deps),
  getSubscription(deps),
  listEvents(deps),
  listSubscriptionDeliveries(deps),
  getWebhookHealth(deps),
  listDeliveries(deps),
  getDelivery(deps),
  summarizeFailures(deps),
  listDeadLetters(deps),
  listTeam(deps),
  reviewAccess(deps),
  ...adminReads(deps),
  listRequests(deps),
  summarizeRequests(deps),
  getUsageSummary(deps),
  getChangelog(),
  ...docsRoutes(interfaceDocument),
  getPostmanCollection(deps),
  getSystemStatus(deps, checks),
  ...healthRoutes(checks),
];

/** Statistics, the audit trail and the exports, which share one limit on how many run. */
function adminReads(deps: QueryDeps): Route[] {
  const running = createRunningExports(deps);
  return [
    getStats(deps),
    exportSessions(deps, running),
    listAudit(deps),
    listAuditEvents(deps),
    getAuditEvent(deps),
    exportAudit(deps, running),
    proveAudit(deps),
    listErasures(deps),
    listExtracts(deps),
    getExtract(deps),
    getExtractFile(deps),
  ];
}
