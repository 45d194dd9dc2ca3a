import type { Place } from '../place.ts';
import type { RequestEntry } from '../queries.ts';

export type Filter = Pick<Place, 'caller' | 'result' | 'route'> & {
  /** A part of the request's id. */
  id: string;
};

export const routeOf = ({ method, path }: RequestEntry): string => `${method} ${path}`;

const RESULT_OF = { success: [0, 399], refused: [400, 499], failed: [500, 599] } as const;

function isCaller(prefix: string | null, caller: string): boolean {
  if (caller === 'all') return true;
  if (caller === 'team') return prefix === null;
  return caller === '' ? prefix !== null : prefix === caller;
}

/** Whether a request is among those that are looked for. */
export function matches(entry: RequestEntry, { caller, result, route, id }: Filter): boolean {
  const [least, most] = result === '' ? [0, 599] : RESULT_OF[result];
  return (
    isCaller(entry.api_key_prefix, caller) &&
    entry.status >= least &&
    entry.status <= most &&
    (route === undefined || routeOf(entry) === route) &&
    entry.request_id.includes(id)
  );
}

/** Each once, in order; with the one that is chosen, even where none is there now. */
export const choicesOf = (
  values: readonly (string | null)[],
  chosen: string | undefined,
): readonly string[] =>
  [...new Set([...values, chosen ?? null])]
    .filter((value) => value !== null && value !== '')
    .sort() as string[];
