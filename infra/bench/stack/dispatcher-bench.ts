import type { Engine } from '../../../domain/clinical/types.ts';
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import { PUBLIC_EVENT_SOURCES } from '../../../webhook-dispatcher/public-events.ts';
import type { Installation } from '../../cli/connection.ts';
import type { Service } from '../../embedded/service.ts';
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
      const { service } = await startService(stack, options, {
        name: 'dispatcher',
        entry: 'webhook-dispatcher/main.ts',
      });
      const engine = await loadEngine();
      return await work({ stack, installation: stack.installation, sink, service, engine });
    } finally {
      sink.close();
    }
  });
}

const toldEvents = ({ byType }: Prepared): number =>
  PUBLIC_EVENT_SOURCES.reduce((sum, type) => sum + (byType.get(type) ?? 0), 0);

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
  const deliveriesEach = urlsOf[0]?.length ?? 0;

  /**
   * Has so many deliveries, or a few more, stand in the log, lets the dispatcher go and waits for the last one. Returns
   * how many arrived a second. What it takes to write the log is no work of the dispatcher's.
   */
  async function dispatch(deliveries: number): Promise<number> {
    const backlog = await writer.prepare(deliveries / deliveriesEach);
    await sink.reset();
    const sinceMs = await whileHeld(service, () => writer.append(backlog));
    const rate = await sink.rateOf(toldEvents(backlog) * deliveriesEach, sinceMs);
    await projectionsSettled(installation);
    return rate;
  }
  return { writer, secrets, dispatch };
}
