import { readFileSync } from 'node:fs';
import { commandRoutes } from '../../command-api/routes.ts';
import type { CommandDeps } from '../../command-api/kernel/deps.ts';
import { queryRoutes } from '../../query-api/routes.ts';
import type { QueryDeps } from '../../query-api/kernel/deps.ts';
import type { HealthChecks } from '../../shared/api/health-routes.ts';
import { apiSettings } from '../../shared/api/config.ts';
import { routeSettings } from '../../shared/api/runtime.ts';
import { serviceVersion } from '../../shared/api/version.ts';
import { loadEngine } from '../../shared/clinical/load-knowledge.ts';
import { describeRoutes } from '../../shared/http/openapi-route.ts';
import type { Json } from '../../shared/http/openapi-schemas.ts';
import type { Route } from '../../shared/http/route.ts';
import { told, withPlaceholders } from './story/index.ts';
import { describeWebhooks } from './webhooks.ts';

export type Described = { command: Route[]; query: Route[]; document: Json };

/** What every caller needs before the first call; the page at /v1/docs begins with it. */
const GUIDE = readFileSync(new URL('./guide.md', import.meta.url), 'utf8');

/** What each tag is about, in the order in which they stand. */
const TAGS: Record<string, string> = {
  Sessions: 'A clinical interview, from chief complaint to summary.',
  Patients: "Profiles under the partner's own patient ids, with their sessions.",
  Concepts: 'What may stand in initial_fields and extracted_fields.',
  Webhooks: 'Subscriptions to events, and what became of each delivery.',
  'API keys': 'Keys, their scopes and limits.',
  Tenant: 'Tier, balance, limits, statistics and bulk export.',
  Usage: 'What was called, and what it cost.',
  Audit: 'Who did what, in an unbroken chain.',
  Team: 'Members of the tenant and their roles.',
  'Sign-in': 'Accounts, one-time codes, single sign-on, and the session cookie of the dashboard.',
  Dashboard: 'What only a dashboard session sees.',
  Account: 'Who the caller is.',
  Health: 'Probes.',
  Meta: 'This description and the changelog.',
  Deprecated: 'What is on its way out or removed. Each names what takes its place.',
};

/** Settings without a default; nothing is connected to. */
const SERVERS = {
  DATABASE_URL: 'postgres://127.0.0.1',
  EVENTSTORE_URL: 'esdb://127.0.0.1',
  NATS_URL: 'nats://127.0.0.1',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
};

/** The routes of both APIs, made to be described and not to be called, and their description. */
export async function describeInterface(): Promise<Described> {
  const settings = routeSettings(apiSettings.parse(SERVERS));
  const deps: unknown = { ...settings, engine: await loadEngine(), now: () => new Date() };
  const command = commandRoutes(deps as CommandDeps).map(told);
  const query = queryRoutes(deps as QueryDeps, {} as HealthChecks).map(told);
  const info = {
    title: 'Clinical Triage Service',
    version: serviceVersion,
    description: GUIDE,
    contact: { name: 'The operator of this installation' },
    tags: TAGS,
    webhooks: describeWebhooks(),
  };
  return { command, query, document: withPlaceholders(describeRoutes([...command, ...query], info)) };
}
