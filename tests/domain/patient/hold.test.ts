import test from 'ava';
import { HeldError } from '../../../domain/hold/types.ts';
import { decide, evolve, noPatient, type PatientState } from '../../../domain/patient/index.ts';
import type { NewPatientEvent } from '../../../domain/patient/events.ts';
import { givenOf, plainFacts } from '../../support/given.ts';
import { backgroundOf } from './samples.ts';

const given = givenOf({ initial: noPatient, evolve, decide, factsOf: plainFacts<NewPatientEvent> });

const PROFILE = { profile_id: '0191d3a0-0000-7000-8000-000000000001', test: false } as const;
const created = (allergies: string[] = []): NewPatientEvent => ({
  type: 'patient-profile-created',
  data: { ...PROFILE, profile: { partner_patient_id: 'P-1', ...backgroundOf({ allergies }) } },
});
const placed = (reason: string): NewPatientEvent => ({
  type: 'patient-hold-placed',
  data: { note: { reason } },
});
const lifted: NewPatientEvent = { type: 'patient-hold-lifted', data: {} };
const erased: NewPatientEvent = { type: 'patient-erased', data: { cause: 'requested' } };
const place = { kind: 'place_hold', ...PROFILE, partner_patient_id: 'P-1', reason: 'claim' } as const;
const lift = { kind: 'lift_hold' } as const;
const erase = { kind: 'erase', cause: 'requested' } as const;
const put = {
  ...place,
  kind: 'put',
  add: {},
  remove: {},
  smoking_status: undefined,
  alcohol_status: undefined,
} as const;

test('a hold stands on the profile, and makes one where there is none', (t) => {
  given(t, created()).when(place).then(placed('claim'));
  given(t).when(place).then(created(), placed('claim'));
  given(t, created(), placed('older claim')).when(place).then(placed('claim'));
  given(t, created(), erased).when(place).thenRefused('not_found');
});

test('it is lifted once', (t) => {
  given(t, created(), placed('claim')).when(lift).then(lifted);
  given(t, created()).when(lift).thenRefused('not_found');
  given(t, created(), placed('claim'), lifted).when(lift).thenRefused('not_found');
  given(t, created(), erased).when(lift).thenRefused('not_found');
});

test('under hold nothing is erased and no entry leaves; entries may come', (t) => {
  const held = [created(['latex']), placed('claim')];
  given(t, ...held)
    .when(erase)
    .thenRefused('held');
  given(t, ...held)
    .when({ ...put, remove: { allergies: ['Latex'] } })
    .thenRefused('held');
  given(t, ...held)
    .when({ ...put, remove: { allergies: ['pollen'] } })
    .then();
  given(t, ...held)
    .when({ ...put, add: { allergies: ['pollen'] } })
    .then({
      type: 'patient-profile-updated',
      data: { changed_fields: ['allergies'], change: { added: { allergies: ['pollen'] }, removed: {} } },
    });
  given(t, ...held, lifted)
    .when(erase)
    .then(erased);
});

test('the refusal tells the hold, and its message does not', (t) => {
  const facts = plainFacts<NewPatientEvent>([[created()], [placed('claim')]]);
  const state = facts.reduce<PatientState>(evolve, noPatient);
  const error = t.throws(() => decide(state, erase), { instanceOf: HeldError });
  t.is(error.message, 'The patient is under legal hold.');
  t.deepEqual(error.hold, { reason: 'claim', placed_at: facts[1]!.at });
});
