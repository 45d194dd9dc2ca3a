import test from 'ava';
import {
  completeOutcome,
  completeSummary,
  recordedOutcome,
  recordedSummary,
} from '../../../domain/session/recorded.ts';
import { completeState, evolve, isOpen, noSession } from '../../../domain/session/state.ts';
import { readGoldenFile } from '../../golden/golden-files.ts';
import { opened, sessionFacts } from './events.ts';

const withoutCodes = {
  triage_level: 'urgent' as const,
  triage_reason: { kind: 'rule' as const, code: 'one', source: 'test' },
  differentials: [{ diagnosis: 'Flu', icd: 'J11', probability: 0.5, rank: 1 }],
  red_flags: [{ flag: 'one', description: 'A sign' }],
  active_branches: [],
  current_question: {
    question_id: 'fever',
    text: 'Fever?',
    text_cs: 'Horečka?',
    targets: ['fever'],
    is_red_flag: false,
    is_reask: false,
  },
  is_complete: false,
  stop_reason: null,
};

test('of an outcome of before 1.16.0 null stands for what it lacks, and its question is answered in words', (t) => {
  const { differentials, red_flags, current_question } = completeOutcome(recordedOutcome.parse(withoutCodes));
  t.like(differentials[0], { code: null, diagnosis_cs: null, diagnosis: 'Flu' });
  t.like(red_flags[0], { flag: 'one', description_cs: null });
  t.like(current_question, { answer_type: 'text', choices: [], unit: null, reason: null, text: 'Fever?' });
});

test('the summary of version 1 of a finalized session is complete, without codes', (t) => {
  const { conclusion } = readGoldenFile('session-finalized.v1.json').decoded.event.data as {
    conclusion: { summary: unknown };
  };
  const summary = completeSummary(recordedSummary.parse(conclusion.summary));
  t.like(summary, { presenting_complaint_cs: null, recommended_next_step_cs: null, lines: [] });
  t.like(summary, { open_points: [], sections: [] });
  t.true(summary.differentials.every(({ code }) => code === null));
});

test('what was recorded whole stays as it is, in the log and in the row of a state', (t) => {
  const state = sessionFacts([[opened()]]).reduce(evolve, noSession);
  if (!isOpen(state)) throw new Error('the session was not opened');
  t.deepEqual(completeOutcome(state.outcome), state.outcome);
  t.deepEqual(completeState(state), state);
  const older = completeState({ ...state, outcome: withoutCodes });
  t.is(older.outcome.current_question?.answer_type, 'text');
});
