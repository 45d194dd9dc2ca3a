import { rowSet, type Column, type Columns, type RowOf, type StoredRowOf } from './columns.ts';
import { copyRows, type CopyValue } from './copy.ts';
import type { Sql } from './pool.ts';

/** A table whose rows carry the revision of their stream that they reflect. */
export type RowTable<Row> = {
  /** Rows by their key. */
  load(sql: Sql, keys: readonly string[]): Promise<Map<string, Row>>;
  /** Writes rows, at most one a key. One that stands at the same revision or a newer one is left as it is. */
  write(sql: Sql, rows: readonly Row[]): Promise<void>;
};

type Declaration<C> = {
  name: string;
  key: keyof C & string;
  columns: C;
  /** A row `u` is written only where this holds. */
  allowed?: string;
  /** Name of the prepared statement that writes. */
  statement?: string;
};

/**
 * A read model's table from the one declaration of its columns. Statements name it without a schema, so that a rebuild
 * runs them over a table beside the live one.
 */
export function rowTable<C extends Columns & { revision: Column<number> }>(declaration: Declaration<C>) {
  const { name, key, columns, allowed, statement } = declaration;
  type Row = RowOf<C>;
  const set = rowSet(columns);
  const names = Object.keys(columns);
  const changing = names.filter((column) => column !== key && columns[column]?.isFixed !== true);
  const readers = names.flatMap((column) => {
    const read = columns[column]?.read as ((stored: unknown) => unknown) | undefined;
    return read ? [[column, read] as const] : [];
  });

  /** The statement that `write` runs, with its parameters from `$first` on. */
  const upsert = (first = 1): string => `
    ${set.insertInto(name, first)} ${allowed === undefined ? '' : `WHERE ${allowed}`}
    ON CONFLICT (${key}) DO UPDATE SET ${changing.map((column) => `${column} = excluded.${column}`).join(', ')}
    WHERE ${name}.revision < excluded.revision`;
  const UPSERT = upsert();
  const LOAD = `SELECT ${set.list} FROM ${name} WHERE ${key} = ANY ($1::uuid[])`;

  const toRow = (stored: StoredRowOf<C>): Row => {
    const row: Record<string, unknown> = { ...stored };
    for (const [column, read] of readers) if (row[column] !== null) row[column] = read(row[column]);
    return row as Row;
  };

  return {
    columns,
    list: set.list,
    upsert,
    values: set.values,
    toRow,
    load: async (sql: Sql, keys: readonly string[]): Promise<Map<string, Row>> => {
      const { rows } = await sql.query<StoredRowOf<C>>(LOAD, [keys]);
      return new Map(rows.map((stored) => [stored[key] as string, toRow(stored)]));
    },
    write: async (sql: Sql, rows: readonly Row[]): Promise<void> => {
      if (rows.length === 0) return;
      // In the order in which erasures lock them too: two that write the same rows never wait in a circle.
      const ordered = [...rows].sort((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1));
      const query = { text: UPSERT, values: set.values(ordered) };
      await sql.query(statement === undefined ? query : { ...query, name: statement });
    },
    /** Writes first rows, several times as fast: for a table that nobody else writes, that of a rebuild. */
    copy: (sql: Sql, rows: readonly Row[]): Promise<void> =>
      copyRows(
        sql,
        name,
        names,
        rows.map((row) => names.map((column) => row[column] as CopyValue)),
      ),
  };
}
