import test from 'ava';
import { isOpen, toCase } from '../../../domain/session/state.ts';
import { openCommand, opened, outcomeOf, flagDetected } from './events.ts';
import { givenSession } from './session.ts';

const background = {
  chronic_conditions: ['fever', 'something else'],
  current_medications: [],
  allergies: ['penicillin'],
  risk_factors: [],
  family_history: [],
  smoking_status: 'never' as const,
  alcohol_status: null,
};
const evidence = [
  { finding: 'fever', status: 'present' as const, confidence: 0.75, source: 'profile' as const },
];
const known = opened({
  patient_id: 'p-1',
  background: { ...background, evidence },
  outcome: outcomeOf({
    level: 'urgent',
    flags: ['fever'],
    asks: 'cough',
    differentials: [{ diagnosis: 'Disease of fever', icd: 'X0', probability: 0.5, rank: 1 }],
  }),
});

test('a session takes the profile along, with what the engine read in it', (t) => {
  givenSession(t)
    .when(openCommand({ patient_id: 'p-1', background }))
    .then(known, flagDetected('fever'));
  givenSession(t)
    .when(openCommand({ background: null }))
    .then(opened());
});

test('which profile it was stays in the event: the state is that of a release that knows of none', (t) => {
  const profile_id = '0190a5f0-0000-7000-8000-000000000001';
  const named = opened({ patient_id: 'p-1', background: { ...background, evidence, profile_id } });
  const { state } = givenSession(t, [named]);
  if (!isOpen(state)) throw new Error('the session is not open');
  t.deepEqual(state.background, { ...background, evidence });
});

test('the profile is known before whatever is told, which wins over it', (t) => {
  const { state } = givenSession(t, [known, flagDetected('fever')]);
  if (!isOpen(state)) throw new Error('the session is not open');
  t.deepEqual(toCase(state).evidence, evidence);
  t.like(toCase(state).background, background);
  givenSession(t, [known, flagDetected('fever')])
    .when({
      kind: 'answer',
      question_id: 'additional',
      raw_text: '-fever',
      extracted_fields: {},
      extracted_flags: [],
      field_confidences: null,
      skip: false,
    })
    .thenInspect(([event]) => {
      if (event?.type !== 'session-answered') throw new Error('an answer was expected');
      t.deepEqual(event.data.outcome.red_flags, []);
    });
});
