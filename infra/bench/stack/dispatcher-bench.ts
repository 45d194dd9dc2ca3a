import type { Engine } from '../../../domain/clinical/types.ts';
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import { PUBLIC_EVENT_SOURCES } from '../../../webhook-dispatcher/public-events.ts';
import type { Installation } from '../../cli/connection.ts';
import { dispatcherApp } from '../../embedded/apps.ts';
import type { Service } from '../../../shared/lifecycle/service.ts';
import { seededRandom } from '../load/random.ts';
import { createSessionWriter, type Prepared } from '../load/session-writer.ts';
import type { BenchOptions } from '../section.ts';
import { startSink, type Sink } from '../sink/client.ts';
import { openAccounts } from './accounts.ts';
import { startService, withInfrastructure, type BenchStack } from './bench-stack.ts';
import { projectionsSettled } from './settled.ts';
import { subscribe } from './subscriptions.ts';

/** A dispatcher as a process of its own, and local receivers for it. */
export type DispatcherBench = {
  stack: BenchStack;
  installation: Installation;
  sink: Sink;
  service: Service;
  engine: Engine;
};

export async function withDispatcher<T>(
  options: BenchOptions,
  work: (bench: DispatcherBench) => Promise<T>,
): Promise<T> {
  return withInfrastructure(options, async (stack) => {
    const sink = await startSink();
    try {
      const { service } = await startService(stack, options, dispatcherApp);
      const engine = await loadEngine();
      return await work({ stack, installation: stack.installation, sink, service, engine });
    } finally {
      sink.close();
    }
  });
}

const PUBLIC = new Set<string>(PUBLIC_EVENT_SOURCES);
type PublicCounts = { total: number; byTenant: ReadonlyMap<string, number> };

/** Counts the events of a backlog that become public events. */
function publicCountsOf({ streams }: Prepared): PublicCounts {
  const byTenant = new Map<string, number>();
  let total = 0;
  for (const { type, metadata } of streams.flatMap(({ events }) => events)) {
    if (!PUBLIC.has(type)) continue;
    total += 1;
    byTenant.set(metadata.tenant_id, (byTenant.get(metadata.tenant_id) ?? 0) + 1);
  }
  return { total, byTenant };
}

/** Works while the dispatcher stands still. Returns when it goes on (milliseconds since 1970). */
async function whileHeld(service: Service, work: () => Promise<void>): Promise<number> {
  const pid = service.pid();
  if (pid === undefined) throw new Error(`${service.name} does not run`);
  process.kill(pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  return performance.timeOrigin + performance.now();
}

/** Makes tenants that each subscribe with these receivers, and what writes interviews of theirs. */
export async function openTenants(bench: DispatcherBench, urlsOf: readonly (readonly string[])[]) {
  const { installation, sink, service, engine } = bench;
  const accounts = await openAccounts(installation, { tenants: urlsOf.length, keysPerTenant: 1 });
  const tenantIds = accounts.map(({ tenantId }) => tenantId);
  const secrets = new Map<string, string>();
  for (const [index, urls] of urlsOf.entries()) {
    for (const url of urls) secrets.set(url, await subscribe(installation, tenantIds[index] ?? '', url));
  }
  const writer = createSessionWriter(installation, { engine, tenantIds, random: seededRandom(17) });

  /** Has events stand in the log and lets the dispatcher go. Returns how many arrived a second. */
  async function dispatchUntil(
    events: number,
    arrivalsOf: (counts: PublicCounts) => number,
  ): Promise<number> {
    const backlog = await writer.prepare(events);
    await sink.reset();
    // What it takes to write the log is no work of the dispatcher's.
    const sinceMs = await whileHeld(service, () => writer.append(backlog));
    const rate = await sink.rateOf(arrivalsOf(publicCountsOf(backlog)), sinceMs);
    await projectionsSettled(installation);
    return rate;
  }
  const each = urlsOf[0]?.length ?? 0;
  return {
    writer,
    secrets,
    /** Waits for so many deliveries, or a few more. */
    dispatch: (deliveries: number) => dispatchUntil(deliveries / each, ({ total }) => total * each),
    /** Waits for the deliveries to the first so many tenants, of so many events of all. */
    dispatchTo: (tenants: number, events: number) =>
      dispatchUntil(events, ({ byTenant }) =>
        tenantIds.slice(0, tenants).reduce((sum, id) => sum + (byTenant.get(id) ?? 0), 0),
      ),
  };
}
