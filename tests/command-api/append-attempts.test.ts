import test from 'ava';
import { appendInAttempts } from '../../command-api/kernel/append-attempts.ts';
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
});

test('any other error ends it at once', async (t) => {
  const refusal = new Error('refused');
  const work = appending(refusal);
  t.is(await t.throwsAsync(appendInAttempts(work)), refusal);
  t.deepEqual(work.seen, []);
});
