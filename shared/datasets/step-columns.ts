import { revisionColumn, type Column } from './dataset.ts';
import { levels } from './values.ts';

/** What the datasets that follow from read.session_steps have in common: a row a step, in codes. */

export const STEPS = 'r JOIN read.session_steps s ON s.tenant_id = r.tenant_id';
/** An erased session has one row left, which says so and nothing else. */
export const KEPT = "s.kind NOT IN ('erased', 'pruned')";

export const steps = {
  kind: 'fact' as const,
  clock: 'log' as const,
  ofSession: true,
  window: ({ since, until }: { since: string; until: string }): string =>
    `s.position <= ${until} AND (s.position > ${since} OR (s.changed_position > ${since} AND s.changed_position <= ${until}))`,
  days: ({ from, before }: { from: string; before: string }): string =>
    `s.day >= ${from} AND s.day < ${before}`,
};

export const step: Column = {
  name: 'step',
  type: 'integer',
  sql: 's.revision',
  meaning: 'Number of the step in its session, from 0. Numbers of other events are left out.',
  sensitivity: 'none',
};
export const stepRevision = revisionColumn('coalesce(s.changed_revision, s.revision)');

export const code = (
  name: string,
  column: { sql: string; meaning: string } & Pick<Column, 'values' | 'nullable' | 'references'>,
): Column => ({ name, type: 'string', sensitivity: 'clinical', ...column });

export const level = (sql: string, meaning: string): Column =>
  code('triage_level', { sql, meaning, values: levels, nullable: true });

export const CLEARED = 'empty where a rectification has cleared it';
