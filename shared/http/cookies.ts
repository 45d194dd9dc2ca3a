import { stringifySetCookie } from 'cookie';

/** The dashboard's session: a signed token, out of reach of scripts. */
export const SESSION_COOKIE = 'svc_session';
/** What a script has to send back as X-CSRF-Token on every call that changes something. */
export const CSRF_COOKIE = 'svc_csrf';
/** A browser that has shown a one-time code. */
export const TRUSTED_DEVICE_COOKIE = 'svc_trusted_device';

export type CookieOptions = {
  /** Seconds; 0 deletes the cookie. */
  maxAgeS: number;
  /** False only on loopback development, where there is no https. */
  secure: boolean;
  /** True where a script of the dashboard has to read it. */
  readable?: boolean;
};

/** A Set-Cookie header: for every path, and not sent along with calls that other sites start. */
export const setCookie = (name: string, value: string, options: CookieOptions): string =>
  stringifySetCookie({
    name,
    value,
    maxAge: options.maxAgeS,
    path: '/',
    sameSite: 'lax',
    secure: options.secure,
    httpOnly: options.readable !== true,
  });
