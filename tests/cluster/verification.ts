import { until } from '../support/until.ts';
import type { Cluster } from './cluster.ts';
import type { LogFacts } from './fixtures/log-facts.ts';
import {
  dueEvents,
  problemsOfCalls,
  problemsOfCharges,
  problemsOfDeliveries,
  slowestDelivery,
  summed,
} from './judgement.ts';
import type { Operation } from './load/operation.ts';
import type { Partners } from './load/partners.ts';

/** A delivery that a dispatcher had claimed when it died goes out 60 s later. */
const DELIVERED_LIMIT_MS = 90_000;

/** Waits until all that must arrive has, as long as that may take. */
async function awaitDeliveries(partners: Partners, due: LogFacts['events']): Promise<void> {
  await until('every event is delivered', DELIVERED_LIMIT_MS, () => {
    const arrived = new Set(partners.received().flatMap((one) => (one.isGood ? [one.eventId] : [])));
    return due.every(({ id }) => arrived.has(id));
  }).catch(() => undefined); // what has not is told below
}

type Failed = { problem: string };
const told = (name: string) => (error: unknown) => ({ problem: `${name}: ${String(error)}` });

/** What the product's own commands say: the trail of every tenant, and every table against the log. */
async function problemsOfCommands({ ops }: Cluster): Promise<string[]> {
  const results = await Promise.all([
    ops('audit', 'verify', '--all', '--against-log').catch(told('audit verify')),
    ops('rebuild', '--all', '--check').catch(told('rebuild --check')),
  ]);
  return results.flatMap((result) => (result as Partial<Failed>).problem ?? []);
}

export type Verdict = {
  /** Empty where all is as it must be. */
  problems: string[];
  /** Of the operations that were asked about. */
  slowestDeliveryMs: number;
};

/**
 * What is wrong, of all that the partners have done so far, while they do nothing: of what was acknowledged, charged and
 * delivered, and of the trail and the tables. `latest` are the operations whose deliveries are timed.
 */
export async function verify(
  cluster: Cluster,
  partners: Partners,
  latest: readonly Operation[],
): Promise<Verdict> {
  const facts = JSON.parse(await cluster.runProgram('log-facts.ts', {})) as LogFacts;
  const operations = partners.operations();
  const tenants = new Set(partners.all.map(({ tenantId }) => tenantId));
  const [commands] = await Promise.all([
    problemsOfCommands(cluster),
    awaitDeliveries(partners, dueEvents(facts, tenants)),
  ]);
  const received = partners.received();
  const problems = summed([
    ...problemsOfCalls(operations, facts),
    ...problemsOfCharges(operations, facts),
    ...problemsOfDeliveries(received, facts, tenants),
    ...commands,
  ]);
  return { problems, slowestDeliveryMs: slowestDelivery(latest, received, facts) };
}
