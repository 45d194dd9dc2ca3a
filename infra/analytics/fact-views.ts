import { createHash } from 'node:crypto';
import pg from 'pg';
import { datasets, facts } from '../../shared/datasets/all.ts';
import type { Column, Dataset, Dimension } from '../../shared/datasets/dataset.ts';
import { calendar, engineVersions } from '../../shared/datasets/dimensions.ts';
import { calendarRows } from '../../shared/datasets/dimension-rows.ts';
import { engineVersionRows, firstDay } from '../../shared/datasets/dimension-select.ts';
import { selectOf } from '../../shared/datasets/select.ts';

/** The views of schema `facts`, one for each dataset, as statements of SQL. */

/** The recipient behind the connection; the use is counted under the dataset. */
const readerOf = (dataset: string): string => `facts_source.reader(${pg.escapeLiteral(dataset)})`;
const UNCOUNTED = 'facts_source.reader(NULL)';

const TODAY = "(now() AT TIME ZONE 'UTC')::date";
const CURRENT_ENGINE = 'SELECT c.engine_version FROM facts_source.catalogue c';

function dimensionSelect(dimension: Dimension): string {
  if (dimension === calendar) return calendarRows(firstDay(UNCOUNTED), TODAY);
  if (dimension === engineVersions) return engineVersionRows(UNCOUNTED, CURRENT_ENGINE);
  const columns = dimension.columns.map(({ name }) => `d.row ->> ${pg.escapeLiteral(name)} AS ${name}`);
  return `SELECT ${columns.join(', ')} FROM facts_source.dimension_rows d WHERE d.dimension = ${pg.escapeLiteral(dimension.name)}`;
}

const selectFor = (dataset: Dataset): string =>
  dataset.kind === 'fact'
    ? selectOf(dataset, { recipient: readerOf(dataset.name) })
    : dimensionSelect(dataset);

/** A longer list is for those who look it up elsewhere. */
const MOST_VALUES = 12;

/** What a column means, with its unit, its values and what it names, as far as the meaning does not say so itself. */
function meaningOf({ meaning, unit, values = [], references }: Column): string {
  const isTold = values.length > MOST_VALUES || values.every((value) => meaning.includes(`${value}:`));
  return [
    meaning,
    ...(unit === undefined || meaning.includes(unit) ? [] : [`In ${unit}.`]),
    ...(isTold ? [] : [`One of ${values.join(', ')}.`]),
    ...(references === undefined ? [] : [`See ${references}.`]),
  ].join(' ');
}

function statementsFor(dataset: Dataset): string[] {
  const view = `facts.${dataset.name}`;
  return [
    `CREATE VIEW ${view} WITH (security_barrier) AS ${selectFor(dataset)}`,
    `COMMENT ON VIEW ${view} IS ${pg.escapeLiteral(dataset.about)}`,
    ...dataset.columns.map(
      (column) => `COMMENT ON COLUMN ${view}.${column.name} IS ${pg.escapeLiteral(meaningOf(column))}`,
    ),
    `GRANT SELECT ON ${view} TO triage_facts`,
  ];
}

const statements = datasets.flatMap(statementsFor);
const hash = createHash('sha256').update(JSON.stringify(statements)).digest('hex');

/** Names of the datasets whose uses are counted. */
export const countedDatasets: readonly string[] = facts.map(({ name }) => name);

/** Drops the views, where there are any: what they are made of can be changed then. */
export const DROP_FACT_VIEWS = `
  DO $$
  DECLARE
    v record;
  BEGIN
    FOR v IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'facts' AND c.relkind = 'v'
    LOOP
      EXECUTE format('DROP VIEW facts.%I', v.relname);
    END LOOP;
  END $$;
`;

const countersOf = (names: readonly string[]): string =>
  `ARRAY[${names.map((name) => pg.escapeLiteral(name)).join(', ')}]`;

/** A connection of migrations. */
type Db = { raw: (sql: string) => PromiseLike<unknown> };

/**
 * Makes the views of schema `facts` anew where they are not those of this version, and says whether it did. For a
 * transaction; of several processes at once, one makes them.
 */
export async function makeFactViews(db: Db): Promise<boolean> {
  await db.raw('LOCK TABLE facts_source.catalogue IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = (await db.raw(
    "SELECT obj_description('facts'::regnamespace, 'pg_namespace') AS hash",
  )) as { rows: { hash: string | null }[] };
  if (rows[0]?.hash === hash) return false;
  await db.raw(DROP_FACT_VIEWS);
  for (const statement of statements) await db.raw(statement);
  // Of logins that stand, for datasets that are new.
  await db.raw(
    `SELECT facts_source.make_counters(r.login, ${countersOf(countedDatasets)}) FROM facts_source.recipients r WHERE r.login IS NOT NULL`,
  );
  await db.raw(`COMMENT ON SCHEMA facts IS ${pg.escapeLiteral(hash)}`);
  return true;
}
