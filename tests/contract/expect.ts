import type { ExecutionContext } from 'ava';
import { ERROR_STATUS, type ErrorCode } from '../../shared/http/errors.ts';
import { codeOf } from '../support/answers.ts';
import { faultsOf, type Reply } from './calls.ts';
import type { Row } from './table.ts';

type Expected = { reply: Reply; status: number };

/** The answer has this status, and everything that any answer of the row has. */
export function isAnswered(t: ExecutionContext, row: Row, { reply, status }: Expected): void {
  t.is(reply.status, status, reply.text.slice(0, 500));
  t.deepEqual(faultsOf(row, reply), []);
}

/** The answer is this error. */
export function isRefused(
  t: ExecutionContext,
  row: Row,
  { reply, code }: { reply: Reply; code: ErrorCode },
): void {
  isAnswered(t, row, { reply, status: ERROR_STATUS[code] });
  t.is(codeOf(reply), code);
}
