import test from 'ava';
import { decideOutcome, type AttemptResult } from '../../webhook-dispatcher/outcome.ts';
import { ATTEMPTS_A_ROUND } from '../../webhook-dispatcher/schedule.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const clock = { now, random: () => 0.5 };
const first = { roundAttempt: 1, wasDeadLettered: false };
const last = { roundAttempt: ATTEMPTS_A_ROUND, wasDeadLettered: false };
const in30s = new Date(now.getTime() + 30_000);

const answered = (statusCode: number, retryAfter: string | null = null): AttemptResult => ({
  kind: 'answered',
  statusCode,
  retryAfter,
  excerpt: Buffer.alloc(0),
  latencyMs: 5,
});
const unanswered = (error: 'timeout' | 'interrupted'): AttemptResult => ({
  kind: 'unanswered',
  error,
  latencyMs: 5,
});

test('every 2xx is delivered', (t) => {
  for (const status of [200, 201, 202, 204, 299])
    t.deepEqual(decideOutcome(answered(status), first, clock), { kind: 'delivered', endpoint: 'healthy' });
});

test('every other status is retried, with its class', (t) => {
  const classes = { 301: 'http_redirect', 404: 'http_client_error', 429: 'http_rate_limited' };
  for (const [status, error] of Object.entries({
    ...classes,
    500: 'http_server_error',
    999: 'http_unexpected',
  }))
    t.deepEqual(decideOutcome(answered(Number(status)), first, clock), {
      kind: 'retry',
      dueAt: in30s,
      error,
      endpoint: 'failing',
    } as never);
});

test('Retry-After counts with 429, 502, 503 and 504 only', (t) => {
  const due = (status: number): number => {
    const decision = decideOutcome(answered(status, '45'), first, clock);
    return decision.kind === 'retry' ? (decision.dueAt.getTime() - now.getTime()) / 1_000 : -1;
  };
  t.deepEqual([429, 502, 503, 504, 500, 400].map(due), [45, 45, 45, 45, 30, 30]);
});

test('the last attempt dead-letters, and exhausts what was replayed from there', (t) => {
  const over = decideOutcome(unanswered('timeout'), last, clock);
  t.like(over, { kind: 'given_up', status: 'dead-lettered', error: 'timeout', isGone: false });
  const again = decideOutcome(unanswered('timeout'), { ...last, wasDeadLettered: true }, clock);
  t.like(again, { kind: 'given_up', status: 'exhausted' });
});

test('410 gives up at once and asks to disable the subscription', (t) => {
  const gone = { kind: 'given_up', status: 'dead-lettered', error: 'http_gone', isGone: true } as const;
  t.like(decideOutcome(answered(410), first, clock), gone);
});

test('a failure that is not of the receiver says nothing about its health', (t) => {
  t.deepEqual(decideOutcome(unanswered('interrupted'), first, clock), { kind: 'released' });
  t.deepEqual(decideOutcome({ kind: 'erased' }, first, clock), {
    kind: 'cancelled',
    resolution: 'subject erased',
  });
  t.like(decideOutcome({ kind: 'unreadable' }, first, clock), { kind: 'retry', endpoint: null });
  t.like(decideOutcome({ kind: 'abandoned' }, first, clock), {
    kind: 'given_up',
    endpoint: null,
    isGone: false,
  });
});
