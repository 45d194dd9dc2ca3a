import { ApiError } from './errors.ts';
import type { HeaderSpec } from './route-types.ts';

/** A form of a call that is on its way out (RFC 8594, RFC 9745). */
export type Deprecation = {
  /** From when on it is refused. */
  sunset: Date;
  /** Path of what to call instead. */
  successor: string;
  /** What to do, for the Warning header. */
  advice: string;
};

/** So long before its sunset a form's end is announced (RFC 8594; interface, "Versioning"). */
const NOTICE_MS = 90 * 24 * 3_600_000;

const linkOf = ({ successor }: Deprecation): string => `<${successor}>; rel="successor-version"`;

/**
 * The headers that an answer to the deprecated form carries until its sunset. From the sunset's instant on it throws
 * 410 with the successor's Link.
 */
export function deprecatedForm(deprecation: Deprecation, now: Date): Record<string, string> {
  const link = linkOf(deprecation);
  if (now >= deprecation.sunset) {
    throw new ApiError('gone', `This form of the call was removed: ${deprecation.advice}.`, {
      headers: { Link: link },
    });
  }
  const sinceMs = deprecation.sunset.getTime() - NOTICE_MS;
  return {
    Deprecation: `@${Math.floor(sinceMs / 1_000)}`,
    Sunset: deprecation.sunset.toUTCString(),
    Link: link,
    Warning: `299 - "${deprecation.advice}"`,
  };
}

/** A value that belongs in the body and used to be a query parameter, where a default stood for it. */
export type MovedToBody<Value> = {
  /** What the value is, for the message of the 400. */
  name: string;
  body: Value | undefined;
  query: Value | undefined;
  queryDefault: Value;
};

/**
 * Reads a value from the body or, without one, from the deprecated query form, with the headers that the answer
 * carries then. Throws 400 for both forms at once, 410 from the query form's sunset on.
 */
export function fromBodyOrQuery<Value>(
  { name, body, query, queryDefault }: MovedToBody<Value>,
  queryForm: Omit<Deprecation, 'advice'>,
  now: Date,
): { value: Value; headers: Record<string, string> } {
  if (body !== undefined) {
    if (query === undefined) return { value: body, headers: {} };
    throw new ApiError('bad_request', `The ${name} is given twice: in the body and in the query string.`);
  }
  const headers = deprecatedForm({ ...queryForm, advice: 'use request body instead' }, now);
  return { value: query ?? queryDefault, headers };
}

/** How the headers of `deprecatedForm` are documented. */
export const DEPRECATION_HEADERS: Readonly<Record<string, HeaderSpec>> = {
  Deprecation: {
    description: 'Deprecated form only: since when, as @ and Unix seconds (RFC 9745).',
    example: '@1777075200',
  },
  Sunset: {
    description: 'Deprecated form only: from when on it is refused (RFC 8594).',
    example: 'Thu, 23 Jul 2026 00:00:00 GMT',
  },
  Link: {
    description: 'Deprecated form only: the successor version.',
    example: '</v1/admin/tier>; rel="successor-version"',
  },
  Warning: {
    description: 'Deprecated form only: 299, with what to do instead.',
    example: '299 - "use request body instead"',
  },
};
