import type { Answer } from './api.ts';

/** Status and code of an error answer. */
export const errorOf = ({ status, body }: Answer): [number, string] => [
  status,
  (body as { error: { code: string } }).error.code,
];

/** The fields that a 422 names, in its order. */
export const fieldsOf = ({ body }: Answer): string[] =>
  (body as { error: { detail: { field_errors: { field: string }[] } } }).error.detail.field_errors.map(
    ({ field }) => field,
  );
