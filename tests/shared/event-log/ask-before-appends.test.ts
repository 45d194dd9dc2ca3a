import test from 'ava';
import { askBeforeAppends, NothingSentError } from '../../../shared/event-log/ask-before-appends.ts';
import {
  LogUnavailableError,
  WrongRevisionError,
  type EventLog,
} from '../../../shared/event-log/event-log.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';

/** A log in memory whose appends and pings are counted. */
function counted() {
  const memory = createMemoryEventLog();
  const calls: string[] = [];
  const log: EventLog = {
    ...memory,
    append: (...args) => {
      calls.push('append');
      return memory.append(...args);
    },
    ping: () => {
      calls.push('ping');
      return memory.ping();
    },
  };
  const asking = askBeforeAppends(log);
  return { memory, calls, append: () => asking.append('session-1', 'any', []) };
}

test('a log that answers is not asked before an append', async (t) => {
  const { calls, append } = counted();
  await append();
  await append();
  t.deepEqual(calls, ['append', 'append']);
});

test('after an append without an answer nothing is sent until the log answers', async (t) => {
  const { memory, calls, append } = counted();
  memory.setDown(true);
  const first = await t.throwsAsync(append(), { instanceOf: LogUnavailableError });
  t.false(first instanceof NothingSentError, 'of the first one that is not known');
  await t.throwsAsync(append(), { instanceOf: NothingSentError });
  await t.throwsAsync(append(), { instanceOf: NothingSentError });
  t.deepEqual(calls, ['append', 'ping', 'ping']);
  memory.setDown(false);
  await append();
  await append();
  t.deepEqual(calls.slice(3), ['ping', 'append', 'append']);
});

test('a conflict is an answer', async (t) => {
  const memory = createMemoryEventLog();
  const asking = askBeforeAppends({ ...memory, ping: () => Promise.reject(new Error('asked')) });
  for (let times = 0; times < 2; times += 1) {
    await t.throwsAsync(asking.append('session-1', 7, []), { instanceOf: WrongRevisionError });
  }
});
