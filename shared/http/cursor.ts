import { z } from 'zod';
import {
  openJson,
  sealJson,
  TamperedError,
  NotJsonError,
  type DataKey,
  type RandomBytes,
} from '../crypto/seal.ts';
import { PARAMETER_VALIDATION_MESSAGE, validationError } from './errors.ts';
import { cursor } from './schemas.ts';

export const cursorParameter = () =>
  cursor()
    .optional()
    .meta({
      description: '`next_cursor` of the previous page; left out or empty for the first one.',
      examples: [''],
    });

/**
 * Which list a cursor belongs to: it opens for no other one and for no other tenant. `field`: the parameter that brings it,
 * if that is not `cursor`.
 */
export type CursorPlace = { key: DataKey; tenantId: string; list: string; field?: string };

const placeOf = ({ tenantId, list }: CursorPlace): string => `cursor|${tenantId}|${list}`;

/** An opaque cursor that nobody can read or change. */
export const writeCursor = (place: CursorPlace, value: unknown, random: RandomBytes): string =>
  sealJson(place.key, placeOf(place), value, random).toString('base64url');

/** What a cursor holds, null for the first page. Throws 422 for one that was changed or is another list's. */
export function readCursor<S extends z.ZodType>(
  place: CursorPlace,
  schema: S,
  given: string | undefined,
): z.output<S> | null {
  if (given === undefined || given === '') return null;
  try {
    return schema.parse(openJson(place.key, placeOf(place), Buffer.from(given, 'base64url')));
  } catch (error) {
    const isWrong =
      error instanceof TamperedError || error instanceof NotJsonError || error instanceof z.ZodError;
    if (!isWrong) throw error;
    const message = 'This is no cursor of this list.';
    throw validationError(
      [{ field: place.field ?? 'cursor', code: 'invalid_cursor', message }],
      PARAMETER_VALIDATION_MESSAGE,
    );
  }
}

/** What of the rows that were found fits the page, and the cursor to the rest: empty where there is none. */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): { shown: Row[]; next_cursor: string } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const isLast = last === undefined || found.length === shown.length;
  return { shown, next_cursor: isLast ? '' : cursorAfter(last) };
}
