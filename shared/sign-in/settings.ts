import { z } from 'zod';
import { flag, wholeNumber } from '../config/settings.ts';
import { ATTEMPT_LIMITS } from './limits.ts';

/** Settings of signing in. docs/operator/settings.md explains them. */
export const signInSettings = {
  /** Where callers reach this service: identity providers send browsers back there. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .transform((url) => new URL(url).origin)
    .optional(),
  /** Off only on loopback development, where there is no https and some browsers keep no secure cookie. */
  SECURE_COOKIES: flag().prefault('1'),
  /** Allows identity providers without https on loopback (development). */
  ALLOW_LOCAL_SSO: flag().prefault('0'),
  /** No answer that could tell whether an account exists comes earlier. Above what the work behind it takes. */
  SIGN_IN_FLOOR_MS: wholeNumber(0, 5_000).prefault('150'),
  /** How many tenants register themselves in an hour, from wherever: each makes a tenant, tokens and a mail. */
  REGISTRATIONS_PER_HOUR: wholeNumber(1, 5_000).prefault(String(ATTEMPT_LIMITS.register_all.limit)),
};

type Addresses = { PUBLIC_URL?: string | undefined; DASHBOARD_URL?: string | undefined; PORT: number };

/** Where this service is reached; without the setting, on this machine alone. No slash at its end. */
export const publicUrlOf = ({ PUBLIC_URL, PORT }: Addresses): string =>
  PUBLIC_URL ?? `http://127.0.0.1:${PORT}`;

/** Where links in mails lead: the dashboard that this service serves, unless the operator has another one. */
export const dashboardUrlOf = (config: Addresses): string => config.DASHBOARD_URL ?? publicUrlOf(config);

type Given = {
  PUBLIC_URL?: string | undefined;
  SECURE_COOKIES: boolean;
  ALLOW_LOCAL_SSO: boolean;
  SIGN_IN_FLOOR_MS: number;
  REGISTRATIONS_PER_HOUR: number;
  DASHBOARD_URL?: string | undefined;
  CORS_ORIGINS: string[];
  PORT: number;
};

/** What signing in is set up with. The URL has no slash at its end. */
export type SignInSetup = {
  publicUrl: string;
  /** Origins that a sign-in may lead back to: our own, the dashboard's, and those that may call with cookies. */
  returnOrigins: readonly string[];
  secureCookies: boolean;
  allowLocalSso: boolean;
  floorMs: number;
  registrationsPerHour: number;
};

export function signInSetup(config: Given): SignInSetup {
  const publicUrl = publicUrlOf(config);
  return {
    publicUrl,
    returnOrigins: [publicUrl, new URL(dashboardUrlOf(config)).origin, ...config.CORS_ORIGINS],
    secureCookies: config.SECURE_COOKIES,
    allowLocalSso: config.ALLOW_LOCAL_SSO,
    floorMs: config.SIGN_IN_FLOOR_MS,
    registrationsPerHour: config.REGISTRATIONS_PER_HOUR,
  };
}
