import type { HttpContext } from './call.ts';
import type { Route, RouteResult } from './route-types.ts';

/** An id of the service's own. Whatever else stands in its place is the caller's, and is kept nowhere. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const sessionIn = (values: unknown): string | null => {
  const id = (values as { session_id?: unknown } | null | undefined)?.session_id;
  return typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : null;
};

/** The session that the path of a call names, if it does. */
export const sessionOfPath = ({ params }: HttpContext): string | null => sessionIn(params);

/** The session that an answer is of: of a call that opens one, whose path names none. */
export const sessionOfAnswer = ({ tag }: Route, { body }: RouteResult): string | null =>
  tag === 'Sessions' ? sessionIn(body) : null;
