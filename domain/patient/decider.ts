import { requireFree } from '../hold/types.ts';
import { DomainError, type CommandIssue } from '../kernel/errors.ts';
import type { PatientCommand, PlaceHoldCommand, PutProfileCommand } from './commands.ts';
import type { NewPatientEvent, ProfileChange } from './events.ts';
import { changedLists, type PatientProfile, type PatientState } from './state.ts';
import {
  HABITS,
  MAX_ENTRIES,
  PROFILE_LISTS,
  type Background,
  type ProfileList,
  type ProfileLists,
} from './types.ts';

/**
 * Bytes of a profile's entries together, as JSON: what is sealed, encoded and appended with a session that takes the
 * profile along stays below the log's limit of 1 MiB. Five full lists of plain letters fit.
 */
export const MAX_PROFILE_BYTES = 300_000;
/** Each change is read again with every later one. */
const MAX_REVISION = 10_000;

/** Decides one command about a patient's profile; none follow from one that changes nothing. Throws DomainError. */
export function decide(state: PatientState, command: PatientCommand): NewPatientEvent[] {
  switch (command.kind) {
    case 'put':
      if (state.status === 'erased') throw new DomainError('not_found', 'The patient was erased.');
      return state.status === 'none' ? create(command) : update(state, command);
    case 'place_hold':
      return placeHold(state, command);
    case 'lift_hold':
      if (state.status !== 'known' || !state.hold) {
        throw new DomainError('not_found', 'The patient is under no hold.');
      }
      return [{ type: 'patient-hold-lifted', data: {} }];
    case 'erase':
      if (state.status === 'known') requireFree('patient', state.hold);
      if (state.status === 'none') throw new DomainError('not_found', 'The patient does not exist.');
      return state.status === 'erased' ? [] : [{ type: 'patient-erased', data: { cause: command.cause } }];
  }
}

const NO_ENTRIES: ProfileLists = {
  chronic_conditions: [],
  current_medications: [],
  allergies: [],
  risk_factors: [],
  family_history: [],
};

function placeHold(state: PatientState, command: PlaceHoldCommand): NewPatientEvent[] {
  if (state.status === 'erased') throw new DomainError('not_found', 'The patient was erased.');
  if (state.status === 'known') requireRevision(state);
  const { profile_id, test, partner_patient_id, reason } = command;
  const profile = { partner_patient_id, ...NO_ENTRIES, smoking_status: null, alcohol_status: null };
  const created: NewPatientEvent = { type: 'patient-profile-created', data: { profile_id, test, profile } };
  const placed: NewPatientEvent = { type: 'patient-hold-placed', data: { note: { reason } } };
  return state.status === 'none' ? [created, placed] : [placed];
}

function create(command: PutProfileCommand): NewPatientEvent[] {
  const { profile_id, test, partner_patient_id } = command;
  const lists = changedLists(NO_ENTRIES, changeOf(NO_ENTRIES, command));
  requireRoom(lists);
  const { smoking_status = null, alcohol_status = null } = command;
  const profile = { partner_patient_id, ...lists, smoking_status, alcohol_status };
  return [{ type: 'patient-profile-created', data: { profile_id, test, profile } }];
}

function update(state: PatientProfile, command: PutProfileCommand): NewPatientEvent[] {
  const { added, removed } = changeOf(state, command);
  const lists = changedLists(state, { added, removed });
  const changedListNames = PROFILE_LISTS.filter((list) => !isSameList(lists[list], state[list]));
  const changedHabits = HABITS.filter((habit) => isOtherHabit(state, command, habit));
  if (changedListNames.length + changedHabits.length === 0) return [];
  if (changedListNames.some((list) => removed[list])) requireFree('patient', state.hold);
  requireRoom(lists);
  requireRevision(state);
  return [
    {
      type: 'patient-profile-updated',
      data: {
        changed_fields: [...changedListNames, ...changedHabits],
        change: {
          added: pick(added, changedListNames),
          removed: pick(removed, changedListNames),
          ...Object.fromEntries(changedHabits.map((habit) => [habit, command[habit]])),
        },
      },
    },
  ];
}

function requireRevision(state: PatientProfile): void {
  if (state.revision >= MAX_REVISION) {
    throw new DomainError('limit_reached', 'The profile was changed too often to be changed again.');
  }
}

const pick = (lists: ProfileChange['added'], names: ProfileList[]): ProfileChange['added'] =>
  Object.fromEntries(
    names.flatMap((name) => {
      const entries = lists[name];
      return entries ? [[name, entries]] : [];
    }),
  );

const isSameList = (a: string[], b: string[]): boolean =>
  a.length === b.length && a.every((entry, index) => entry === b[index]);

const isOtherHabit = (
  state: Background,
  command: PutProfileCommand,
  habit: (typeof HABITS)[number],
): boolean => command[habit] !== undefined && command[habit] !== state[habit];

/** Entries compare without regard to case and outer blanks. */
const keyOf = (entry: string): string => entry.trim().toLowerCase();

/** What leaves and what comes, exactly as it is stored; lists that stay as they are are left out. */
function changeOf(
  state: ProfileLists,
  { add, remove }: PutProfileCommand,
): Pick<ProfileChange, 'added' | 'removed'> {
  const added: Partial<ProfileLists> = {};
  const removed: Partial<ProfileLists> = {};
  for (const list of PROFILE_LISTS) {
    const unwanted = new Set(remove[list]?.map(keyOf));
    const gone = state[list].filter((entry) => unwanted.has(keyOf(entry)));
    const known = new Set(state[list].map(keyOf).filter((key) => !unwanted.has(key)));
    const fresh: string[] = [];
    for (const entry of add[list] ?? []) {
      if (known.has(keyOf(entry))) continue;
      known.add(keyOf(entry));
      fresh.push(entry.trim());
    }
    if (gone.length > 0) removed[list] = gone;
    if (fresh.length > 0) added[list] = fresh;
  }
  return { added, removed };
}

/** Throws DomainError `invalid_command` naming each list that grows too long. */
function requireRoom(lists: ProfileLists): void {
  const issues: CommandIssue[] = PROFILE_LISTS.filter((list) => lists[list].length > MAX_ENTRIES).map(
    (list) => ({
      field: list,
      code: 'too_big',
      message: `The profile takes at most ${MAX_ENTRIES} entries here, those it holds already included.`,
    }),
  );
  const bytes = PROFILE_LISTS.flatMap((list) => lists[list]).reduce(
    (sum, entry) => sum + jsonBytes(entry),
    0,
  );
  if (bytes > MAX_PROFILE_BYTES) {
    issues.push({
      field: 'body',
      code: 'too_big',
      message: `A profile takes at most ${MAX_PROFILE_BYTES} bytes of entries together.`,
    });
  }
  if (issues.length > 0)
    throw new DomainError('invalid_command', 'The profile has no room for this.', issues);
}

/** In UTF-8, with what JSON escapes. */
function jsonBytes(text: string): number {
  let bytes = 0;
  for (const character of JSON.stringify(text)) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
