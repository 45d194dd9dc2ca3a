import { stepColumns, type StepRow } from '../../../projectors/session-steps/step-rows.ts';
import { copyLine } from '../../../shared/postgres/copy.ts';

/**
 * Rows of read.session_steps as COPY takes them. Most columns of a row are the same in each session that is drawn from an
 * interview: their text is made once.
 */

/** Columns that differ from session to session. */
const OWN = [
  'session_id',
  'position',
  'superseded_position',
  'changed_position',
  'changed_at',
  'day',
  'opened_at',
  'at',
  'asked_at',
  'finalized_at',
  'profile_id',
  'waited_s',
] as const satisfies readonly (keyof StepRow)[];
type OwnColumn = (typeof OWN)[number];
export type OwnValues = Pick<StepRow, OwnColumn>;

const isOwn = (name: keyof StepRow): boolean => (OWN as readonly string[]).includes(name);
const SHARED = stepColumns.filter((name) => !isOwn(name));

/** In this order. */
export const STEP_COLUMNS: readonly string[] = [...OWN, ...SHARED];

/** What a row shares with those of other sessions. */
export const sharedText = (row: StepRow): string =>
  copyLine(
    SHARED.map((name) => {
      const value = row[name];
      return Array.isArray(value) ? value.map(String) : value;
    }),
  );

const text = (value: string | number | null): string => (value === null ? '\\N' : String(value));

/** A line of COPY. */
export const stepLine = (own: OwnValues, shared: string): string =>
  `${OWN.map((name) => text(own[name])).join('\t')}\t${shared}`;
