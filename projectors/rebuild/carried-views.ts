import type { Sql } from '../../shared/postgres/pool.ts';
import { isTransient } from '../../shared/projection/errors.ts';
import { LIVE_SCHEMA, NEXT_SCHEMA, NotRebuildableError } from './clone-tables.ts';

/** A view over live tables, as it was found. */
type CarriedView = { view: string; options: string | null; definition: string };

/** Longer than a reader's transaction may last: see command-api/reactors/analyst-sessions.ts. */
const LOCK_TIMEOUT_MS = 90_000;
const MAX_TRIES = 3;

// With an empty search path, every name of a definition stands with its schema.
const IN_FULL = "SET LOCAL search_path TO ''";
const AS_BEFORE = 'SET LOCAL search_path TO DEFAULT';

async function viewsOver(tx: Sql, tables: readonly string[]): Promise<CarriedView[]> {
  await tx.query(IN_FULL);
  const { rows } = await tx.query<CarriedView>(
    `SELECT c.oid::regclass::text AS view, pg_get_viewdef(c.oid) AS definition,
       'WITH (' || array_to_string(c.reloptions, ', ') || ')' AS options
     FROM pg_class c
     WHERE c.relkind = 'v' AND c.oid IN (
       SELECT w.ev_class FROM pg_rewrite w JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
       WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = ANY ($1::regclass[]))
     ORDER BY 1`,
    [tables.map((table) => `${LIVE_SCHEMA}.${table}`)],
  );
  await tx.query(AS_BEFORE);
  return rows;
}

const overNext = (definition: string, tables: readonly string[]): string =>
  definition.replace(new RegExp(`\\b${LIVE_SCHEMA}\\.(${tables.join('|')})\\b`, 'g'), `${NEXT_SCHEMA}.$1`);

/**
 * Puts the views over live tables onto the tables of the rebuild, under the same names, with their options, grants and
 * comments. Waits for whoever reads them, and keeps others out until the transaction ends; the live tables stay free
 * meanwhile. Returns what checks, after the switch, that each view is what it was.
 */
export async function carryViews(tx: Sql, tables: readonly string[]): Promise<() => Promise<void>> {
  const found = await viewsOver(tx, tables);
  for (let tries = 1; ; tries++) {
    await tx.query('SAVEPOINT before_views');
    try {
      await tx.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
      for (const { view, options, definition } of found) {
        await tx.query(`CREATE OR REPLACE VIEW ${view} ${options ?? ''} AS ${overNext(definition, tables)}`);
      }
      break;
    } catch (error) {
      if (!isTransient(error) || tries === MAX_TRIES) throw error;
      // A reader of one view asked for another one.
      await tx.query('ROLLBACK TO SAVEPOINT before_views');
    }
  }
  return async () => {
    const now = new Map((await viewsOver(tx, tables)).map((one) => [one.view, one]));
    for (const { view, options, definition } of found) {
      const after = now.get(view);
      if (after?.definition === definition && after.options === options) continue;
      throw new NotRebuildableError(view, 'a definition that cannot be put onto another table');
    }
  };
}
