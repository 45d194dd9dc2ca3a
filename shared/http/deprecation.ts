import { ApiError } from './errors.ts';
import type { HeaderSpec } from './route-types.ts';

/** A form of a call that is on its way out (RFC 8594, RFC 9745). */
export type Deprecation = {
  /** When it was announced, and from when on it is refused. */
  since: Date;
  sunset: Date;
  /** Path of what to call instead. */
  successor: string;
  /** What to do, for the Warning header. */
  advice: string;
};

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
  return {
    Deprecation: `@${Math.floor(deprecation.since.getTime() / 1_000)}`,
    Sunset: deprecation.sunset.toUTCString(),
    Link: link,
    Warning: `299 - "${deprecation.advice}"`,
  };
}

/** How the headers of `deprecatedForm` are documented. */
export const DEPRECATION_HEADERS: Readonly<Record<string, HeaderSpec>> = {
  Deprecation: { description: 'Deprecated form only: since when, as @ and Unix seconds (RFC 9745).' },
  Sunset: { description: 'Deprecated form only: from when on it is refused (RFC 8594).' },
  Link: { description: 'Deprecated form only: the successor version.' },
  Warning: { description: 'Deprecated form only: 299, with what to do instead.' },
};
