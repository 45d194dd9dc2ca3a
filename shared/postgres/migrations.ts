import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../lifecycle/startup-error.ts';
import type { Sql } from './pool.ts';

/** Where the migrations of this version stand. */
export const migrationsFolder = fileURLToPath(new URL('../../infra/migrations/', import.meta.url));

/** The names of all migrations that this version has, in order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();

/**
 * A migration that takes away what the version before still uses says so in its name. Any other one only adds, so that
 * processes of the version before go on beside it.
 */
const CONTRACTING = /\.contract\.sql$/;

/** Migrations that a newer version of the service has applied. Throws StartupError where one takes away what this version uses. */
export function newerMigrations(applied: readonly string[], known: readonly string[]): string[] {
  const unknown = applied.filter((name) => !known.includes(name));
  const contracting = unknown.filter((name) => CONTRACTING.test(name));
  if (contracting.length === 0) return unknown;
  throw new StartupError(
    `the database is of a newer version of the service, which took away what this one uses (${listed(contracting)}): ` +
      'start that version, or go back with the backup from before the update, see docs/operator/upgrades.md#roll-back',
  );
}

/**
 * Compares the migrations that a database has with those that this version knows. Throws StartupError where it lacks one,
 * or has one of a newer version that takes something away. Returns the others that are not known.
 */
export async function requireMigrations(sql: Sql, known: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  const applied = rows.map(({ name }) => name);
  const missing = known.filter((name) => !applied.includes(name));
  if (missing.length > 0) {
    throw new StartupError(
      `the database is of an older version of the service (it lacks ${listed(missing)}): npm run ops -- migrate`,
    );
  }
  return newerMigrations(applied, known);
}

const listed = (names: readonly string[]): string =>
  names.length === 1 ? String(names[0]) : `${names[0]} and ${names.length - 1} more`;
