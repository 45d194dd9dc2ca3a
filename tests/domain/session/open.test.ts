import test from 'ava';
import type { Engine } from '../../../domain/clinical/types.ts';
import { questionOf, scriptedEngine } from './scripted-engine.ts';
import {
  erased,
  evidenceOf,
  finalized,
  flagDetected,
  openCommand,
  opened,
  heard,
  outcomeOf,
} from './events.ts';
import { givenSession, givenSessionOf } from './session.ts';

test('a session opens with what the complaint alone justifies', (t) => {
  givenSession(t).when(openCommand()).then(opened());
  givenSession(t)
    .when(openCommand({ test: true, patient_id: 'p-1' }))
    .then(opened({ test: true, patient_id: 'p-1' }));
});

test('the complaint text gives the branches, the free text what is known', (t) => {
  givenSession(t)
    .when(
      openCommand({
        chief_complaint: '#headache and #chest_pain',
        free_text: '+fever months:18 sex:female #fever_complaint',
      }),
    )
    .then(
      opened({
        chief_complaint: '#headache and #chest_pain',
        free_text: '+fever months:18 sex:female #fever_complaint',
        branches: ['headache', 'chest_pain'],
        reading: {
          evidence: [heard('fever', 'present', [0, '+fever'])],
          extracted_fields: { fever: true },
          field_confidences: { fever: 0.75 },
          age_months: 18,
          sex: 'female',
        },
        outcome: outcomeOf({
          level: 'urgent',
          flags: ['fever'],
          asks: 'cough',
          active_branches: ['headache', 'chest_pain'],
          differentials: [
            { diagnosis: 'Disease of fever (female)', icd: 'X0', probability: 0.5 + 1.5 / 1_000, rank: 1 },
          ],
        }),
      }),
      flagDetected('fever'),
    );
});

test('a complaint that is not recognised is looked for in the free text', (t) => {
  const texts = { chief_complaint: 'it hurts', free_text: '#headache' };
  givenSession(t)
    .when(openCommand(texts))
    .then(
      opened({ ...texts, branches: ['headache'], outcome: outcomeOf({ active_branches: ['headache'] }) }),
    );
});

test('initial fields win over the texts; what the catalogue does not know is kept and named', (t) => {
  const initial_fields = { fever: false, age_months: 9, odd: { deep: [1] } };
  givenSession(t)
    .when(openCommand({ chief_complaint: '+fever +cough months:30', initial_fields }))
    .then(
      opened({
        chief_complaint: '+fever +cough months:30',
        initial_fields,
        reading: {
          evidence: [heard('cough', 'present', [7, '+cough']), evidenceOf('fever', { status: 'absent' })],
          extracted_fields: { cough: true, fever: false },
          field_confidences: { cough: 0.75, fever: 1 },
          unrecognised: ['odd'],
          age_months: 9,
        },
        outcome: outcomeOf({
          asks: 'syncope',
          differentials: [
            { diagnosis: 'Disease of cough', icd: 'X0', probability: 0.5 + 9 / 12 / 1_000, rank: 1 },
          ],
        }),
      }),
    );
});

test('every red flag at the opening is told; nothing has escalated', (t) => {
  const initial_fields = { fever: true, crushing_pain: true };
  const outcome = outcomeOf({
    level: 'emergency_ambulance',
    present: ['fever', 'crushing_pain'],
    flags: ['fever', 'crushing_pain'],
    asks: null,
  });
  givenSession(t)
    .when(openCommand({ initial_fields }))
    .then(
      opened({
        initial_fields,
        reading: {
          evidence: [evidenceOf('fever'), evidenceOf('crushing_pain')],
          extracted_fields: { fever: true, crushing_pain: true },
          field_confidences: { fever: 1, crushing_pain: 1 },
        },
        outcome,
      }),
      flagDetected('fever'),
      flagDetected('crushing_pain'),
    );
});

test('the stated age wins over the texts, which may refine it; the stated sex wins as well', (t) => {
  const opening = givenSession(t);
  const assessed = (age: number | null, months: number | null, stated: 'male' | null = null) => {
    const command = openCommand({
      age,
      sex: stated,
      chief_complaint: `+cough sex:female ${months === null ? '' : `months:${months}`}`,
    });
    let probability: number | undefined;
    let diagnosis: string | undefined;
    opening.when(command).thenInspect(([event]) => {
      const first = event?.type === 'session-opened' ? event.data.outcome.differentials[0] : undefined;
      probability = first?.probability;
      diagnosis = first?.diagnosis;
    });
    return { months: Math.round(((probability ?? 0) - 0.5) * 12_000), diagnosis };
  };
  t.is(assessed(null, null).months, 0);
  t.is(assessed(null, 30).months, 30);
  t.is(assessed(2, 30).months, 30, '30 months are 2 years');
  t.is(assessed(3, 30).months, 36, '30 months are not 3 years');
  t.is(assessed(0, null).months, 0);
  t.is(assessed(null, null).diagnosis, 'Disease of cough (female)');
  t.is(assessed(null, null, 'male').diagnosis, 'Disease of cough (male)');
});

test('fields that cannot be right are all named, and nothing else is told of them', (t) => {
  const error = givenSession(t)
    .when(openCommand({ initial_fields: { fever: 'canary', odd: 'x', pain_scale: 11 } }))
    .thenRefused('invalid_command', ['initial_fields.fever', 'initial_fields.pain_scale']);
  t.false(JSON.stringify([error.message, error.issues]).includes('canary'));
});

test('a session opens once, whatever became of it', (t) => {
  for (const history of [[opened()], [opened(), finalized()], [opened(), erased]]) {
    givenSession(t, ...history)
      .when(openCommand())
      .thenRefused('already_exists');
  }
});

test('the state of an opened session is what was recorded', (t) => {
  const { state } = givenSession(
    t,
    opened({
      patient_id: 'p-1',
      age: 4,
      sex: 'male',
      branches: ['headache'],
      reading: { unrecognised: ['odd'] },
    }),
  );
  if (state.status !== 'active') return t.fail();
  t.like(state, {
    revision: 0,
    created_at: '2026-01-05T08:00:00.000Z',
    last_activity_at: '2026-01-05T08:00:00.000Z',
    timed_out_since: null,
    complaint: 'headache',
    patient_id: 'p-1',
    age: 4,
    sex: 'male',
    intake_unrecognised: ['odd'],
    finalized_at: null,
    feedback: null,
  });
  t.deepEqual(state.outcome.current_question, questionOf('fever'));
});

test('each text is read once, however much is made of it', (t) => {
  const read: unknown[] = [];
  const counting = new Proxy(scriptedEngine(), {
    get: (engine, name: keyof Engine) => {
      const part: unknown = engine[name];
      if (typeof part !== 'function') return part;
      return (...args: unknown[]): unknown => {
        if (typeof args[0] === 'string') read.push(args[0]);
        return Reflect.apply(part, engine, args) as unknown;
      };
    },
  });
  givenSessionOf(counting)(t)
    .when(openCommand({ chief_complaint: 'it hurts', free_text: '#headache' }))
    .thenInspect(([event]) => t.like(event?.data, { complaint: 'headache' }));
  t.deepEqual(read, ['it hurts', '#headache']);
});

test('the sentences that were not understood stand in the event', (t) => {
  givenSession(t)
    .when(openCommand({ chief_complaint: '#headache ~frobbly ~wibble' }))
    .then(
      opened({
        chief_complaint: '#headache ~frobbly ~wibble',
        branches: ['headache'],
        reading: {
          unread: [
            { span: { start: 10, end: 18, text: '~frobbly' }, suggests: ['frobbly'] },
            { span: { start: 19, end: 26, text: '~wibble' }, suggests: ['wibble'] },
          ],
        },
        outcome: outcomeOf({ active_branches: ['headache'], asks: 'fever' }),
      }),
    );
});
