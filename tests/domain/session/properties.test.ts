import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { TRIAGE_LEVELS, type Engine, type Outcome } from '../../../domain/clinical/types.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import type { Fact } from '../../../domain/kernel/event-definition.ts';
import type { NewSessionEvent, SessionEvent } from '../../../domain/session/events.ts';
import type { SuppliedFields } from '../../../domain/session/types.ts';
import { reassess } from '../../../domain/session/reassess.ts';
import type { SessionCommand } from '../../../domain/session/index.ts';
import {
  evolve,
  isOpen,
  noSession,
  toCase,
  type OpenSession,
  type SessionState,
} from '../../../domain/session/state.ts';
import { answerCommand, feedbackOf, openCommand, timeOf } from './events.ts';
import { createInterview, type Interview } from './interview.ts';
import { COMPLAINTS, FINDINGS } from './scripted-engine.ts';

const RUNS = { numRuns: 60, seed: 20_260_105 };

/** What a caller may do next; which question that means depends on where the interview stands. */
type Step = (interview: Interview) => SessionCommand;

const word = fc.constantFrom(
  ...FINDINGS.flatMap((finding) => [`+${finding}`, `-${finding}`, `?${finding}`]),
  ...COMPLAINTS.map((complaint) => `#${complaint}`),
  ...['yes', 'no', 'hm', 'months:18', 'months:700', 'sex:female', '!danger', '!odd', 'Bolí mě 😀'],
);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const value = fc.oneof(fc.boolean(), fc.constant(null));
const anything = fc.constantFrom<SuppliedFields[string]>(true, null, 7, 12, { deep: ['x'] });
/** Mostly values that the catalogue allows. */
const fields: fc.Arbitrary<SuppliedFields> = fc
  .record(
    {
      fever: value,
      cough: value,
      syncope: value,
      crushing_pain: fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: anything }),
      pain_scale: fc.integer({ min: 0, max: 10 }),
      age_months: fc.integer({ min: 0, max: 300 }),
      odd: anything,
    },
    { requiredKeys: [] },
  )
  .map((told) => Object.fromEntries(Object.entries(told).filter((_, index) => index < 2)));
const age = fc.constantFrom(undefined, null, 0, 1, 58);
const sex = fc.constantFrom(undefined, null, 'female' as const, 'unknown' as const);
const questionId: fc.Arbitrary<string> = fc.constantFrom('current', 'additional', ...FINDINGS, 'nonsense');

const currentOr = (interview: Interview, questionId: string): string => {
  const state = interview.state();
  if (questionId !== 'current' || !isOpen(state)) return questionId;
  return state.outcome.current_question?.question_id ?? 'additional';
};

const answer = fc
  .record({
    questionId: fc.oneof({ weight: 4, arbitrary: fc.constant('current') }, questionId),
    raw_text: fc.option(text),
    extracted_fields: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, fields),
    extracted_flags: fc.subarray(['danger', 'odd_flag']),
    skip: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
  })
  .map(
    ({ questionId, ...rest }): Step =>
      (interview) =>
        answerCommand({ ...rest, question_id: currentOr(interview, questionId) }),
  );
const cleared: fc.Arbitrary<string[]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<string[]>(['current'], ['current', 'additional'], ['current', 'fever']),
  },
  { weight: 1, arbitrary: fc.array(questionId, { maxLength: 3 }) },
);
const rectification = fc.record({ age, sex, cleared }).map((change): Step => (interview) => ({
  kind: 'rectify',
  age: change.age,
  sex: change.sex,
  clear_answers: change.cleared.map((id) => (id === 'current' ? lastAnswered(interview) : id)),
  reason: null,
}));
const lastAnswered = (interview: Interview): string => {
  const state = interview.state();
  const report = isOpen(state)
    ? state.tellings.findLast(({ told }) => (told?.question_id ?? null) !== null)
    : undefined;
  return report?.told?.question_id ?? 'nonsense';
};
const timeOut = fc.boolean().map((isRight): Step => (interview) => {
  const state = interview.state();
  const idle_since = isRight && isOpen(state) ? state.last_activity_at : timeOf(0);
  return { kind: 'time_out', idle_since };
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: answer },
  { weight: 4, arbitrary: rectification },
  {
    weight: 2,
    arbitrary: text.map((told): Step => () => ({ kind: 'route', text: told })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ age, sex }).map((changes): Step => () => ({
      kind: 'update_demographics',
      ...changes,
    })),
  },
  { weight: 1, arbitrary: timeOut },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Step>(
      () => ({ kind: 'finalize' }),
      () => ({ kind: 'give_feedback', feedback: feedbackOf({ notes: 'well' }) }),
    ),
  },
);
const opening: fc.Arbitrary<Step> = fc
  .record({
    chief_complaint: text,
    free_text: fc.option(text),
    initial_fields: fields,
    age: fc.option(fc.integer({ min: 0, max: 130 })),
    sex: fc.option(fc.constantFrom('female' as const, 'male' as const)),
    patient_id: fc.option(fc.string({ maxLength: 5 })),
  })
  .map(
    (changes): Step =>
      () =>
        openCommand(changes),
  );
const course = fc
  .tuple(opening, fc.array(step, { minLength: 6, maxLength: 14 }))
  .map(([first, rest]) => [first, ...rest]);

/** Runs the accepted commands of a course; a refused one changes nothing. */
function run(
  steps: Step[],
  look: (interview: Interview, before: SessionState, events: NewSessionEvent[]) => void,
) {
  const interview = createInterview();
  for (const next of steps) {
    const before = interview.state();
    let events: NewSessionEvent[];
    try {
      events = interview.execute(next(interview));
    } catch (error) {
      assert(error instanceof DomainError, error as Error);
      assert.equal(interview.state(), before);
      continue;
    }
    look(interview, before, events);
  }
  return interview;
}

test('folding the stored events gives the state that the decisions saw, and JSON carries it whole', (t) => {
  let accepted = 0;
  t.notThrows(() => {
    fc.assert(
      fc.property(course, (steps) => {
        run(steps, (interview) => {
          accepted += 1;
          const state = interview.state();
          assert.deepStrictEqual(interview.foldLive(), state);
          assert.deepStrictEqual(JSON.parse(JSON.stringify(state)), state);
          if (state.status !== 'none') assert.equal(state.revision, interview.facts().length - 1);
        });
      }),
      RUNS,
    );
  });
  t.true(accepted > RUNS.numRuns * 4, `only ${accepted} commands were accepted`);
});

test('with the keys destroyed that rectifications name, the log folds to the state that they left', (t) => {
  let count = 0;
  t.notThrows(() => {
    fc.assert(
      fc.property(course, (steps) => {
        run(steps, (interview, _before, events) => {
          assert.deepStrictEqual(interview.foldCleared(), interview.state());
          count += events[0]?.type === 'session-rectified' ? events[0].data.cleared_revisions.length : 0;
        });
      }),
      RUNS,
    );
  });
  t.true(count > RUNS.numRuns / 2, `only ${count} answers were cleared`);
});

test('the outcome of an active session is what the engine makes of all that is known of it', (t) => {
  t.notThrows(() => {
    fc.assert(
      fc.property(course, (steps) => {
        run(steps, (interview) => {
          const state = interview.state();
          if (state.status !== 'active') return;
          assert.deepStrictEqual(interview.engine.assess(toCase(state)), state.outcome);
          // Every outcome that is still readable has a key to destroy it by, and each key stands once.
          const keys = state.outcome_keys.map((key) => key.key_id);
          assert.equal(new Set(keys).size, keys.length);
          assert(!keys.includes(''));
        });
      }),
      RUNS,
    );
  });
});

/** Finalizing ends the questions; what was concluded stays. */
const conclusionOf = ({
  triage_level,
  triage_reason,
  differentials,
  red_flags,
  active_branches,
}: Outcome) => ({
  triage_level,
  triage_reason,
  differentials,
  red_flags,
  active_branches,
});

test('told again to the same engine, a session comes to the outcome that it was recorded with', (t) => {
  t.notThrows(() => {
    fc.assert(
      fc.property(course, (steps) => {
        const interview = run(steps, () => undefined);
        const state = interview.state();
        if (!isOpen(state)) return;
        const reassessed = reassess(interview.clearedFacts(), interview.engine);
        assert(reassessed !== null);
        assert.deepStrictEqual(conclusionOf(reassessed), conclusionOf(state.outcome));
      }),
      RUNS,
    );
  });
});

/** What a change is measured against; with a clearing what stood before the first answer that it clears. */
function outcomeBefore(engine: Engine, before: OpenSession, events: readonly NewSessionEvent[]): Outcome {
  const cleared = events.flatMap(({ type, data }) =>
    type === 'session-rectified' ? data.cleared_revisions : [],
  );
  if (cleared.length === 0) return before.outcome;
  const first = Math.min(...cleared);
  return engine.assess(
    toCase({ ...before, tellings: before.tellings.filter(({ revision }) => revision < first) }),
  );
}

test('each new flag is told once, and an escalation exactly when the level is more urgent', (t) => {
  const urgency = (outcome: Outcome): number => TRIAGE_LEVELS.indexOf(outcome.triage_level);
  t.notThrows(() => {
    fc.assert(
      fc.property(course, (steps) => {
        run(steps, (interview, before, events) => {
          const after = interview.state();
          if (!isOpen(after)) return;
          const earlier = isOpen(before) ? outcomeBefore(interview.engine, before, events) : null;
          const known = earlier?.red_flags.map(({ flag }) => flag) ?? [];
          const fresh = after.outcome.red_flags.filter(({ flag }) => !known.includes(flag));
          const told = events.flatMap(({ type, data }) =>
            type === 'red-flag-detected' ? [data.finding] : [],
          );
          assert.deepStrictEqual(told, fresh);
          const standing = [earlier, isOpen(before) ? before.outcome : null];
          const isMoreUrgent = standing.every((one) => one !== null && urgency(after.outcome) < urgency(one));
          const escalations = events.filter(({ type }) => type === 'triage-escalated');
          assert.equal(escalations.length, isMoreUrgent ? 1 : 0);
        });
      }),
      RUNS,
    );
  });
});

test('once every key is destroyed, the log of a session tells nothing but that it was erased', (t) => {
  t.notThrows(() => {
    fc.assert(
      fc.property(course, (steps) => {
        const interview = run(steps, () => undefined);
        if (interview.state().status === 'none') return;
        const count = interview.facts().length;
        assert.deepStrictEqual(interview.foldErased(), { status: 'erased', revision: count - 1 });
        interview.execute({ kind: 'erase', cause: 'retention' });
        assert.deepStrictEqual(interview.state(), { status: 'erased', revision: count });
        assert.deepStrictEqual(interview.foldErased(), interview.state());
      }),
      { ...RUNS, numRuns: 30 },
    );
  });
});

/** Facts of all kinds, readable and destroyed, as a log could never hold them in this order. */
const disorder = fc
  .tuple(course, course)
  .map((courses) =>
    courses.flatMap((steps) => {
      const interview = run(steps, () => undefined);
      if (isOpen(interview.state())) interview.execute({ kind: 'erase', cause: 'requested' });
      return [...interview.facts(), ...interview.clearedFacts(), ...interview.facts().map(destroyed)];
    }),
  )
  .chain((facts) => fc.shuffledSubarray(facts, { minLength: facts.length }))
  .map((facts) => facts.map((fact, revision): Fact<SessionEvent> => ({ ...fact, revision })));

const destroyed = (fact: Fact<SessionEvent>): Fact<SessionEvent> => {
  const data = Object.entries(fact.event.data as Record<string, unknown>).map(([name, value]) => [
    name,
    typeof value === 'object' && !Array.isArray(value) ? null : value,
  ]);
  return {
    ...fact,
    keys: {},
    event: { type: fact.event.type, data: Object.fromEntries(data) as unknown } as SessionEvent,
  };
};

test('a fold takes any event in any state', (t) => {
  t.notThrows(() => {
    fc.assert(
      fc.property(disorder, (facts) => {
        let state: SessionState = noSession;
        for (const fact of facts) {
          state = evolve(state, fact);
          assert(['none', 'active', 'finalized', 'erased'].includes(state.status));
          assert(state.status === 'none' || state.revision === fact.revision);
        }
      }),
      { ...RUNS, numRuns: 30 },
    );
  });
});
