import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from './errors.ts';
import type { AskedMode, Caller } from './route-types.ts';

/** Names the mode that a member's call is about. */
export const MODE = 'X-Svc-Mode';

/** The mode that a dashboard session asks for. A key has its own: beside it the header says nothing. 400 for another word. */
export function readMode({ authorization, ...headers }: IncomingHttpHeaders): AskedMode {
  const given = headers[MODE.toLowerCase()];
  if (given === undefined || authorization !== undefined) return null;
  if (given === 'test' || given === 'live') return given;
  throw new ApiError('bad_request', `${MODE} must be test or live.`);
}

/** A member's call may be about one mode alone; a key, and a session that was made from it, has a mode of its own. */
export const inMode = (caller: Caller, asked: AskedMode): Caller =>
  caller.test === null && asked !== null ? { ...caller, test: asked === 'test' } : caller;
