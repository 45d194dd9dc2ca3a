import { oneOf, textIn, usePlace, type Search } from '../../app/place.ts';
import { ACTIONS, type Action } from './actions/actions.ts';

export const TABS = ['trail', 'verify', 'patient', 'export', 'access'] as const;
export type TabId = (typeof TABS)[number];

/** Which rows of the trail are meant. Ids of keys, members, sessions, profiles and events tell nothing of a patient. */
export type Filter = {
  action: Action | undefined;
  /** Id of a key or member, or name of a part of the service. */
  actor: string | undefined;
  /** Id of what it was done to. */
  subject: string | undefined;
  /** Days of this browser's time, both included. */
  from: string | undefined;
  to: string | undefined;
};

export type Place = Filter & {
  tab: TabId;
  /** Opens one row in the place of the tabs. */
  event: string | undefined;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Also the keyed hash of a patient without a profile. */
export const SUBJECT = /^[0-9a-f-]{32,64}$/;
const ACTOR = /^[!-~]{1,128}$/;
const matching = (search: Search, name: string, form: RegExp): string | undefined => {
  const text = textIn(search, name);
  return text !== undefined && form.test(text) ? text : undefined;
};

const read = (search: Search): Place => ({
  tab: oneOf(search, 'tab', TABS, 'trail'),
  event: matching(search, 'event', UUID),
  action: ACTIONS.find((each) => each === search['action']),
  actor: matching(search, 'actor', ACTOR),
  subject: matching(search, 'subject', SUBJECT),
  from: matching(search, 'from', DAY),
  to: matching(search, 'to', DAY),
});

/** Where one is on the page, as the address keeps it. */
export const useAuditPlace = () => usePlace(read);

export const NO_FILTER = {
  action: undefined,
  actor: undefined,
  subject: undefined,
  from: undefined,
  to: undefined,
} as const;
export const isFiltered = ({ action, actor, subject, from, to }: Filter): boolean =>
  [action, actor, subject, from, to].some((each) => each !== undefined);

/** The widest window that the service lists. */
export const MOST_DAYS = 90;

/**
 * Instants of a filter's days in this browser's zone, the end excluded. Where they are more days than one list of the service
 * has, they are the first of them (`isCut`).
 */
export function windowOf(
  { from, to }: Pick<Filter, 'from' | 'to'>,
  now: Date,
): { from: string | undefined; to: string | undefined; isCut: boolean } {
  const begin = from === undefined ? undefined : midnight(from, 0);
  const end = to === undefined ? undefined : midnight(to, 1);
  const last = begin && new Date(begin.getTime() + MOST_DAYS * DAY_MS);
  const isCut = last !== undefined && last < (end ?? now);
  return { from: begin?.toISOString(), to: (isCut ? last : end)?.toISOString(), isCut };
}

const DAY_MS = 86_400_000;

/** The beginning of a day in this browser's zone, so many days later. */
function midnight(day: string, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}
