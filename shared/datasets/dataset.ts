/**
 * How a dataset for data teams is declared. Everything else follows from it: the views of schema `facts`, the files of an
 * extract, the dictionary, JSON Schema and the Frictionless data package.
 */

export type ColumnType = 'string' | 'boolean' | 'integer' | 'number' | 'date' | 'datetime';

/** What a recipient could do with a column. `quasi`: together with others it may tell who somebody is. */
export type Sensitivity = 'none' | 'pseudonym' | 'quasi' | 'clinical';

export type Column = {
  name: string;
  type: ColumnType;
  /** An expression over the aliases of the dataset's `from`. A dimension has none. */
  sql?: string;
  /** Of which id, as an expression, it is the pseudonym: for who can make it with the recipient's key, once for many rows. */
  pseudonymOf?: string;
  meaning: string;
  /** Unit of a number, such as `seconds`. */
  unit?: string;
  /** The closed list of its values. */
  values?: readonly string[];
  /** Whether it may be empty, and then the meaning says when. */
  nullable?: true;
  sensitivity: Sensitivity;
  /** The dataset and column that it names a row of. */
  references?: `${string}.${string}`;
};

type Declared = {
  name: string;
  /** Raised when a column goes or changes its meaning; columns may be added within a version. */
  version: number;
  about: string;
  /** Names of the columns that name a row. */
  key: readonly string[];
  columns: readonly Column[];
};

/**
 * What moves the rows of a dataset, and so what `since` and `until` of an extract are compared with: places in the log of
 * the steps of sessions; places in the tenant's audit trail; moments.
 */
export type Clock = 'log' | 'trail' | 'time';

/** Rows that follow from what happened. */
export type Fact = Declared & {
  kind: 'fact';
  /** What follows FROM. `r` is the recipient's row: tenant_id, inner_key, outer_key, exact_times. */
  from: string;
  /** Which rows there are at all. */
  where: string;
  clock: Clock;
  /** Which of them are the last state, where a row is kept for each of several; for all rows as they stand. */
  standing?: string;
  /** Which of them changed after `since` and stood at `until`. */
  window: (bounds: { since: string; until: string }) => string;
  /** Which of them have a `day` from `from` on and before `before` (SQL dates), so that an index can serve it. */
  days: (range: { from: string; before: string }) => string;
  /** Sessions of rows go with them, when they are erased. */
  ofSession: boolean;
};

/** What the codes mean, from the catalogue of the engine. */
export type Dimension = Declared & { kind: 'dimension' };

export type Dataset = Fact | Dimension;

export const tenantColumn = (sql: string): Column => ({
  name: 'tenant_id',
  type: 'string',
  sql,
  meaning: 'The tenant.',
  sensitivity: 'none',
});

/** The columns that name a session, and the day by which its rows are kept together. */
export const sessionColumns = (alias: string): Column[] => [
  tenantColumn(`${alias}.tenant_id`),
  {
    name: 'session',
    type: 'string',
    sql: pseudonym(`${alias}.session_id::text`),
    pseudonymOf: `${alias}.session_id`,
    meaning: 'Pseudonym of the session, made for this recipient alone.',
    sensitivity: 'pseudonym',
  },
  {
    name: 'day',
    type: 'date',
    sql: `${alias}.day`,
    meaning: 'Day (UTC) on which the session was opened. All rows of a session have the same one.',
    sensitivity: 'quasi',
  },
];

export const revisionColumn = (sql: string): Column => ({
  name: 'revision',
  type: 'integer',
  sql,
  meaning: 'Rises when the row changes: of two rows with the same key the higher one counts.',
  sensitivity: 'none',
});

/** A pseudonym of this recipient: HMAC-SHA-256 under its key, the first 128 bits in hex. */
export const pseudonym = (text: string): string =>
  `facts_source.pseudonym(r.inner_key, r.outer_key, ${text})`;

/** A moment as this recipient may see it: to the hour, or to the second where that was granted. */
export const moment = (at: string): string => `facts_source.moment(r.exact_times, ${at})`;
