import test from 'ava';
import { keysOf } from '../../command-api/sessions/session-keys.ts';
import type { SessionCommand } from '../../domain/session/commands.ts';
import { sessionEvents, type NewSessionEvent } from '../../domain/session/events.ts';
import { givenSession } from '../domain/session/session.ts';
import {
  answerCommand,
  feedbackOf,
  finalized,
  holdPlaced,
  openCommand,
  opened,
  outcomeOf,
  timeOf,
} from '../domain/session/events.ts';

/** A command of each kind on a session that takes it; the answer raises a flag and the level. */
const EACH: {
  [Kind in SessionCommand['kind']]: [NewSessionEvent[], Extract<SessionCommand, { kind: Kind }>];
} = {
  open: [[], openCommand({ chief_complaint: '+crushing_pain' })],
  answer: [[opened()], answerCommand({ raw_text: 'yes', question_id: 'fever' })],
  route: [[opened()], { kind: 'route', text: '+syncope' }],
  update_demographics: [[opened()], { kind: 'update_demographics', age: 50, sex: undefined }],
  rectify: [[opened()], { kind: 'rectify', age: 50, sex: undefined, clear_answers: [], reason: null }],
  finalize: [[opened()], { kind: 'finalize' }],
  give_feedback: [
    [opened(), finalized(outcomeOf({ asks: null }))],
    { kind: 'give_feedback', feedback: feedbackOf() },
  ],
  time_out: [[opened()], { kind: 'time_out', idle_since: timeOf(0) }],
  place_hold: [[opened()], { kind: 'place_hold', reason: 'claim' }],
  lift_hold: [[opened(), holdPlaced('claim')], { kind: 'lift_hold' }],
  erase: [[opened()], { kind: 'erase', cause: 'requested' }],
};
const KINDS = Object.keys(EACH) as SessionCommand['kind'][];

const rolesOf = (type: string): string[] =>
  sessionEvents
    .filter((definition) => definition.type === type)
    .flatMap(({ sealed }) => Object.values<{ key: string }>(sealed).map(({ key }) => key));

for (const kind of KINDS) {
  test(`the events that ${kind} leads to are sealed with the keys that it gets, and with each of them`, (t) => {
    const [history, command] = EACH[kind];
    const { fresh, older } = keysOf(kind);
    givenSession(t, ...history)
      .when(command)
      .thenInspect((events) => {
        t.true(events.length > 0);
        const needed = new Set(events.flatMap(({ type }) => rolesOf(type)));
        t.deepEqual([...fresh, ...older].sort(), [...needed].sort());
      });
  });
}

test('a session has one key of its own, which the command that opens it makes', (t) => {
  t.deepEqual(
    KINDS.map((kind) => [kind, keysOf(kind)] as const),
    [
      ['open', { fresh: ['subject', 'outcome'], older: [] }],
      ['answer', { fresh: ['answer', 'outcome'], older: [] }],
      ['route', { fresh: ['answer', 'outcome'], older: [] }],
      ['update_demographics', { fresh: ['outcome'], older: ['subject'] }],
      ['rectify', { fresh: ['outcome'], older: ['subject'] }],
      ['finalize', { fresh: ['outcome'], older: [] }],
      ['give_feedback', { fresh: [], older: ['subject'] }],
      ['time_out', { fresh: [], older: [] }],
      ['place_hold', { fresh: [], older: ['subject'] }],
      ['lift_hold', { fresh: [], older: [] }],
      ['erase', { fresh: [], older: [] }],
    ],
  );
});
