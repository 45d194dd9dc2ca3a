/**
 * A column of a table: what a row of ours holds in it, and what the driver reads. A declaration of columns gives the
 * types of both rows and, by `rowSet`, the statements and their parameters.
 */
export type Column<Value, Stored = Value> = {
  /** As Postgres names it. */
  readonly type: string;
  /** A value as it stands in the text form of a Postgres array; null is `NULL` in each. */
  readonly item: (value: Value) => string;
  /** What the row holds for what the driver reads; without it they are the same. */
  readonly read?: (stored: Stored) => unknown;
  /** Stays as it was first written. */
  readonly isFixed?: true;
};

export type Columns = Readonly<Record<string, Column<never, never>>>;

/** A row of these columns. */
export type RowOf<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name] extends Column<infer Value, never> ? Value : never;
};
/** The same as the driver reads it. */
export type StoredRowOf<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name] extends Column<never, infer Stored> ? Stored : never;
};

const quoted = (value: string): string =>
  `"${/[\\"]/.test(value) ? value.replace(/[\\"]/g, '\\$&') : value}"`;
const hex = (value: Uint8Array): string =>
  Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex');
/** Items hold no comma. */
const joined = (items: readonly string[]): string => quoted(items.join(','));

const kind = <Value, Stored = Value>(
  type: string,
  item: (value: Value) => string,
  read?: (stored: Stored) => unknown,
): Column<Value, Stored> => ({ type, item, ...(read && { read }) });

/** The kinds of columns. */
export const col = {
  uuid: kind<string>('uuid', quoted),
  text: kind<string>('text', quoted),
  /** Text of a closed list. */
  code: <Code extends string>() => kind<Code>('text', quoted),
  int: kind<number>('int', String),
  bigint: kind<number>('bigint', String),
  boolean: kind<boolean>('boolean', String),
  bytea: kind<Uint8Array>('bytea', (value) => `"\\\\x${hex(value)}"`),
  date: kind<string>('date', quoted),
  /** ISO 8601 UTC in the row. */
  time: kind<string, Date>('timestamptz', quoted, (stored) => stored.toISOString()),
  texts: kind<string[]>('text[]', joined),
  uuids: kind<string[]>('uuid[]', joined),
  bigints: kind<string[]>('bigint[]', joined),
  reals: kind<number[]>('real[]', (values) => joined(values.map(String))),
  json: <Value extends object>() => kind<Value>('jsonb', (value) => quoted(JSON.stringify(value))),
};

export const orNull = <Value, Stored>(column: Column<Value, Stored>) =>
  column as unknown as Column<Value | null, Stored | null>;

export const fixed = <Value, Stored>(column: Column<Value, Stored>): Column<Value, Stored> => ({
  ...column,
  isFixed: true,
});

/** An array of arrays of different lengths is no Postgres value: arrays travel as text, joined by commas. */
const isArray = ({ type }: { type: string }): boolean => type.endsWith('[]');

/**
 * Any number of rows in the parameters of one statement, a parameter a column. Texts are made once, where a module is
 * loaded: `insertInto('grants')` is `INSERT INTO grants (id, at) SELECT u.id, u.at FROM unnest($1::uuid[],
 * $2::timestamptz[]) AS u (id, at)`, and `values(rows)` are its parameters.
 */
export function rowSet<C extends Columns>(columns: C) {
  const entries = Object.entries(columns) as [string, Column<unknown>][];
  const list = Object.keys(columns).join(', ');
  const taken = entries.map(([name, column]) =>
    isArray(column) ? `string_to_array(u.${name}, ',')::${column.type}` : `u.${name}`,
  );
  /** The rows as an item of FROM, `u`; its parameters begin with `$first`. */
  const given = (first = 1): string => {
    const parameters = entries.map(
      ([, column], index) => `$${first + index}::${isArray(column) ? 'text' : column.type}[]`,
    );
    return `unnest(${parameters.join(', ')}) AS u (${list})`;
  };
  return {
    columns,
    /** The names of the columns: a select list. */
    list,
    given,
    insertInto: (table: string, first = 1): string =>
      `INSERT INTO ${table} (${list}) SELECT ${taken.join(', ')} FROM ${given(first)}`,
    values: (rows: readonly RowOf<C>[]): string[] =>
      entries.map(([name, { item }]) => {
        // Put together as it goes: sealed columns are long, and a join would copy them once more.
        let items = '';
        for (const row of rows) {
          const value = row[name] as unknown;
          items += `${items === '' ? '' : ','}${value === null ? 'NULL' : item(value)}`;
        }
        return `{${items}}`;
      }),
  };
}
