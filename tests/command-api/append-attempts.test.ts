import test from 'ava';
import { appendInAttempts, SETTLED_AFTER_MS } from '../../command-api/kernel/append-attempts.ts';
import { isRefusal, NotAppendedError, UnsettledAppendError } from '../../command-api/kernel/refusal.ts';
import { NothingSentError } from '../../shared/event-log/ask-before-appends.ts';
import { LogUnavailableError, WrongRevisionError } from '../../shared/event-log/event-log.ts';
import { ApiError } from '../../shared/http/errors.ts';

const exhausted = { message: 'Too many at once.', retryAfterS: 7 };

/** Fails as often as there are errors, then appends. */
function appending(...errors: Error[]) {
  const seen: Error[] = [];
  return {
    seen,
    attempt: () => {
      const error = errors.shift();
      return error ? Promise.reject(error) : Promise.resolve('appended');
    },
    lookAgain: (error: Error): Promise<string | null> => {
      seen.push(error);
      return Promise.resolve(null);
    },
    exhausted,
  };
}

test('after a conflict or a lost answer the stream is read, and the append made again', async (t) => {
  const [conflict, lost] = [new WrongRevisionError(), new LogUnavailableError()];
  const work = appending(conflict, lost);
  t.is(await appendInAttempts(work), 'appended');
  t.deepEqual(work.seen, [conflict, lost]);
});

test('what the command has left in the stream is its result', async (t) => {
  const work = { ...appending(new LogUnavailableError()), lookAgain: () => Promise.resolve('found') };
  t.is(await appendInAttempts(work), 'found');
});

test('four conflicts are enough, and the last attempt is looked for as well', async (t) => {
  const conflicts = Array.from({ length: 4 }, () => new WrongRevisionError());
  const work = appending(...conflicts);
  const error = await t.throwsAsync(appendInAttempts(work), { instanceOf: ApiError });
  t.like(error, { status: 503, message: 'Too many at once.', headers: { 'Retry-After': '7' } });
  t.deepEqual(work.seen, conflicts);
  t.true(isRefusal(error), 'none of them was appended');
});

test('any other error ends it at once', async (t) => {
  const refusal = new Error('refused');
  const work = appending(refusal);
  t.is(await t.throwsAsync(appendInAttempts(work)), refusal);
  t.deepEqual(work.seen, []);
});

test('what was not sent was not appended, and is not looked for', async (t) => {
  const work = appending(new NothingSentError());
  const error = await t.throwsAsync(appendInAttempts(work), { instanceOf: NothingSentError });
  t.true(isRefusal(error));
  t.deepEqual(work.seen, []);
});

const unsettled: [string, Error[], () => Promise<string | null>][] = [
  [
    'four lost answers',
    Array.from({ length: 4 }, () => new LogUnavailableError()),
    () => Promise.resolve(null),
  ],
  [
    'a lost answer, then a log that is away',
    [new LogUnavailableError(), new NothingSentError()],
    () => Promise.resolve(null),
  ],
  [
    'a lost answer, then a refusal',
    [new LogUnavailableError(), new Error('refused')],
    () => Promise.resolve(null),
  ],
  [
    'a lost answer, and nobody to ask',
    [new LogUnavailableError()],
    () => Promise.reject(new LogUnavailableError()),
  ],
  [
    'a conflict, then a lost answer',
    [new WrongRevisionError(), ...Array.from({ length: 3 }, () => new LogUnavailableError())],
    () => Promise.resolve(null),
  ],
];
for (const [name, errors, lookAgain] of unsettled) {
  test(`${name}: it may still happen for a while`, async (t) => {
    const startedAtMs = performance.now();
    const work = { ...appending(...errors), lookAgain };
    const error = await t.throwsAsync(appendInAttempts(work), { instanceOf: UnsettledAppendError });
    t.false(isRefusal(error));
    t.true(error.settledAtMs >= startedAtMs + SETTLED_AFTER_MS);
    t.true(error.settledAtMs <= performance.now() + SETTLED_AFTER_MS);
  });
}

test('after a conflict an earlier append cannot happen any more: its place is taken', async (t) => {
  const conflicts = Array.from({ length: 3 }, () => new WrongRevisionError());
  const work = appending(new LogUnavailableError(), ...conflicts);
  await t.throwsAsync(appendInAttempts(work), { instanceOf: NotAppendedError });
});
