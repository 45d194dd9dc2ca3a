import test from 'ava';
import type { DomainError } from '../../../domain/kernel/errors.ts';
import { costOf, decide, type SessionCommand } from '../../../domain/session/index.ts';
import type { OpenSession } from '../../../domain/session/state.ts';
import {
  answerCommand,
  answered,
  demographicsUpdated,
  erased,
  escalated,
  feedbackGiven,
  feedbackOf,
  finalized,
  flagDetected,
  heard,
  openCommand,
  opened,
  outcomeOf,
  routed,
  said,
  timedOut,
  timeOf,
} from './events.ts';
import { scriptedEngine } from './scripted-engine.ts';
import { givenSession, givenSessionOf } from './session.ts';

const COMMANDS: SessionCommand[] = [
  openCommand(),
  answerCommand({ raw_text: 'yes' }),
  { kind: 'route', text: '#headache' },
  { kind: 'update_demographics', age: 40, sex: undefined },
  { kind: 'rectify', age: 40, sex: undefined, clear_answers: [], reason: null },
  { kind: 'finalize' },
  { kind: 'give_feedback', feedback: feedbackOf() },
  { kind: 'time_out', idle_since: timeOf(0) },
  { kind: 'erase', cause: 'requested' },
];
const without = (...kinds: SessionCommand['kind'][]) => COMMANDS.filter(({ kind }) => !kinds.includes(kind));

test('where there is no session, one can only be opened', (t) => {
  for (const command of without('open')) givenSession(t).when(command).thenRefused('not_found');
});

test('an erased session is gone for every command, whatever it was before', (t) => {
  for (const history of [[opened()], [opened(), finalized()]]) {
    const given = givenSession(t, ...history, erased);
    t.deepEqual(given.state, { status: 'erased', revision: history.length });
    for (const command of without('open')) given.when(command).thenRefused('not_found');
  }
});

test('a finalized session takes feedback and erasure, and nothing else', (t) => {
  const given = givenSession(t, opened(), finalized());
  for (const command of without('open', 'give_feedback', 'time_out', 'erase')) {
    given.when(command).thenRefused('session_finalized');
  }
  given.when({ kind: 'time_out', idle_since: timeOf(1) }).then();
  given
    .when({ kind: 'give_feedback', feedback: feedbackOf({ accuracy: 'incorrect', notes: 'no' }) })
    .then(feedbackGiven({ accuracy: 'incorrect', notes: 'no' }));
  given.when({ kind: 'erase', cause: 'retention' }).then({
    type: 'session-erased',
    data: { cause: 'retention' },
  });
});

test('an active session takes no feedback', (t) => {
  givenSession(t, opened())
    .when({ kind: 'give_feedback', feedback: feedbackOf() })
    .thenRefused('session_not_finalized');
});

test('the price list', (t) => {
  t.deepEqual(
    COMMANDS.map((command) => [command.kind, costOf(command)]),
    [
      ['open', 1],
      ['answer', 8],
      ['route', 5],
      ['update_demographics', 0],
      ['rectify', 0],
      ['finalize', 0],
      ['give_feedback', 0],
      ['time_out', 0],
      ['erase', 0],
    ],
  );
});

test('a route text adds branches and evidence to those that are there', (t) => {
  const history = [
    opened({ branches: ['headache'], outcome: outcomeOf({ active_branches: ['headache'] }) }),
    said('yes', 'fever', outcomeOf({ level: 'urgent', present: ['fever'], flags: ['fever'], asks: 'cough' })),
  ];
  const text = '#chest_pain #headache +syncope no !danger';
  const outcome = outcomeOf({
    level: 'emergency',
    present: ['fever', 'syncope'],
    flags: ['fever', 'syncope'],
    asks: 'cough',
    active_branches: ['headache', 'chest_pain'],
  });
  const told = routed({
    text,
    chief_complaint: 'chest_pain',
    confidence: 1,
    secondary: 'headache',
    branches: ['chest_pain', 'headache'],
    reading: {
      evidence: [heard('syncope', 'present', [22, '+syncope'])],
      extracted_fields: { syncope: true },
      extracted_flags: ['danger'],
      field_confidences: { syncope: 0.75 },
    },
    outcome,
    newFlags: ['syncope'],
  });
  givenSession(t, ...history)
    .when({ kind: 'route', text })
    .then(told, flagDetected('syncope'), escalated('urgent', 'emergency'));
  const { state } = givenSession(t, ...history, [told, flagDetected('syncope')]);
  t.like(state, { revision: 3, outcome: { active_branches: ['headache', 'chest_pain'] } });
  t.is(state.status === 'active' && state.tellings.length, 2);
});

test('demographics: undefined leaves as it is, null makes unknown; the outcome is that of the new values', (t) => {
  const history = [
    opened({ age: 50, sex: 'male' }),
    said('yes', 'cough', outcomeOf({ present: ['cough'], asks: 'syncope' })),
  ];
  const given = givenSession(t, ...history);
  const cough = (name: string, probability: number) =>
    outcomeOf({
      asks: 'fever',
      differentials: [{ diagnosis: `Disease of cough${name}`, icd: 'X0', probability, rank: 1 }],
    });
  // The question for cough was asked although fever is open: the engine comes back to fever.
  given
    .when({ kind: 'update_demographics', age: undefined, sex: 'female' })
    .then(demographicsUpdated({ age: 50, sex: 'female' }, ['sex'], cough(' (female)', 0.55)));
  given
    .when({ kind: 'update_demographics', age: null, sex: undefined })
    .then(demographicsUpdated({ age: null, sex: 'male' }, ['age'], cough(' (male)', 0.5)));
  given
    .when({ kind: 'update_demographics', age: 10, sex: null })
    .then(demographicsUpdated({ age: 10, sex: null }, ['age', 'sex'], cough('', 0.51)));
});

test('finalizing closes the interview, with the final scoring and what a webhook may tell of it', (t) => {
  const urgent = outcomeOf({ level: 'urgent', present: ['fever'], flags: ['fever'], asks: 'cough' });
  const unclear = answered({ question_id: 'cough', raw_text: 'hm', unclear: true, outcome: urgent });
  const history = [opened(), [said('yes', 'fever', urgent, ['fever']), flagDetected('fever')], unclear];
  const outcome = { ...urgent, current_question: null, is_complete: true, stop_reason: null };
  givenSession(t, ...history)
    .when({ kind: 'finalize' })
    .then(
      finalized(outcome, {
        pertinent_positives: ['fever'],
        red_flags: outcome.red_flags,
        differentials: outcome.differentials.map((differential) => ({
          ...differential,
          evidence_for: [{ finding: 'fever', label: 'fever', label_cs: 'horečka', weight: 1.5 }],
          evidence_against: [],
        })),
        recommended_next_step: 'urgent',
        presenting_complaint_cs: null,
        recommended_next_step_cs: null,
        lines: [],
        open_points: [],
        sections: [],
      }),
      {
        type: 'assessment-completed',
        data: {
          assessment: {
            triage_level: 'urgent',
            primary_diagnosis_icd: 'X0',
            red_flags: ['red_fever'],
            questions_asked: 2,
          },
        },
      },
    );
  const { state } = givenSession(t, opened(), finalized());
  t.like(state, {
    status: 'finalized',
    finalized_at: timeOf(1),
    last_activity_at: timeOf(1),
    summary: { narrative_cs: 'Pacient říká it hurts.' },
  });
});

test('a session without a differential has no primary diagnosis', (t) => {
  givenSession(t, opened())
    .when({ kind: 'finalize' })
    .thenInspect((events) => {
      t.like(events.at(-1), {
        data: { assessment: { primary_diagnosis_icd: null, red_flags: [], questions_asked: 0 } },
      });
    });
});

test('a new flag or level that only the final scoring finds is told too', (t) => {
  const newer = scriptedEngine({
    version: '0.0.1+scripted',
    assess: () => outcomeOf({ level: 'emergency', present: ['syncope'], flags: ['syncope'] }),
  });
  givenSessionOf(newer)(t, opened())
    .when({ kind: 'finalize' })
    .thenInspect((events) => {
      t.deepEqual(
        events.map(({ type }) => type),
        ['session-finalized', 'red-flag-detected', 'triage-escalated', 'assessment-completed'],
      );
      t.deepEqual(events.slice(1, 3), [flagDetected('syncope'), escalated('routine', 'emergency')]);
    });
});

test('a time-out is recorded once for each idle period', (t) => {
  const timeOut = (idle_since: string): SessionCommand => ({ kind: 'time_out', idle_since });
  const idle = givenSession(t, opened());
  idle.when(timeOut(timeOf(0))).then(timedOut(timeOf(0)));
  idle.when(timeOut(timeOf(1))).then();

  const told = givenSession(t, opened(), timedOut(timeOf(0)));
  t.like(told.state, { status: 'active', timed_out_since: timeOf(0), last_activity_at: timeOf(0) });
  told.when(timeOut(timeOf(0))).then();

  const active = said('no', 'fever', outcomeOf({ asks: 'cough' }));
  const again = givenSession(t, opened(), timedOut(timeOf(0)), active);
  again.when(timeOut(timeOf(0))).then();
  again.when(timeOut(timeOf(2))).then(timedOut(timeOf(2)));
});

test('feedback may be given again: the last one counts', (t) => {
  const { state } = givenSession(
    t,
    opened(),
    finalized(),
    feedbackGiven({ accuracy: 'incorrect' }),
    feedbackGiven({ accuracy: 'correct', actual_icd10: 'I21' }),
  );
  t.like(state, { revision: 3, last_activity_at: timeOf(1), feedback: { actual_icd10: 'I21' } });
});

test('a session grows no further than its limits; it can always be finalized and erased', (t) => {
  const engine = scriptedEngine();
  const { state } = givenSession(t, opened());
  const { state: closed } = givenSession(t, opened(), finalized());
  if (state.status !== 'active' || closed.status !== 'finalized') return t.fail();
  const refuses = (full: OpenSession, command: SessionCommand): boolean => {
    try {
      decide(full, command, engine);
      return false;
    } catch (error) {
      t.is((error as DomainError).code, 'limit_reached', command.kind);
      return true;
    }
  };
  const refused = (revision: number) =>
    without('open')
      .filter((command) => {
        const base = command.kind === 'give_feedback' ? closed : state;
        return refuses({ ...base, revision }, command);
      })
      .map(({ kind }) => kind);
  t.deepEqual(refused(999), []);
  t.deepEqual(refused(1_000), ['answer', 'route', 'update_demographics']);
  t.deepEqual(refused(2_000), ['answer', 'route', 'update_demographics', 'rectify']);
  t.deepEqual(refused(3_000), ['answer', 'route', 'update_demographics', 'rectify', 'give_feedback']);

  const report = { revision: 1, key_id: 'k', kind: 'additional' as const, told: null };
  const told = (count: number): OpenSession => ({
    ...state,
    tellings: Array.from({ length: count }, () => report),
  });
  const tells = COMMANDS.filter(({ kind }) => kind === 'answer' || kind === 'route');
  t.deepEqual(
    tells.map((command) => [refuses(told(199), command), refuses(told(200), command)]),
    [
      [false, true],
      [false, true],
    ],
  );
  t.false(refuses(told(200), { kind: 'finalize' }));
});
