import { isUnreachable } from './pool.ts';

/** SQLSTATE codes of what an operator gets wrong. The sentences name settings, never a value. */
const BY_CODE: Partial<Record<string, string>> = {
  '3D000':
    'the database that DATABASE_URL names does not exist: make it with CREATE DATABASE, then npm run ops -- migrate',
  '28P01': 'the database server refuses the user or the password of DATABASE_URL',
  '28000': 'the database server refuses the user or the password of DATABASE_URL',
  '42P01': 'the database is not migrated: npm run ops -- migrate',
  '3F000': 'the database is not migrated: npm run ops -- migrate',
};

/** One line on why the database cannot be used; null where the error is of another kind. */
export function describeDatabaseProblem(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown };
  const known = typeof code === 'string' ? BY_CODE[code] : undefined;
  return known ?? (isUnreachable(error) ? 'the database is out of reach' : null);
}
