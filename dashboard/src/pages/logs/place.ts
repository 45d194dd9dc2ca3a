import { numberIn, oneOf, textIn, usePlace, type Search } from '../../app/place.ts';

export const TABS = ['requests', 'usage', 'charges'] as const;
/** Of an answer, by its status. */
export const RESULTS = ['', 'success', 'refused', 'failed'] as const;
export const RANGES = ['1h', '24h', '7d', '30d'] as const;
export const GROUPS = ['route', 'day', 'hour', 'key'] as const;
/** Whose requests are shown: those of API keys, of members in the dashboard, of everybody, or of one key by its prefix. */
export const CALLERS = ['', 'team', 'all'] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const KEY_PREFIX = /^svc_(live|test)_\w+$/;
const ROUTE = /^[A-Z]+ [\w/{}.-]+$/;

const matching = (search: Search, name: string, pattern: RegExp): string | undefined => {
  const text = textIn(search, name);
  return text !== undefined && pattern.test(text) ? text : undefined;
};

/** What is shown where the address says nothing. */
const USUAL = { tab: 'requests', range: '24h', by: 'route' } as const;

const readPlace = (search: Search) => ({
  tab: TABS.find((each) => each === search['tab']),
  caller: matching(search, 'caller', KEY_PREFIX) ?? oneOf(search, 'caller', CALLERS, ''),
  result: oneOf(search, 'result', RESULTS, ''),
  route: matching(search, 'route', ROUTE),
  range: RANGES.find((each) => each === search['range']),
  by: GROUPS.find((each) => each === search['by']),
  from: matching(search, 'from', DAY),
  to: matching(search, 'to', DAY),
  offset: numberIn(search, 'offset') || undefined,
});
type Kept = ReturnType<typeof readPlace>;
type Given = 'tab' | 'range' | 'by';

/** Where one is on the page. */
export type Place = Omit<Kept, Given> & { [Name in Given]: NonNullable<Kept[Name]> };

/**
 * Where one is, as the address keeps it, and how to go elsewhere. The id of a request is not in the address: whoever sends
 * the request chooses it, and may have put anything into it.
 */
export function useLogsPlace(): [Place, (change: Partial<Place>) => void] {
  const [kept, change] = usePlace(readPlace);
  const { tab = USUAL.tab, range = USUAL.range, by = USUAL.by, ...rest } = kept;
  const go = ({ ...next }: Partial<Kept>): void => {
    for (const name of ['tab', 'range', 'by'] as const)
      if (next[name] === USUAL[name]) next[name] = undefined;
    change(next);
  };
  return [{ ...rest, tab, range, by }, go];
}
