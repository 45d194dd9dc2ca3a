import test from 'ava';
import { series, type Runnable } from '../../../shared/lifecycle/runnable.ts';
import { atMost, backoff, onAbort, sleep } from '../../../shared/lifecycle/timing.ts';

function recorder() {
  const calls: string[] = [];
  const part = (name: string, failing?: 'start' | 'stop'): Runnable => ({
    start: () => {
      calls.push(`start ${name}`);
      return failing === 'start' ? Promise.reject(new Error(name)) : Promise.resolve();
    },
    stop: () => {
      calls.push(`stop ${name}`);
      return failing === 'stop' ? Promise.reject(new Error(name)) : Promise.resolve();
    },
  });
  return { calls, part };
}

test('parts start in order and stop in reverse', async (t) => {
  const { calls, part } = recorder();
  const all = series(part('a'), part('b'), part('c'));
  await all.start();
  await all.stop();
  await all.stop();
  t.deepEqual(calls, ['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a']);
});

test('after a failed start only what was begun is stopped, and every part is, also when one fails to', async (t) => {
  const { calls, part } = recorder();
  const all = series(part('a'), part('b', 'stop'), part('c', 'start'), part('d'));
  await t.throwsAsync(all.start(), { message: 'c' });
  await t.throwsAsync(all.stop(), { instanceOf: AggregateError });
  t.deepEqual(calls, ['start a', 'start b', 'start c', 'stop c', 'stop b', 'stop a']);
});

test('backoff doubles up to the cap, half of it by chance', (t) => {
  const shortest = backoff({ baseMs: 100, capMs: 1_000, random: () => 0 });
  t.deepEqual([0, 1, 2, 3, 4, 1_000].map(shortest), [50, 100, 200, 400, 500, 500]);
  const longest = backoff({ baseMs: 100, capMs: 1_000, random: () => 1 });
  t.deepEqual([0, 1, 2, 3, 4, 1_000].map(longest), [100, 200, 400, 800, 1_000, 1_000]);
});

test('a sleep ends early when it is aborted', async (t) => {
  const stop = new AbortController();
  const hour = sleep(3_600_000, stop.signal);
  stop.abort();
  await hour;
  await sleep(3_600_000, stop.signal);
  const before = performance.now();
  await sleep(20);
  t.true(performance.now() - before >= 19);
});

test('what is to be done on an abort is done once, also where that was before, and not after it was taken back', (t) => {
  const controller = new AbortController();
  const calls: string[] = [];
  onAbort(controller.signal, () => calls.push('waited'));
  onAbort(controller.signal, () => calls.push('taken back'))();
  controller.abort();
  onAbort(controller.signal, () => calls.push('late'));
  t.deepEqual(calls, ['waited', 'late']);
});

test.serial('work is waited for, but no longer than told, and no timer outlives the wait', async (t) => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  t.is(await atMost(60_000, Promise.resolve('done')), 'done');
  await t.throwsAsync(atMost(60_000, Promise.reject(new Error('broken'))), { message: 'broken' });
  t.is(timers(), before);
  const never = new Promise<string>(() => undefined);
  t.is(await atMost(1, never), undefined);
  t.is(await atMost(1, never, 'late'), 'late');
});
