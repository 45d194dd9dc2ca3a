import type { DescribedDataset } from '../described.ts';
import type { Format } from '../../../projectors/extracts/format.ts';

/** Where the files of an extract lie, and how they are written. */
export type Files = { folder: string; format: Format };

/** The database that extracts are merged into. */
export type Target = {
  run: (sql: string) => Promise<void>;
  rows: (sql: string) => Promise<Record<string, unknown>[]>;
  /** The name of one of our tables, as it stands in SQL. */
  table: (name: string) => string;
  /** Begins the one transaction of an extract, in which no other one is merged. Throws DataError where tables of somebody else stand there. */
  begin: () => Promise<void>;
  /** Makes the table of a dataset, or gives it the columns that it lacks. */
  provide: (dataset: DescribedDataset) => Promise<void>;
  /** Has the rows of a dataset's files at hand; returns what stands for them in SQL. */
  load: (dataset: DescribedDataset, files: Files) => Promise<string>;
  /** Rolls back what was not committed. */
  close: () => Promise<void>;
};

/** What was applied so far: the last row says how far the tables have come. */
export const STATE_TABLE = 'applied_extracts';
export const STATE_COLUMNS = `(
  ordinal integer NOT NULL, manifest_sha256 varchar NOT NULL, recipient_id varchar NOT NULL, generation integer NOT NULL,
  since varchar, until varchar NOT NULL, engine_version varchar NOT NULL, public_key varchar NOT NULL, datasets varchar NOT NULL)`;

export const IS_TAKEN = 'holds tables that are not of extracts: name another place';
