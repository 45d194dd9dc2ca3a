import type { ErrorCode } from '../../shared/http/errors.ts';

type ErrorBody = {
  code: ErrorCode;
  message: string;
  request_id: string;
  detail?: {
    field_errors?: { field: string; code: string }[];
    retry_after?: number;
    limit?: number;
    slot_free_at?: string;
  };
};

/** The error of an answer. Throws where the answer tells none. */
export function errorIn({ body }: { body: unknown }): ErrorBody {
  const error = (body as { error?: ErrorBody } | null)?.error;
  if (!error) throw new Error('an answer without the envelope of errors');
  return error;
}

export const codeOf = (answer: { body: unknown }): ErrorCode => errorIn(answer).code;

/** The fields that a 422 names, in its order; none for any other error. */
export const fieldsOf = (answer: { body: unknown }): string[] =>
  errorIn(answer).detail?.field_errors?.map(({ field }) => field) ?? [];

/** Status, code and offending fields of an error answer: `[422, 'validation_error', 'limit']`. */
export const errorOf = (answer: { status: number; body: unknown }): [number, string, ...string[]] => [
  answer.status,
  codeOf(answer),
  ...fieldsOf(answer),
];
