import path from 'node:path';
import { runRetention } from '../../../command-api/reactors/retention.ts';
import { DEFAULT_RETENTION_DAYS } from '../../../domain/retention/types.ts';
import { allProjections } from '../../../projectors/all.ts';
import { rebuild } from '../../../projectors/rebuild/rebuild.ts';
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import { createErasureLedger } from '../../../shared/erasure/ledger.ts';
import { createHttpClient, type HttpClient } from '../load/http-client.ts';
import { seededRandom } from '../load/random.ts';
import { createSessionWriter } from '../load/session-writer.ts';
import { goalAtLeast, goalAtMost, repeated, type Measure } from '../report/measure.ts';
import { percentile } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts, type Account } from '../stack/accounts.ts';
import { durability, startApps, withInfrastructure, type BenchStack } from '../stack/bench-stack.ts';
import { projectionsSettled } from '../stack/settled.ts';

const EVENTS_PER_SESSION = 60;
const TENANTS = 4;
const ERASE_GOAL_MS = 300;
const RETENTION_GOAL = 200;

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { erasures: 5, rounds: 2, events: 4_000 } : { erasures: 40, rounds: 3, events: 40_000 };

/** A session with so many events: opened, then corrected again and again. */
async function longSession(client: HttpClient, { key }: Account): Promise<string> {
  const opened = await client.post('/v1/sessions', key, { chief_complaint: 'headache' });
  const { session_id: id } = opened.body as { session_id: string };
  for (let event = 1; event < EVENTS_PER_SESSION; event += 1) {
    const { status } = await client.post(`/v1/sessions/${id}/rectify`, key, { age: 20 + (event % 40) });
    if (status !== 200) throw new Error(`a correction was answered with ${status}`);
  }
  return id;
}

async function erase(baseUrl: string, { key }: Account, sessionId: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(`${baseUrl}/v1/sessions/${sessionId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  });
  await answer.json();
  if (answer.status !== 200) throw new Error(`an erasure was answered with ${answer.status}`);
  return performance.now() - startedMs;
}

/** Over HTTP, with projections and dispatcher running, one after the other: until the signed certificate is there. */
async function measureErasures(
  stack: BenchStack,
  options: BenchOptions,
  accounts: readonly Account[],
): Promise<Measure[]> {
  const { baseUrl, apps } = await startApps(stack, options);
  const client = createHttpClient(baseUrl);
  try {
    const { erasures } = sizesOf(options);
    const sessions: [Account, string][] = [];
    await Promise.all(
      accounts.map(async (account) => {
        for (let index = 0; index < erasures / TENANTS; index += 1) {
          sessions.push([account, await longSession(client, account)]);
        }
      }),
    );
    await projectionsSettled(stack.installation);
    options.tell(`erasing ${sessions.length} sessions of ${EVENTS_PER_SESSION} events`);
    const latencies: number[] = [];
    for (const [account, sessionId] of sessions) latencies.push(await erase(baseUrl, account, sessionId));
    const name = (share: number): string => `erasure of ${EVENTS_PER_SESSION} events, p${share * 100}`;
    return [
      { name: name(0.5), unit: 'ms', value: percentile(latencies, 0.5) },
      { name: name(0.99), unit: 'ms', value: percentile(latencies, 0.99), target: goalAtMost(ERASE_GOAL_MS) },
    ];
  } finally {
    await client.close();
    await apps.stop();
  }
}

/** Finished sessions of four tenants, 31 days later, without a limit of the rate. */
async function measureRetention(
  { installation, infrastructure }: BenchStack,
  options: BenchOptions,
  tenantIds: readonly string[],
): Promise<Measure[]> {
  const { signer } = installation;
  const engine = await loadEngine();
  const writer = createSessionWriter(installation, { engine, tenantIds, random: seededRandom(23) });
  const now = (): Date => new Date(Date.now() + (DEFAULT_RETENTION_DAYS + 1) * 86_400_000);
  const folder = path.join(infrastructure.dir.root, 'erasures');
  const ledger = createErasureLedger({ folder, signer, now, runId: 'bench' });
  const parts = { ...installation, ledger, now, reportFact: () => undefined };
  const { rounds, events } = sizesOf(options);
  const rates: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const written = await writer.write(events);
    await rebuild({ ...installation, projections: allProjections, check: false });
    const startedMs = performance.now();
    const { pruned } = await runRetention(parts, { perSecond: Number.MAX_SAFE_INTEGER });
    rates.push((pruned * 1_000) / (performance.now() - startedMs));
    options.tell(
      `round ${round}: ${pruned} of ${written.sessions} sessions, ${Math.round(rates.at(-1) ?? 0)}/s`,
    );
  }
  return [
    repeated({ name: 'retention, sessions', unit: 'per_s', target: goalAtLeast(RETENTION_GOAL) }, rates),
  ];
}

/** Erasing one session on request, and pruning many after their retention; both by the same mechanism, ledger included. */
export const erasure: Section = {
  name: 'erasure',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const accounts = await openAccounts(stack.installation, { tenants: TENANTS, keysPerTenant: 1 });
      const erasures = await measureErasures(stack, options, accounts);
      const retention = await measureRetention(
        stack,
        options,
        accounts.map(({ tenantId }) => tenantId),
      );
      return {
        conditions: [
          ...(await durability(stack)),
          'each erasure is in the ledger (fsync) before it is answered; retention writes it once a batch of 200 sessions',
        ],
        measures: [...erasures, ...retention],
      };
    }),
};
