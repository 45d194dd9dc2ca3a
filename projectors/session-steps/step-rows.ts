import type { Sql } from '../../shared/postgres/pool.ts';
import { col, orNull, rowSet, type RowOf, type StoredRowOf } from '../../shared/postgres/columns.ts';
import type { StepKind } from '../../shared/datasets/values.ts';

/** read.session_steps: what a row is made of, and how rows are read and written. */
const stepRows = rowSet({
  session_id: col.uuid,
  revision: col.int,
  tenant_id: col.uuid,
  position: col.bigint,
  superseded_position: orNull(col.bigint),
  changed_revision: orNull(col.int),
  changed_position: orNull(col.bigint),
  changed_at: orNull(col.time),
  day: col.date,
  opened_at: orNull(col.time),
  at: col.time,
  /** When the question that is open was put. */
  asked_at: orNull(col.time),
  finalized_at: orNull(col.time),
  kind: col.code<StepKind | 'erased' | 'pruned'>(),
  profile_id: orNull(col.uuid),
  complaint: orNull(col.text),
  age_band: col.text,
  sex: col.text,
  stated_age_band: orNull(col.text),
  stated_sex: orNull(col.text),
  told_age_band: orNull(col.text),
  told_sex: orNull(col.text),
  told_language: orNull(col.text),
  language: col.text,
  question: orNull(col.text),
  skipped: orNull(col.boolean),
  unclear: orNull(col.boolean),
  waited_s: orNull(col.int),
  findings: col.texts,
  triage_level: orNull(col.text),
  previous_level: orNull(col.text),
  triage_kind: orNull(col.text),
  triage_code: orNull(col.text),
  icds: col.texts,
  conditions: col.texts,
  probabilities: col.reals,
  flags: col.texts,
  new_flags: col.texts,
  asks: orNull(col.text),
  stop_reason: orNull(col.text),
  questions_asked: col.int,
  changed_fields: col.texts,
  cleared: orNull(col.int),
  accuracy: orNull(col.text),
  actual_icd: orNull(col.text),
  engine_version: orNull(col.text),
});
export type StepRow = RowOf<typeof stepRows.columns>;

/** The names of its columns. */
export const stepColumns = Object.keys(stepRows.columns) as (keyof StepRow)[];
const KEY = ['session_id', 'revision'];
const WRITE = `${stepRows.insertInto('session_steps')} ON CONFLICT (${KEY.join(', ')}) DO UPDATE SET ${stepColumns
  .filter((name) => !KEY.includes(name))
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')}`;

/** A date as it is, and no moment of the driver's time zone. */
const LIST = stepRows.list.replace(', day,', ', day::text AS day,');
const LAST = `
  SELECT s.* FROM unnest($1::uuid[]) AS u (session_id)
  CROSS JOIN LATERAL (
    SELECT ${LIST} FROM session_steps s WHERE s.session_id = u.session_id ORDER BY s.revision DESC LIMIT 1) AS s`;
const ALL = `SELECT ${LIST} FROM session_steps WHERE session_id = ANY ($1::uuid[]) ORDER BY session_id, revision`;

/** The last step of each of these sessions that has one, or all steps, in order. */
export async function loadSteps(tx: Sql, sessionIds: string[], which: 'last' | 'all'): Promise<StepRow[]> {
  if (sessionIds.length === 0) return [];
  const { rows } = await tx.query<StoredRowOf<typeof stepRows.columns>>({
    name: `session-steps-${which}`,
    text: which === 'last' ? LAST : ALL,
    values: [sessionIds],
  });
  return rows.map(toRow);
}

const time = (stored: Date | null): string | null => stored?.toISOString() ?? null;

const toRow = (stored: StoredRowOf<typeof stepRows.columns>): StepRow => ({
  ...stored,
  at: stored.at.toISOString(),
  opened_at: time(stored.opened_at),
  asked_at: time(stored.asked_at),
  finalized_at: time(stored.finalized_at),
  changed_at: time(stored.changed_at),
});

export async function writeSteps(tx: Sql, rows: readonly StepRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query({ name: 'write-session-steps', text: WRITE, values: stepRows.values(rows) });
}

const superseded = rowSet({ session_id: col.uuid, revision: col.int, superseded_position: col.bigint });
const SUPERSEDE = `
  UPDATE session_steps s SET superseded_position = u.superseded_position FROM ${superseded.given()}
  WHERE s.session_id = u.session_id AND s.revision = u.revision`;

/** Notes of steps that stand already that another one follows. */
export async function supersedeSteps(tx: Sql, rows: readonly StepRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = superseded.values(
    rows.map(({ session_id, revision, superseded_position }) => ({
      session_id,
      revision,
      superseded_position: superseded_position ?? 0,
    })),
  );
  await tx.query({ name: 'supersede-session-steps', text: SUPERSEDE, values });
}
