import { numberIn, oneOf, textIn, type Search } from '../../app/place.ts';
import { TRIAGE_LEVELS } from '../../components/triage-level.tsx';

export const STATUSES = ['', 'active', 'finalized'] as const;
export const MODES = ['', 'live', 'test'] as const;
/** Of a session: any, or those in which at least one was raised. */
export const FLAGS = ['', 'any'] as const;
export const LEVELS = ['', ...TRIAGE_LEVELS] as const;
/** Those beside the complaint, which is always there. */
export const COLUMNS = ['level', 'diagnosis', 'status', 'patient', 'questions', 'flags', 'opened'] as const;
export type ColumnId = (typeof COLUMNS)[number];
const USUAL: readonly ColumnId[] = ['level', 'diagnosis', 'status', 'patient', 'opened'];

/** What the address keeps. What is searched for is not in it: a patient's id, or what a patient complains of. */
export type Place = ReturnType<typeof readPlace>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (search: Search, name: string): string | undefined => {
  const day = textIn(search, name);
  return day !== undefined && DAY.test(day) ? day : undefined;
};

export const readPlace = (search: Search) => ({
  status: oneOf(search, 'status', STATUSES, ''),
  level: oneOf(search, 'level', LEVELS, ''),
  flags: oneOf(search, 'flags', FLAGS, ''),
  mode: oneOf(search, 'mode', MODES, ''),
  from: dayIn(search, 'from'),
  to: dayIn(search, 'to'),
  columns: textIn(search, 'columns'),
  offset: numberIn(search, 'offset') || undefined,
});

export const isFiltered = ({ status, level, flags, mode, from, to }: Place): boolean =>
  [status, level, flags, mode, from ?? '', to ?? ''].some((value) => value !== '');

export const NO_FILTER = {
  status: '',
  level: '',
  flags: '',
  mode: '',
  from: undefined,
  to: undefined,
  offset: undefined,
} as const;

export const shownColumns = ({ columns }: Place): readonly ColumnId[] => {
  if (columns === undefined) return USUAL;
  const named = columns.split(',');
  return COLUMNS.filter((id) => named.includes(id));
};

/** As the address keeps them; undefined for the usual ones. */
export const keptColumns = (shown: readonly ColumnId[]): string | undefined => {
  const named = COLUMNS.filter((id) => shown.includes(id)).join(',');
  return named === USUAL.join(',') ? undefined : named || 'none';
};
