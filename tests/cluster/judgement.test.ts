import test from 'ava';
import type { LogFacts } from './fixtures/log-facts.ts';
import type { Received } from './fixtures/receiver.ts';
import {
  commandOf,
  problemsOfCalls,
  problemsOfCharges,
  problemsOfDeliveries,
  problemsOfRefusals,
  slowestDelivery,
} from './judgement.ts';
import type { Operation } from './load/operation.ts';

/* The cluster drill is only as good as what it would find: each case is one thing that must not happen. */

const TENANT = '018f4b1e-7c2a-7000-8000-0123456789ad';
const base: Operation = {
  kind: 'open',
  tenantId: TENANT,
  sessionId: 's1',
  patientId: null,
  idempotencyKey: 'key-1',
  status: 201,
  isReplayed: false,
  failures: [],
  problem: null,
  startedMs: 1_000,
  endedMs: 1_100,
};
const opened = base;
const answered: Operation = { ...base, kind: 'answer', idempotencyKey: 'key-2', status: 200 };
const erased: Operation = { ...base, kind: 'erase-session', idempotencyKey: null, status: 200 };

type Event = LogFacts['events'][number];
const eventOf = (operation: Operation, type: string, charged = 0): Event => ({
  id: `${operation.idempotencyKey ?? 'none'} ${type}`,
  stream: 'session-s1',
  type,
  commandId: commandOf(operation),
  tenantId: TENANT,
  charged,
});
const openedEvent = eventOf(opened, 'session-opened', 1);
const answeredEvent = eventOf(answered, 'session-answered', 8);
const factsOf = (events: Event[], charged = 9, intents = 0): LogFacts => ({
  events,
  balances: { [TENANT]: { granted: 100, charged } },
  intents,
});
const whole = factsOf([openedEvent, answeredEvent]);

test('what was acknowledged stands in the log once, in its session, and nothing else does', (t) => {
  t.deepEqual(problemsOfCalls([opened, answered], whole), []);
  t.deepEqual(problemsOfCalls([opened, answered], factsOf([openedEvent])), [
    'answer: acknowledged, and 0 times in the log',
  ]);
  t.deepEqual(problemsOfCalls([opened, answered], factsOf([openedEvent, answeredEvent, answeredEvent])), [
    'answer: acknowledged, and 2 times in the log',
  ]);
  t.deepEqual(problemsOfCalls([opened], whole), ['session-answered: in the log, and nobody asked for it']);
  t.deepEqual(problemsOfCalls([{ ...opened, sessionId: 's2' }], factsOf([openedEvent])), [
    'open: acknowledged, and 0 times in the log',
    'session-opened: in the log, and nobody asked for it',
  ]);
});

test('a refusal, a call without an end, and a wrong read are told; so is what a refused call has left', (t) => {
  t.deepEqual(problemsOfCalls([{ ...answered, status: 409 }], factsOf([answeredEvent])), [
    'answer: refused with 409',
    'session-answered: in the log, and nobody asked for it',
  ]);
  t.deepEqual(problemsOfCalls([{ ...answered, status: null }], factsOf([])), ['answer: never decided']);
  const read: Operation = { ...base, kind: 'read', idempotencyKey: null, status: 200, problem: 'behind' };
  t.deepEqual(problemsOfCalls([read], factsOf([])), ['read: behind']);
});

test('an erasure has an effect, and its repeat may be a 404', (t) => {
  const trace = eventOf(erased, 'session-erased');
  t.deepEqual(problemsOfCalls([erased], factsOf([trace])), []);
  t.deepEqual(problemsOfCalls([erased], factsOf([])), [
    'erase-session: acknowledged, and the session is not erased',
  ]);
  const repeated = { ...erased, status: 404, failures: ['connection lost'] };
  t.deepEqual(problemsOfCalls([repeated], factsOf([trace])), []);
  t.deepEqual(problemsOfCalls([{ ...repeated, failures: [] }], factsOf([trace])), [
    'erase-session: refused with 404',
  ]);
});

test('log and ledger charge what is due', (t) => {
  t.deepEqual(problemsOfCharges([opened, answered], whole), []);
  t.is(problemsOfCharges([opened, answered], factsOf([openedEvent, answeredEvent], 17)).length, 1);
  t.is(problemsOfCharges([opened], whole).length, 1);
  t.deepEqual(problemsOfCharges([opened, answered], factsOf([openedEvent, answeredEvent], 9, 1)), [
    '1 reservations of tokens are left',
  ]);
});

test('every event that is due arrives, rightly signed and under one id', (t) => {
  const tenants = new Set([TENANT]);
  const arrival = (event: Event, deliveryId: string): Received => ({
    isGood: true,
    path: '/hooks/1',
    eventId: event.id,
    type: 'session.created',
    sessionId: 's1',
    deliveryId,
    atMs: 1_500,
  });
  const both = [arrival(openedEvent, 'd1'), arrival(answeredEvent, 'd2')];
  const problemsOf = (received: Received[], facts = whole) => problemsOfDeliveries(received, facts, tenants);
  t.deepEqual(problemsOf([...both, arrival(openedEvent, 'd1')]), [], 'again is allowed');
  t.deepEqual(problemsOf(both.slice(1)), ['session-opened: in the log, and not delivered']);
  t.deepEqual(problemsOf([...both, arrival(openedEvent, 'd3')]), [
    'an event came under several delivery ids',
  ]);
  const refused: Received = { isGood: false, path: '/hooks/1', reason: 'too_new' };
  t.deepEqual(problemsOf([refused, ...both]), [], 'its repeat has arrived');
  t.deepEqual(problemsOfRefusals([refused, ...both], []), ['a delivery that does not verify: too_new']);
  t.deepEqual(problemsOfRefusals([refused, ...both], ['too_new']), []);
  t.deepEqual(problemsOf(both, factsOf([openedEvent])), ['session.created: delivered, and not in the log']);
  t.deepEqual(problemsOf([], factsOf([openedEvent, eventOf(erased, 'session-erased')])), []);
  t.is(slowestDelivery([opened, answered], both, whole), 400);
});
