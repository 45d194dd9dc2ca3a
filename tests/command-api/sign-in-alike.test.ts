import test from 'ava';
import { alike } from '../../command-api/sign-in/alike.ts';

const FLOOR_MS = 60;
const deps = {
  signIn: {
    publicUrl: '',
    returnOrigins: [],
    secureCookies: true,
    allowLocalSso: false,
    floorMs: FLOOR_MS,
    registrationsPerHour: 1,
  },
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await alike(deps, work).catch(() => undefined);
  // Timers count whole milliseconds and may end a fraction before theirs.
  return Math.ceil(performance.now() - startedMs) + 1;
}

test('an answer comes no earlier than the floor, whichever way the work ends', async (t) => {
  t.true((await timed(() => Promise.resolve())) >= FLOOR_MS);
  t.true((await timed(() => Promise.reject(new Error('refused')))) >= FLOOR_MS);
  t.is(await alike(deps, () => Promise.resolve('done')), 'done');
  await t.throwsAsync(
    alike(deps, () => Promise.reject(new Error('refused'))),
    { message: 'refused' },
  );
});

test('work that takes longer than the floor ends at the next multiple of it', async (t) => {
  const slow = await timed(() => new Promise((resolve) => setTimeout(resolve, FLOOR_MS + 10)));
  t.true(slow >= 2 * FLOOR_MS, String(slow));
});

test('the floor runs beside the work and not after it', async (t) => {
  const events: string[] = [];
  const work = async (): Promise<void> => {
    events.push('work');
    return Promise.resolve();
  };
  const done = alike(deps, work).then(() => events.push('answer'));
  t.deepEqual(events, ['work'], 'the work begins at once');
  await done;
  t.deepEqual(events, ['work', 'answer']);
});
