import test from 'ava';
import { describeProblem, type ConnectionProblem } from '../../../shared/event-log/connection-problem.ts';
import { watchConnection, type ConnectionWatch } from '../../../shared/event-log/connection-watch.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { until } from '../../support/until.ts';

const LIMIT_MS = 5_000;
type Seen = ConnectionProblem | null;

/** Has a watch see these one after the other. Gives what it waited for after each, and the reasons in its log. */
async function watching(...seen: Seen[]): Promise<{ waited: (string | null)[]; reasons: unknown[] }> {
  const reasons: unknown[] = [];
  const logger = createLogger({
    name: 'test',
    level: 'error',
    destination: { write: (line) => void reasons.push((JSON.parse(line) as { reason: unknown }).reason) },
  });
  const waited: (string | null)[] = [];
  let looks = 0;
  const watch: ConnectionWatch = watchConnection(
    () => {
      if (looks > 0 && waited.length < seen.length) waited.push(watch.waitsFor());
      looks += 1;
      // Behind the last one nothing changes.
      return Promise.resolve(seen[Math.min(looks, seen.length) - 1] ?? null);
    },
    logger,
    { everyMs: 1, soonMs: 1 },
  );
  await watch.start();
  await until('all looks', LIMIT_MS, () => waited.length === seen.length);
  const told = reasons.slice();
  await watch.stop();
  return { waited, reasons: told };
}
const line = (problem: Seen): string | null => (problem === null ? null : describeProblem(problem));

test('at the start the first problem counts, and each other reason', async (t) => {
  const { waited, reasons } = await watching('refused', 'no_answer', 'refused', null);
  t.deepEqual(
    waited,
    ['refused', 'no_answer', 'refused', null].map((one) => line(one as Seen)),
  );
  t.deepEqual(reasons, ['refused', 'no_answer', 'refused']);
});

test('once it was reached, one late answer does not count', async (t) => {
  const { waited, reasons } = await watching(null, 'no_answer', null, 'no_answer', null);
  t.deepEqual(waited, [null, null, null, null, null]);
  t.deepEqual(reasons, []);
});

test('once it was reached, two problems count, also where their reasons differ', async (t) => {
  const { waited, reasons } = await watching(null, 'no_answer', 'unreachable', null);
  t.deepEqual(waited, [null, null, line('unreachable'), null]);
  t.deepEqual(reasons, ['unreachable']);
});

test('an outage whose reason alternates is told once; another one that stays is told too', async (t) => {
  const outage: Seen[] = ['no_answer', 'unreachable', 'no_answer', 'unreachable', 'no_answer', 'no_answer'];
  const { waited, reasons } = await watching(null, ...outage);
  const unreachable = line('unreachable');
  t.deepEqual(waited, [null, null, ...Array<string | null>(4).fill(unreachable), line('no_answer')]);
  t.deepEqual(reasons, ['unreachable', 'no_answer']);
});
