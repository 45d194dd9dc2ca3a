import type { Sql } from '../../shared/postgres/pool.ts';

type Column = { view: string; about: string | null; name: string; type: string; means: string | null };

/** Schemas whose views data teams read. */
export type ViewSchema = 'analytics' | 'facts';

/** A view or column without a comment. */
export class UndocumentedError extends Error {}

/**
 * The data dictionary in Markdown: every view of a schema with its columns, from the comments of the database.
 * Throws UndocumentedError where one is missing.
 */
export async function dictionaryOf(sql: Sql, schema: ViewSchema = 'analytics'): Promise<string> {
  const { rows } = await sql.query<Column>(
    `SELECT c.relname AS view, obj_description(c.oid, 'pg_class') AS about, a.attname AS name,
       format_type(a.atttypid, a.atttypmod) AS type, col_description(c.oid, a.attnum) AS means
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE n.nspname = $1 ORDER BY c.relname COLLATE "C", a.attnum`,
    [schema],
  );
  const views = [...new Set(rows.map((row) => row.view))];
  return views
    .map((view) =>
      describeView(
        { schema, view },
        rows.filter((row) => row.view === view),
      ),
    )
    .join('\n');
}

function describeView(
  { schema, view }: { schema: ViewSchema; view: string },
  columns: readonly Column[],
): string {
  const about = columns[0]?.about;
  if (!about) throw new UndocumentedError(`${schema}.${view} has no comment`);
  const lines = columns.map(({ name, type, means }) => {
    if (!means) throw new UndocumentedError(`${schema}.${view}.${name} has no comment`);
    return `| \`${name}\` | ${type} | ${means} |`;
  });
  return [
    `### ${view}`,
    '',
    about,
    '',
    '| Column | Type | Meaning |',
    '| --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

const BEGIN = '<!-- dictionary: begin -->';
const END = '<!-- dictionary: end -->';

/** The page with its generated part replaced. Throws where the page has no place for it. */
export function withDictionary(page: string, dictionary: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error('the page has no place for the dictionary');
  return `${before}${BEGIN}\n\n${dictionary}\n${END}${after}`;
}
