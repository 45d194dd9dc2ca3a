import test from 'ava';
import { decide, evolve, noPatient, type PutProfileCommand } from '../../../domain/patient/index.ts';
import { MAX_PROFILE_BYTES } from '../../../domain/patient/decider.ts';
import type { NewPatientEvent } from '../../../domain/patient/events.ts';
import { PROFILE_LISTS } from '../../../domain/patient/types.ts';
import { givenOf, plainFacts } from '../../support/given.ts';
import { backgroundOf } from './samples.ts';

const given = givenOf({ initial: noPatient, evolve, decide, factsOf: plainFacts<NewPatientEvent> });

const PROFILE_ID = '0191d3a0-0000-7000-8000-000000000001';
const put = (change: Partial<PutProfileCommand> = {}): PutProfileCommand => ({
  kind: 'put',
  profile_id: PROFILE_ID,
  test: false,
  partner_patient_id: 'P-1',
  add: {},
  remove: {},
  smoking_status: undefined,
  alcohol_status: undefined,
  ...change,
});
type Created = Extract<NewPatientEvent, { type: 'patient-profile-created' }>;
type Updated = Extract<NewPatientEvent, { type: 'patient-profile-updated' }>;

const created = (profile: Partial<Created['data']['profile']> = {}): Created => ({
  type: 'patient-profile-created',
  data: {
    profile_id: PROFILE_ID,
    test: false,
    profile: { partner_patient_id: 'P-1', ...backgroundOf(), ...profile },
  },
});
const updated = (
  changed_fields: Updated['data']['changed_fields'],
  change: Partial<Updated['data']['change']>,
): Updated => ({
  type: 'patient-profile-updated',
  data: { changed_fields, change: { added: {}, removed: {}, ...change } },
});
const erased: NewPatientEvent = { type: 'patient-erased', data: { cause: 'requested' } };

test('the first put makes a profile, empty or with what it says', (t) => {
  given(t).when(put()).then(created());
  given(t)
    .when(
      put({
        add: { allergies: [' penicillin ', 'PENICILLIN', 'latex'] },
        remove: { allergies: ['latex'] },
        smoking_status: 'former',
      }),
    )
    .then(created({ allergies: ['penicillin', 'latex'], smoking_status: 'former' }));
});

test('later puts append what is not there yet, whatever its case and outer blanks', (t) => {
  given(t, created({ allergies: ['penicillin'] }))
    .when(put({ add: { allergies: ['Penicillin', '  latex', 'Latex '] }, alcohol_status: 'none' }))
    .then(
      updated(['allergies', 'alcohol_status'], { added: { allergies: ['latex'] }, alcohol_status: 'none' }),
    );
});

test('remove takes out before the others come in, so that a spelling can be mended', (t) => {
  const history = [created({ current_medications: ['Warfarin', 'asprin'], allergies: ['latex'] })];
  given(t, ...history)
    .when(put({ remove: { current_medications: [' ASPRIN', 'not there'], allergies: ['x'] } }))
    .then(updated(['current_medications'], { removed: { current_medications: ['asprin'] } }));
  given(t, ...history)
    .when(put({ remove: { current_medications: ['asprin'] }, add: { current_medications: ['aspirin'] } }))
    .then(
      updated(['current_medications'], {
        removed: { current_medications: ['asprin'] },
        added: { current_medications: ['aspirin'] },
      }),
    );
  given(t, ...history)
    .when(put({ remove: { current_medications: ['warfarin'] }, add: { current_medications: ['WARFARIN'] } }))
    .then(
      updated(['current_medications'], {
        removed: { current_medications: ['Warfarin'] },
        added: { current_medications: ['WARFARIN'] },
      }),
    );
});

test('a put that changes nothing leaves no event', (t) => {
  const history = [created({ allergies: ['latex'], smoking_status: 'never' })];
  given(t, ...history)
    .when(put())
    .then();
  given(t, ...history)
    .when(put({ add: { allergies: ['LATEX'] }, remove: { risk_factors: ['x'] }, smoking_status: 'never' }))
    .then();
  given(t, ...history)
    .when(put({ remove: { allergies: ['latex'] }, add: { allergies: ['latex'] } }))
    .then();
});

test('every list that grows too long is named, and so is a profile that grows too large', (t) => {
  const full = Array.from({ length: 200 }, (_, index) => `entry ${index}`);
  const history = [created({ allergies: full, risk_factors: full })];
  given(t, ...history)
    .when(put({ add: { allergies: ['one'], risk_factors: ['two'], family_history: ['three'] } }))
    .thenRefused('invalid_command', ['allergies', 'risk_factors']);
  given(t, ...history)
    .when(put({ remove: { allergies: ['entry 7'] }, add: { allergies: ['one'] } }))
    .thenInspect((events) => t.is(events.length, 1));
  const wide = Array.from({ length: 200 }, (_, index) => `${index}`.padEnd(200, '💔'.slice(0, 2)));
  t.true(Buffer.byteLength(JSON.stringify([wide, wide])) > MAX_PROFILE_BYTES / 2);
  given(t)
    .when(put({ add: Object.fromEntries(PROFILE_LISTS.map((list) => [list, wide])) }))
    .thenRefused('invalid_command', ['body']);
  const plain = Array.from({ length: 200 }, (_, index) => `${index}`.padEnd(200, 'x'));
  given(t)
    .when(put({ add: Object.fromEntries(PROFILE_LISTS.map((list) => [list, plain])) }))
    .thenInspect((events) => t.is(events.length, 1));
});

test('a profile is erased once, and takes nothing afterwards', (t) => {
  given(t).when({ kind: 'erase', cause: 'requested' }).thenRefused('not_found');
  given(t, created()).when({ kind: 'erase', cause: 'requested' }).then(erased);
  given(t, created(), erased).when({ kind: 'erase', cause: 'requested' }).then();
  given(t, created(), erased).when(put()).thenRefused('not_found');
});

test('the fold gives the lists as they stand, and takes destroyed groups as an erasure', (t) => {
  const { state } = given(
    t,
    created({ allergies: ['a', 'b'] }),
    updated(['allergies', 'smoking_status'], {
      removed: { allergies: ['a'] },
      added: { allergies: ['c'] },
      smoking_status: 'current',
    }),
  );
  t.like(state, {
    status: 'known',
    revision: 1,
    allergies: ['b', 'c'],
    smoking_status: 'current',
    alcohol_status: null,
    created_at: '2026-01-05T08:00:00.000Z',
    updated_at: '2026-01-05T08:01:00.000Z',
  });
  const facts = plainFacts<NewPatientEvent>([[created()], [updated([], {})]]);
  const dead = facts.map((fact) => ({
    ...fact,
    event: { ...fact.event, data: { ...fact.event.data, profile: null, change: null } },
  })) as unknown as typeof facts;
  t.deepEqual(evolve(noPatient, dead[0]!), { status: 'erased', revision: 0 });
  t.deepEqual(evolve(evolve(noPatient, facts[0]!), dead[1]!), { status: 'erased', revision: 1 });
});
