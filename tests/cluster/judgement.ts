/* Holds what partners noted against what the log, the ledger and the receiver have. Pure: what is wrong comes out as text. */

import { v5 as uuidV5 } from 'uuid';
import { PUBLIC_EVENT_SOURCES } from '../../webhook-dispatcher/public-events.ts';
import type { LogFacts } from './fixtures/log-facts.ts';
import { isAcknowledged, priceOf, type Operation, type OperationKind } from './load/operation.ts';
import type { Received } from './fixtures/receiver.ts';

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

/** Lines of one kind that a report names. */
const MOST_NAMED = 5;

/** The id of the command that follows from tenant, mode and Idempotency-Key. */
export const commandOf = ({ tenantId, idempotencyKey }: Operation): string =>
  uuidV5(`live|${idempotencyKey}|0`, tenantId);
const sessionStream = (id: string | null): string => `session-${id}`;

const erasedStreams = (events: LogFacts['events']): Set<string> =>
  new Set(events.filter(({ type }) => type === 'session-erased').map(({ stream }) => stream));

type Named = Pick<LogFacts['events'][number], 'commandId' | 'type' | 'stream'>;
const nameOf = ({ commandId, type, stream }: Named): string => `${commandId} ${type} ${stream}`;

/** Counts what comes under a key. */
function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** What was acknowledged and is not there, or is there and was not asked for. */
export function problemsOfCalls(operations: readonly Operation[], { events }: LogFacts): string[] {
  const written = countBy(events, nameOf);
  const erased = erasedStreams(events);
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
      const name = nameOf({ commandId: commandOf(operation), type, stream: sessionStream(sessionId) });
      wanted.add(name);
      const count = written.get(name) ?? 0;
      if (count !== 1) problems.push(`${kind}: acknowledged, and ${count} times in the log`);
    }
    const isErasure = kind === 'erase-session' || kind === 'erase-patient';
    if (isErasure && !erased.has(sessionStream(sessionId))) {
      problems.push(`${kind}: acknowledged, and the session is not erased`);
    }
  }
  const unasked = events.filter((event) => CHARGED_EVENTS.has(event.type) && !wanted.has(nameOf(event)));
  return [...problems, ...unasked.map(({ type }) => `${type}: in the log, and nobody asked for it`)];
}

/** Tokens that are due by the record, and those that were charged. */
export function problemsOfCharges(
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

/** What must arrive: every public event of these tenants, but those that an erasure overtakes. */
export function dueEvents({ events }: LogFacts, tenants: ReadonlySet<string>): LogFacts['events'] {
  const erased = erasedStreams(events);
  return events.filter(
    ({ type, tenantId, stream }) => SENT_EVENTS.has(type) && tenants.has(tenantId) && !erased.has(stream),
  );
}

/** What the receiver refused for another reason than may be. */
export const problemsOfRefusals = (received: readonly Received[], allowed: readonly string[]): string[] =>
  received.flatMap((one) =>
    one.isGood || allowed.includes(one.reason) ? [] : [`a delivery that does not verify: ${one.reason}`],
  );

/** What did not arrive, or arrived in another way than it must: under two ids, or without a cause. */
export function problemsOfDeliveries(
  received: readonly Received[],
  facts: LogFacts,
  tenants: ReadonlySet<string>,
): string[] {
  const sent = new Set(facts.events.filter(({ type }) => SENT_EVENTS.has(type)).map(({ id }) => id));
  const deliveryIds = new Map<string, Set<string>>();
  const problems: string[] = [];
  for (const one of received) {
    if (!one.isGood) continue;
    if (!sent.has(one.eventId)) problems.push(`${one.type}: delivered, and not in the log`);
    const known = deliveryIds.get(one.eventId) ?? new Set();
    deliveryIds.set(one.eventId, known.add(one.deliveryId));
  }
  for (const { id, type } of dueEvents(facts, tenants)) {
    if (!deliveryIds.has(id)) problems.push(`${type}: in the log, and not delivered`);
  }
  const doubled = [...deliveryIds.values()].filter(({ size }) => size > 1);
  return [...problems, ...doubled.map(() => 'an event came under several delivery ids')];
}

/** From the answer to a call until what it brought about first arrived, of the slowest; by the partners' clock. */
export function slowestDelivery(
  operations: readonly Operation[],
  received: readonly Received[],
  { events }: LogFacts,
): number {
  const answeredMs = new Map(operations.map((one) => [commandOf(one), one.endedMs]));
  const arrivedMs = new Map<string, number>();
  for (const one of received) {
    if (one.isGood && !arrivedMs.has(one.eventId)) arrivedMs.set(one.eventId, one.atMs);
  }
  const waits = events.map(
    ({ id, commandId }) => (arrivedMs.get(id) ?? 0) - (answeredMs.get(commandId) ?? Infinity),
  );
  return Math.max(0, ...waits);
}

/** Each problem once, with how often it is there. */
export function summed(problems: readonly string[]): string[] {
  return [...countBy(problems, (problem) => problem)]
    .slice(0, MOST_NAMED)
    .map(([problem, count]) => (count === 1 ? problem : `${problem} (${count} times)`));
}
