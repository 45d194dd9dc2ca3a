import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

/** The part of the address that the page's path names with `$name`. */
export function usePathParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const value = params[name];
  if (value === undefined) throw new Error(`the path has no $${name}`);
  return value;
}

export type Search = Readonly<Record<string, unknown>>;

/**
 * What the page keeps in the address after its `?`: filters, the tab that is open, the page of a list. `read` takes what
 * stands there, whoever wrote it, and gives it its type. Never keep what belongs to a patient there.
 */
export function usePlace<S extends Search>(read: (search: Search) => S): [S, (change: Partial<S>) => void] {
  const raw: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const place = read(raw);
  const change = (next: Partial<S>): void =>
    void navigate({ to: '.', search: withoutGaps({ ...place, ...next }), replace: true });
  return [place, change];
}

const withoutGaps = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));

/** For `read` of `usePlace`: a text, or undefined. */
export const textIn = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** A whole number from 0, or what stands for it. */
export const numberIn = (search: Search, name: string, instead = 0): number => {
  const value = Number(search[name] ?? Number.NaN);
  return Number.isInteger(value) && value >= 0 ? value : instead;
};

/** One of a list, or what stands for it. */
export const oneOf = <T extends string>(search: Search, name: string, all: readonly T[], instead: T): T =>
  all.find((each) => each === search[name]) ?? instead;
