import test from 'ava';
import { EVENT_UNREADABLE } from '../../../domain/event-log/events.ts';
import type { Fact } from '../../../domain/kernel/event-definition.ts';
import type { DomainError } from '../../../domain/kernel/errors.ts';
import { decide, evolve, noSession, type SessionCommand } from '../../../domain/session/index.ts';
import type { SessionEvent } from '../../../domain/session/events.ts';
import type { SessionState } from '../../../domain/session/state.ts';
import { answerCommand, answered, erased, feedbackOf, opened, sessionFacts, timeOf } from './events.ts';
import { scriptedEngine } from './scripted-engine.ts';

/** A session's events with one in place that was skipped. */
const foldOf = (at: number): SessionState =>
  sessionFacts([[opened()], [answered()], [answered()]])
    .map((fact, index) =>
      index === at ? { ...fact, event: EVENT_UNREADABLE as unknown as SessionEvent } : fact,
    )
    .reduce<SessionState>((state, fact: Fact<SessionEvent>) => evolve(state, fact), noSession);

const engine = scriptedEngine();
const refused: SessionCommand[] = [
  answerCommand({ raw_text: 'yes' }),
  { kind: 'route', text: '#headache' },
  { kind: 'update_demographics', age: 40, sex: undefined },
  { kind: 'rectify', age: 40, sex: undefined, clear_answers: [], reason: null },
  { kind: 'finalize' },
  { kind: 'give_feedback', feedback: feedbackOf() },
];

test('a session remembers that an event is missing, whatever came after it', (t) => {
  const state = foldOf(1);
  t.like(state, { status: 'active', revision: 2, unreadable: true });
  t.is('unreadable' in foldOf(99), false);
});

test('nothing is concluded any more, but it times out and can be erased', (t) => {
  const state = foldOf(1);
  for (const command of refused) {
    const error = t.throws<DomainError>(() => decide(state, command, engine), undefined, command.kind);
    t.is(error.code, 'session_unreadable', command.kind);
  }
  t.deepEqual(decide(state, { kind: 'erase', cause: 'requested' }, engine), [erased]);
  t.deepEqual(decide(state, { kind: 'time_out', idle_since: timeOf(99) }, engine), []);
});

test('without its opening there is no session', (t) => {
  t.deepEqual(foldOf(0), noSession);
});
