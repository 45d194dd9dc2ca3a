import test from 'ava';
import { createStreamEnds } from '../../../shared/admission/stream-ends.ts';
import { LogUnavailableError } from '../../../shared/event-log/event-log.ts';
import type { StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { newClock } from '../../support/clock.ts';

const STREAM = 'apikey-1';

/** A log of one stream, with the time of each event. */
function newWorld() {
  const clock = newClock('2026-03-02T08:00:00.000Z');
  const times: Date[] = [clock.at];
  const state = { reads: 0, isOut: false, isDeleted: false };
  const event = (revision: number): StoredEvent =>
    ({ revision, metadata: { occurred_at: times[revision]?.toISOString() } }) as StoredEvent;
  async function* read(revision: number): AsyncIterable<StoredEvent> {
    state.reads += 1;
    await Promise.resolve();
    if (state.isOut) throw new LogUnavailableError();
    if (!state.isDeleted && revision >= 0 && revision < times.length) yield event(revision);
  }
  const log = {
    readTail: () => read(times.length - 1),
    readStream: (_stream: string, from: number) => read(from),
  };
  const ends = createStreamEnds({ log, now: clock.now });
  return {
    clock,
    state,
    append: () => times.push(clock.at),
    isCurrent: (revision: number) => ends.isCurrent(STREAM, revision),
  };
}

test('a row as new as its stream, or newer than what was read of it, is current', async (t) => {
  const { isCurrent, append } = newWorld();
  t.true(await isCurrent(0));
  append();
  t.true(await isCurrent(1));
});

test('a row is an old one once its stream went on more than a minute ago', async (t) => {
  const { isCurrent, append, clock } = newWorld();
  append();
  t.true(await isCurrent(0));
  clock.forward(60);
  t.true(await isCurrent(0));
  clock.forward(1);
  t.false(await isCurrent(0));
});

test('later events do not make the first missed one younger', async (t) => {
  const { isCurrent, append, clock } = newWorld();
  append();
  clock.forward(61);
  append();
  t.false(await isCurrent(0));
});

test('calls read the end of a stream once in 30 seconds', async (t) => {
  const { isCurrent, clock, state } = newWorld();
  await Promise.all([isCurrent(0), isCurrent(0), isCurrent(0)]);
  clock.forward(29);
  await isCurrent(0);
  t.is(state.reads, 1);
  clock.forward(1);
  await isCurrent(0);
  t.is(state.reads, 2);
});

test('without the log a row is taken as it is, until the log answers again', async (t) => {
  const { isCurrent, append, clock, state } = newWorld();
  append();
  clock.forward(61);
  state.isOut = true;
  t.true(await isCurrent(0));
  t.true(await isCurrent(0));
  t.is(state.reads, 1, 'nobody waits for a second one');
  state.isOut = false;
  clock.forward(5);
  t.false(await isCurrent(0));
});

test('a stream of which the log shows nothing stands behind no row, until it shows it again', async (t) => {
  const { isCurrent, state } = newWorld();
  state.isDeleted = true;
  t.false(await isCurrent(0));
  t.false(await isCurrent(7));
  state.isDeleted = false;
  t.true(await isCurrent(0));
});

test('a row from before stays an old one where its stream is deleted right after the log told of it', async (t) => {
  const { isCurrent, append, clock, state } = newWorld();
  append();
  clock.forward(61);
  t.false(await isCurrent(0));
  state.isDeleted = true;
  t.false(await isCurrent(0), 'its end is still remembered');
  clock.forward(30);
  t.false(await isCurrent(0));
});
