/** A question of a data team's, with the SQL that answers it (DuckDB, over the views of an extract) and how to read the answer. */
export type Question = {
  /** Name of the view that answers it. */
  name: string;
  asks: string;
  sql: string;
  /** What the columns mean, and what to beware of. */
  reading: string;
  chart?: Chart;
};

/** Columns of the answer that a chart shows. `percent`: shares from 0 to 1. */
export type Chart = { value: string; percent?: true } & (
  | { kind: 'bars'; label: string; series?: string }
  | { kind: 'lines'; x: string; series?: string }
  | { kind: 'grid'; x: string; y: string }
);

/** Questions that belong together. */
export type Chapter = { title: string; questions: readonly Question[] };

/** Triage levels, from the most urgent on. */
export const LEVELS = "['emergency_ambulance', 'emergency', 'urgent', 'routine', 'self_care']";
