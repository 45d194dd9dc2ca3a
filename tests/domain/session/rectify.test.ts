import test from 'ava';
import type { RectifyCommand } from '../../../domain/session/commands.ts';
import {
  answerKeyOf,
  answered,
  demographicsUpdated,
  escalated,
  flagDetected,
  heard,
  opened,
  outcomeKeyOf,
  outcomeOf,
  rectified,
  routed,
  said,
} from './events.ts';
import { questionOf } from './scripted-engine.ts';
import { givenSession } from './session.ts';

const rectify = (changes: Partial<RectifyCommand> = {}): RectifyCommand => ({
  kind: 'rectify',
  age: undefined,
  sex: undefined,
  clear_answers: [],
  reason: null,
  ...changes,
});

const feverish = outcomeOf({ level: 'urgent', present: ['fever'], flags: ['fever'], asks: 'cough' });
const both = outcomeOf({ level: 'urgent', present: ['fever', 'cough'], flags: ['fever'], asks: 'syncope' });
/** Commands 0 to 3: opened, "yes" to fever with its consequences, "yes" to cough, "no" to syncope. */
const interview = [
  opened(),
  [said('yes', 'fever', feverish, ['fever']), flagDetected('fever'), escalated('routine', 'urgent')],
  said('yes', 'cough', both),
  said('no', 'syncope', {
    ...both,
    current_question: null,
    is_complete: true,
    stop_reason: 'question_limit',
  }),
];

test('clearing an answer destroys its key and those of every outcome recorded with or after it', (t) => {
  givenSession(t, ...interview)
    .when(rectify({ clear_answers: ['cough'], reason: 'said by somebody else' }))
    .then(
      rectified({
        changed_fields: ['answers.cough'],
        cleared_revisions: [4],
        destroyed_keys: [answerKeyOf(2), outcomeKeyOf(2), outcomeKeyOf(3)],
        rectification: { reason: 'said by somebody else' },
        outcome: outcomeOf({ level: 'urgent', present: ['fever'], flags: ['fever'], asks: 'cough' }),
      }),
    );
});

test('several answers at once, each named once; the outcome is that of what remains', (t) => {
  givenSession(t, ...interview)
    .when(rectify({ clear_answers: ['syncope', 'fever', 'syncope'] }))
    .then(
      rectified({
        changed_fields: ['answers.syncope', 'answers.fever'],
        cleared_revisions: [1, 5],
        destroyed_keys: [answerKeyOf(1), answerKeyOf(3), outcomeKeyOf(1), outcomeKeyOf(2), outcomeKeyOf(3)],
        outcome: outcomeOf({ present: ['cough'], asks: 'fever' }),
      }),
    );
});

test('what a clearing brings back was told before: to tell it again would tell what was cleared', (t) => {
  const allClear = answered({
    kind: 'additional',
    question_id: 'additional',
    raw_text: '-fever',
    reading: { evidence: [heard('fever', 'absent', [0, '-fever'])], extracted_fields: { fever: false } },
    outcome: outcomeOf({ present: ['cough'], asks: 'syncope' }),
  });
  givenSession(t, ...interview.slice(0, 3), allClear)
    .when(rectify({ clear_answers: ['additional'] }))
    .then(
      rectified({
        changed_fields: ['answers.additional'],
        cleared_revisions: [5],
        destroyed_keys: [answerKeyOf(3), outcomeKeyOf(3)],
        outcome: both,
      }),
    );
});

test('outcomes between that hold no answer are destroyed as well, and the correction has one of its own', (t) => {
  const older = demographicsUpdated(
    { age: 50, sex: null },
    ['age'],
    outcomeOf({ ...feverish, level: 'urgent', present: ['fever'], flags: ['fever'], asks: 'cough' }),
  );
  const history = [...interview.slice(0, 2), older];
  const given = givenSession(t, ...history);
  given.when(rectify({ clear_answers: ['fever'] })).then(
    rectified({
      changed_fields: ['answers.fever'],
      cleared_revisions: [1],
      destroyed_keys: [answerKeyOf(1), outcomeKeyOf(1), outcomeKeyOf(2)],
      rectification: { age: 50 },
      outcome: outcomeOf(),
    }),
  );
});

test('a key is destroyed once: a second clearing names only what came since', (t) => {
  const first = rectified({
    changed_fields: ['answers.cough'],
    cleared_revisions: [4],
    destroyed_keys: [answerKeyOf(2), outcomeKeyOf(2), outcomeKeyOf(3)],
    outcome: feverish,
  });
  const given = givenSession(t, ...interview, first);
  given.when(rectify({ clear_answers: ['cough'] })).thenRefused('invalid_command', ['clear_answers.0']);
  given.when(rectify({ clear_answers: ['syncope'] })).then(
    rectified({
      changed_fields: ['answers.syncope'],
      cleared_revisions: [5],
      destroyed_keys: [answerKeyOf(3), outcomeKeyOf(4)],
      outcome: feverish,
    }),
  );
});

test('a cleared question may be asked and answered again; both answers are cleared together', (t) => {
  const cleared = rectified({
    changed_fields: ['answers.fever'],
    cleared_revisions: [1],
    destroyed_keys: [answerKeyOf(1), outcomeKeyOf(1)],
  });
  const unclear = answered({
    raw_text: 'hm',
    unclear: true,
    outcome: { ...outcomeOf({ asks: 'cough' }), current_question: questionOf('fever', true) },
  });
  const yes = [said('yes', 'fever', feverish, ['fever']), flagDetected('fever')];
  givenSession(t, ...interview.slice(0, 2), cleared, unclear, yes)
    .when(rectify({ clear_answers: ['fever'] }))
    .then(
      rectified({
        changed_fields: ['answers.fever'],
        cleared_revisions: [5, 6],
        destroyed_keys: [answerKeyOf(3), answerKeyOf(4), outcomeKeyOf(3), outcomeKeyOf(4)],
        outcome: outcomeOf(),
      }),
    );
});

test('every unknown question is named by its place; a route text has no name', (t) => {
  const error = givenSession(t, ...interview, routed())
    .when(rectify({ clear_answers: ['canary', 'fever', 'pain_scale', 'null'] }))
    .thenRefused('invalid_command', ['clear_answers.0', 'clear_answers.2', 'clear_answers.3']);
  t.false(JSON.stringify([error.message, error.issues]).includes('canary'));
});

test('age and sex: undefined leaves as it is, null makes unknown, and only what was sent is named', (t) => {
  const given = givenSession(t, opened({ age: 50, sex: 'male' }));
  given
    .when(rectify({ age: null }))
    .then(rectified({ changed_fields: ['age'], rectification: { age: null, sex: 'male' } }));
  given.when(rectify({ sex: 'female', reason: 'mistyped' })).then(
    rectified({
      changed_fields: ['sex'],
      rectification: { age: 50, sex: 'female', reason: 'mistyped' },
    }),
  );
  given
    .when(rectify({ age: 50, sex: null }))
    .then(rectified({ changed_fields: ['age', 'sex'], rectification: { age: 50, sex: null } }));
  const after = givenSession(
    t,
    opened({ age: 50, sex: 'male' }),
    rectified({ changed_fields: ['sex'], rectification: { age: 50, sex: null } }),
  );
  t.like(after.state, { age: 50, sex: null, revision: 1, last_activity_at: '2026-01-05T08:01:00.000Z' });
});

test('a rectification that changes nothing is refused', (t) => {
  givenSession(t, ...interview)
    .when(rectify({ reason: 'just so' }))
    .thenRefused('invalid_command', ['clear_answers']);
});

test('a level that stands already is not told once more by a clearing that leaves it', (t) => {
  const cough = outcomeOf({ present: ['cough'], asks: 'fever' });
  const fever = outcomeOf({
    level: 'urgent',
    present: ['cough', 'fever'],
    flags: ['fever'],
    asks: 'syncope',
  });
  const rest = outcomeOf({ level: 'urgent', present: ['fever'], flags: ['fever'], asks: 'cough' });
  givenSession(t, opened({ outcome: { ...outcomeOf({ asks: 'cough' }) } }), said('yes', 'cough', cough), [
    said('yes', 'fever', fever, ['fever']),
    flagDetected('fever'),
    escalated('routine', 'urgent'),
  ])
    .when(rectify({ clear_answers: ['cough'] }))
    .then(
      rectified({
        changed_fields: ['answers.cough'],
        cleared_revisions: [1],
        destroyed_keys: [answerKeyOf(1), outcomeKeyOf(1), outcomeKeyOf(2)],
        outcome: rest,
      }),
      flagDetected('fever'),
    );
});
