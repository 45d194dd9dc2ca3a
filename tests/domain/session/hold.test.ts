import test from 'ava';
import { HeldError } from '../../../domain/hold/types.ts';
import { decide, evolve, noSession } from '../../../domain/session/index.ts';
import type { NewSessionEvent } from '../../../domain/session/events.ts';
import type { SessionCommand } from '../../../domain/session/commands.ts';
import { isOpen, type SessionState } from '../../../domain/session/state.ts';
import {
  erased,
  finalized,
  holdLifted,
  holdPlaced,
  opened,
  outcomeOf,
  said,
  sessionFacts,
  timeOf,
} from './events.ts';
import { scriptedEngine } from './scripted-engine.ts';
import { givenSession } from './session.ts';

const erase = { kind: 'erase', cause: 'requested' } as const;
const rectify = (clear_answers: string[], age?: number) =>
  ({ kind: 'rectify', age, sex: undefined, clear_answers, reason: null }) as const;
const fever = said('yes', 'fever', outcomeOf({ present: ['fever'], asks: 'cough' }));
const stateAfter = (events: NewSessionEvent[]): SessionState =>
  sessionFacts(events.map((event) => [event])).reduce<SessionState>(evolve, noSession);

/** The hold that refuses the command, after these events. */
function holdAgainst(events: NewSessionEvent[], command: SessionCommand) {
  try {
    decide(stateAfter(events), command, scriptedEngine());
  } catch (error) {
    if (error instanceof HeldError) return [error.message, error.hold] as const;
    throw error;
  }
  return null;
}

test('a hold stands on a session from when it is placed until it is lifted, finalized or not', (t) => {
  for (const history of [[opened()], [opened(), finalized()]]) {
    givenSession(t, ...history)
      .when({ kind: 'place_hold', reason: 'claim' })
      .then(holdPlaced('claim'));
    givenSession(t, ...history, holdPlaced('claim'))
      .when({ kind: 'place_hold', reason: 'another claim' })
      .then(holdPlaced('another claim'));
    givenSession(t, ...history, holdPlaced('claim'))
      .when({ kind: 'lift_hold' })
      .then(holdLifted);
  }
  const state = stateAfter([opened(), holdPlaced('claim')]);
  t.deepEqual(isOpen(state) && state.hold, { reason: 'claim', placed_at: timeOf(1) });
  t.is(isOpen(state) && state.last_activity_at, timeOf(0), 'a hold is no activity');
  t.false('hold' in stateAfter([opened(), holdPlaced('claim'), holdLifted]));
});

test('there is nothing to lift where no hold stands', (t) => {
  givenSession(t, opened()).when({ kind: 'lift_hold' }).thenRefused('not_found');
  givenSession(t, opened(), holdPlaced('a'), holdLifted).when({ kind: 'lift_hold' }).thenRefused('not_found');
});

test('a held session is not erased, and none of its answers is cleared; all else goes on', (t) => {
  const held = [opened(), fever, holdPlaced('claim')];
  const hold = { reason: 'claim', placed_at: timeOf(2) };
  t.deepEqual(holdAgainst(held, erase), ['The session is under legal hold.', hold]);
  t.deepEqual(holdAgainst(held, rectify(['fever'])), ['The session is under legal hold.', hold]);
  t.is(holdAgainst(held, rectify([], 55)), null);
  t.is(holdAgainst(held, { kind: 'finalize' }), null);
  givenSession(t, ...held, holdLifted)
    .when(erase)
    .then(erased);
});

test('the hold of a patient protects the session in the same way', (t) => {
  const patient_hold = { reason: 'claim', placed_at: timeOf(0) };
  const expected = ['The patient is under legal hold.', patient_hold] as const;
  t.deepEqual(holdAgainst([opened(), fever], { ...erase, patient_hold }), expected);
  t.deepEqual(holdAgainst([opened(), fever], { ...rectify(['fever']), patient_hold }), expected);
  t.is(holdAgainst([opened(), fever], { ...rectify([], 55), patient_hold }), null);
});
