import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import test from 'ava';
import { oneAtATime } from '../../../shared/lifecycle/one-at-a-time.ts';

/** Work that ends when a test says so, under limits that are over when it says so. */
function observed() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const limits: { ms: number; signal: AbortSignal | undefined; over: () => void }[] = [];
  const inTurn = oneAtATime({
    waitMs: 700,
    late: () => new Error('late'),
    wait: (ms, signal) => new Promise((over) => limits.push({ ms, signal, over })),
  });
  const ask = (name: string): Promise<string> =>
    inTurn(() => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await turnOfTheLoop();
  };
  return { begun, limits, inTurn, ask, end };
}

test('one after another, in order; a failure is that of its own work alone, and no timer is left', async (t) => {
  const { begun, limits, inTurn, ask, end } = observed();
  const first = ask('a');
  const failing = inTurn(() => Promise.reject(new Error('its own')));
  const last = ask('b');
  await turnOfTheLoop();
  t.deepEqual(begun, ['a']);
  await end('a');
  t.is(await first, 'a');
  await t.throwsAsync(failing, { message: 'its own' });
  t.deepEqual(begun, ['a', 'b']);
  await end('b');
  t.is(await last, 'b');
  t.true(limits.every(({ ms, signal }) => ms === 700 && signal?.aborted));
});

test('while late work goes on nothing else is begun, and who comes is refused at once', async (t) => {
  const { begun, limits, ask, end } = observed();
  const [hanging, behind] = [ask('hanging'), ask('behind')];
  await turnOfTheLoop();
  limits[0]?.over();
  await t.throwsAsync(hanging, { message: 'late' });
  await t.throwsAsync(ask('refused'), { message: 'late' });
  t.is(limits.length, 2, 'it did not wait');
  limits[1]?.over();
  await t.throwsAsync(behind, { message: 'late' });
  await t.throwsAsync(ask('refused as well'), { message: 'late' });
  await end('hanging');
  const after = ask('after');
  await turnOfTheLoop();
  await end('after');
  t.is(await after, 'after');
  t.deepEqual(begun, ['hanging', 'after']);
});

test("late work that fails in the end is nobody else's failure", async (t) => {
  const { limits, inTurn, ask, end } = observed();
  let fail = (): void => undefined;
  const failing = inTurn(() => new Promise((_, reject) => (fail = () => reject(new Error('at last')))));
  await turnOfTheLoop();
  limits[0]?.over();
  await t.throwsAsync(failing, { message: 'late' });
  fail();
  await turnOfTheLoop();
  const after = ask('after');
  await turnOfTheLoop();
  await end('after');
  t.is(await after, 'after');
});
