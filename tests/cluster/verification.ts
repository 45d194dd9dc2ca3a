import { v5 as uuidV5 } from 'uuid';
import { PUBLIC_EVENT_SOURCES } from '../../webhook-dispatcher/public-events.ts';
import { until } from '../support/until.ts';
import type { Cluster } from './cluster.ts';
import type { LogFacts } from './fixtures/log-facts.ts';
import { isAcknowledged, priceOf, type Operation, type OperationKind } from './load/operation.ts';
import type { Partners } from './load/partners.ts';

/** What a call leaves in the log, under the id that follows from its Idempotency-Key: exactly once. */
const EVENT_OF: Partial<Record<OperationKind, string>> = {
  open: 'session-opened',
  route: 'session-routed',
  answer: 'session-answered',
  finalize: 'session-finalized',
};
const CHARGED_EVENTS = new Set(Object.values(EVENT_OF));
/** Balances are not subscribed to. */
const SENT_EVENTS = new Set<string>(PUBLIC_EVENT_SOURCES);
SENT_EVENTS.delete('balance-threshold-crossed');

const DELIVERED_LIMIT_MS = 90_000;
/** Lines of one kind that a report names. */
const MOST_NAMED = 5;

const commandOf = ({ tenantId, idempotencyKey }: Operation): string =>
  uuidV5(`live|${idempotencyKey}|0`, tenantId);
const sessionStream = (id: string | null): string => `session-${id}`;

/** Counts what comes under a key. */
function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** Each wrong call, by what is wrong with it. */
function problemsOfCalls(operations: readonly Operation[], { events }: LogFacts): string[] {
  const written = countBy(events, ({ commandId, type }) => `${commandId} ${type}`);
  const erased = new Set(events.filter(({ type }) => type === 'session-erased').map(({ stream }) => stream));
  const wanted = new Set<string>();
  const problems: string[] = [];
  for (const operation of operations) {
    const { kind, status, problem, sessionId } = operation;
    if (!isAcknowledged(operation)) {
      problems.push(`${kind}: ${status === null ? 'never decided' : `refused with ${status}`}`);
      continue;
    }
    if (problem !== null) problems.push(`${kind}: ${problem}`);
    const type = EVENT_OF[kind];
    if (type !== undefined) {
      const name = `${commandOf(operation)} ${type}`;
      wanted.add(name);
      const count = written.get(name) ?? 0;
      if (count !== 1) problems.push(`${kind}: acknowledged, and ${count} times in the log`);
    }
    const isErasure = kind === 'erase-session' || kind === 'erase-patient';
    if (isErasure && !erased.has(sessionStream(sessionId))) {
      problems.push(`${kind}: acknowledged, and the session is not erased`);
    }
  }
  const unasked = events.filter(
    ({ type, commandId }) => CHARGED_EVENTS.has(type) && !wanted.has(`${commandId} ${type}`),
  );
  return [...problems, ...unasked.map(({ type }) => `${type}: in the log, and nobody asked for it`)];
}

function problemsOfCharges(
  operations: readonly Operation[],
  { events, balances, intents }: LogFacts,
): string[] {
  const problems = intents === 0 ? [] : [`${intents} reservations of tokens are left`];
  for (const tenantId of new Set(operations.map((one) => one.tenantId))) {
    const due = operations
      .filter((one) => one.tenantId === tenantId && isAcknowledged(one))
      .reduce((sum, one) => sum + priceOf(one), 0);
    const inLog = events
      .filter((event) => event.tenantId === tenantId)
      .reduce((sum, { charged }) => sum + charged, 0);
    const inLedger = balances[tenantId]?.charged;
    if (inLog !== due || inLedger !== due) {
      problems.push(`tokens: ${due} are due, ${inLog} stand in the log, ${inLedger} in the ledger`);
    }
  }
  return problems;
}

/** Waits until every event has arrived that must; gives what did not, and what arrived in another way than it must. */
async function problemsOfDeliveries(partners: Partners, { events }: LogFacts): Promise<string[]> {
  const tenants = new Set(partners.all.map(({ tenantId }) => tenantId));
  const published = events.filter(({ type, tenantId }) => SENT_EVENTS.has(type) && tenants.has(tenantId));
  const erased = new Set(events.filter(({ type }) => type === 'session-erased').map(({ stream }) => stream));
  const ids = new Set(published.map(({ id }) => id));
  // What an erasure overtakes is not sent any more.
  const due = published.filter(({ stream }) => !erased.has(stream));
  const arrivedIds = (): Set<string> =>
    new Set(partners.received().flatMap((one) => (one.isGood ? [one.eventId] : [])));
  await until('every event is delivered', DELIVERED_LIMIT_MS, () => {
    const arrived = arrivedIds();
    return due.every(({ id }) => arrived.has(id));
  }).catch(() => undefined);
  const arrived = arrivedIds();
  const received = partners.received();
  const deliveryIds = new Map<string, Set<string>>();
  const problems = due
    .filter(({ id }) => !arrived.has(id))
    .map(({ type }) => `${type}: in the log, and not delivered`);
  for (const one of received) {
    if (!one.isGood) problems.push(`a delivery that does not verify: ${one.reason}`);
    else {
      if (!ids.has(one.eventId)) problems.push(`${one.type}: delivered, and not in the log`);
      const known = deliveryIds.get(one.eventId) ?? new Set();
      deliveryIds.set(one.eventId, known.add(one.deliveryId));
    }
  }
  const doubled = [...deliveryIds.values()].filter(({ size }) => size > 1).length;
  return doubled === 0 ? problems : [...problems, `${doubled} events came under several delivery ids`];
}

/** From the answer to a call until what it brought about first arrived, of the slowest; by the partners' clock. */
function slowestDelivery(operations: readonly Operation[], partners: Partners, { events }: LogFacts): number {
  const answeredMs = new Map(operations.map((one) => [commandOf(one), one.endedMs]));
  const arrivedMs = new Map<string, number>();
  for (const one of partners.received()) {
    if (one.isGood && !arrivedMs.has(one.eventId)) arrivedMs.set(one.eventId, one.atMs);
  }
  const waits = events.map(
    ({ id, commandId }) => (arrivedMs.get(id) ?? 0) - (answeredMs.get(commandId) ?? Infinity),
  );
  return Math.max(0, ...waits);
}

/** Each problem once, with how often it is there. */
function summed(problems: readonly string[]): string[] {
  return [...countBy(problems, (problem) => problem)]
    .slice(0, MOST_NAMED)
    .map(([problem, count]) => (count === 1 ? problem : `${problem} (${count} times)`));
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
  const [deliveries, commands] = await Promise.all([
    problemsOfDeliveries(partners, facts),
    problemsOfCommands(cluster),
  ]);
  const problems = summed([
    ...problemsOfCalls(operations, facts),
    ...problemsOfCharges(operations, facts),
    ...deliveries,
    ...commands,
  ]);
  return { problems, slowestDeliveryMs: slowestDelivery(latest, partners, facts) };
}
