import type { Column, Fact } from './dataset.ts';

/** SQL of the recipient's row or rows: tenant_id uuid, inner_key bytea, outer_key bytea, exact_times boolean. */
export type Recipient = string;

/**
 * The query of a dataset for a recipient: all rows as they stand, or within a window those that changed in it. Both bounds of
 * a window are SQL expressions of the dataset's clock.
 */
export function selectOf(
  fact: Fact,
  {
    recipient,
    window,
    days,
    columns = fact.columns,
  }: {
    recipient: Recipient;
    window?: { since: string; until: string };
    /** Only these days, as SQL dates: the second one is left out. */
    days?: { from: string; before: string };
    /** All of its columns, as they are declared, without. */
    columns?: readonly Pick<Column, 'name' | 'sql'>[];
  },
): string {
  const selected = columns.map(({ name, sql }) => `${sql ?? 'NULL'} AS ${name}`);
  const conditions = [
    fact.where,
    window ? fact.window(window) : fact.standing,
    days && fact.days(days),
  ].filter((condition) => condition !== undefined);
  return `SELECT ${selected.join(', ')} FROM ${fact.from.replace(/^r\b/, () => `${recipient} AS r`)} WHERE ${conditions.join(' AND ')}`;
}
