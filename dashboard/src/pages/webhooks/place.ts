import { numberIn, oneOf, textIn, usePlace, type Search } from '../../app/place.ts';
import { EVENTS, STATUSES, type EventName, type Status } from './codes.ts';

export const TABS = ['endpoints', 'deliveries', 'live', 'failed', 'events'] as const;
export type TabId = (typeof TABS)[number];

export type Place = {
  tab: TabId;
  /** Opens one endpoint, or one delivery, in the place of the tabs. */
  endpoint: string | undefined;
  delivery: string | undefined;
  status: Status | undefined;
  /** Of which endpoint the deliveries are. */
  of: string | undefined;
  from: string | undefined;
  to: string | undefined;
  page: number;
  event: EventName | undefined;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (search: Search, name: string): string | undefined => {
  const text = textIn(search, name);
  return text !== undefined && DAY.test(text) ? text : undefined;
};

const read = (search: Search): Place => ({
  tab: oneOf(search, 'tab', TABS, 'endpoints'),
  endpoint: textIn(search, 'endpoint'),
  delivery: textIn(search, 'delivery'),
  status: STATUSES.find((each) => each === search['status']),
  of: textIn(search, 'of'),
  from: dayIn(search, 'from'),
  to: dayIn(search, 'to'),
  page: Math.max(1, numberIn(search, 'page', 1)),
  event: EVENTS.find((each) => each === search['event']),
});

/** Where one is on the page, as the address keeps it. */
export const useWebhooksPlace = () => usePlace(read);
