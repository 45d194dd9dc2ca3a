import test from 'ava';
import fc from 'fast-check';
import { decide, evolve, noPatient, type PatientState } from '../../../domain/patient/index.ts';
import type { PatientEvent } from '../../../domain/patient/events.ts';
import { PROFILE_LISTS, type ProfileLists } from '../../../domain/patient/types.ts';

const LISTS = PROFILE_LISTS;
const keyOf = (entry: string): string => entry.trim().toLowerCase();
const entry = fc
  .tuple(
    fc.constantFrom('', ' ', '\t'),
    fc.constantFrom('a', 'A', 'b', 'B', 'ab', 'Č', 'č', '💔', 'x y'),
    fc.constantFrom('', ' '),
  )
  .map((parts) => parts.join(''));
const lists = fc.record(Object.fromEntries(LISTS.map((list) => [list, fc.array(entry, { maxLength: 4 })])), {
  requiredKeys: [],
}) as fc.Arbitrary<Partial<ProfileLists>>;

test('lists are what a plain merge makes of them, in order, and each change is told by exactly one event', (t) => {
  fc.assert(
    fc.property(fc.array(fc.record({ add: lists, remove: lists }), { maxLength: 6 }), (changes) => {
      let state: PatientState = noPatient;
      const model = Object.fromEntries(LISTS.map((list) => [list, [] as string[]])) as ProfileLists;
      let revision = 0;
      for (const { add, remove } of changes) {
        const before = structuredClone(model);
        for (const list of LISTS) {
          const unwanted = (remove[list] ?? []).map(keyOf);
          model[list] = model[list].filter((one) => !unwanted.includes(keyOf(one)));
          for (const one of add[list] ?? []) {
            if (!model[list].some((known) => keyOf(known) === keyOf(one))) model[list].push(one.trim());
          }
        }
        const events = decide(state, {
          kind: 'put',
          profile_id: '0191d3a0-0000-7000-8000-000000000001',
          test: false,
          partner_patient_id: 'P-1',
          add,
          remove,
          smoking_status: undefined,
          alcohol_status: undefined,
        });
        const changed = LISTS.filter((list) => JSON.stringify(before[list]) !== JSON.stringify(model[list]));
        if (state.status === 'none') t.is(events[0]?.type, 'patient-profile-created');
        else {
          const names = events.map((event) =>
            event.type === 'patient-profile-updated' ? event.data.changed_fields : [],
          );
          t.deepEqual(names, changed.length > 0 ? [changed] : []);
        }
        for (const event of events as PatientEvent[]) {
          const at = new Date(Date.UTC(2026, 0, 5, 8, revision)).toISOString();
          state = evolve(state, { event, eventId: `event-${revision}`, revision, at, keys: {} });
          revision += 1;
        }
        t.like(state, model);
      }
    }),
    { numRuns: 300 },
  );
});
