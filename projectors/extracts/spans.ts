/** Days from `from` on and before `before` (YYYY-MM-DD). */
export type Days = { from: string; before: string };

/** First and last day of rows (YYYY-MM-DD). */
export type DayRange = { first: string; last: string };

const DAY_MS = 86_400_000;
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Rows on their way take so much disk, and DuckDB sorts so much at once in its memory. A day is never divided. */
const PIECE_BYTES = 4_000_000;
/** DuckDB holds a file open for each day. */
const MOST_DAYS = 32;
const GROWTH = 4;
const DAYS_A_WEEK = 7;

/** Of what rows are kept together: files of weeks begin on Mondays. */
export type SpanUnit = 'day' | 'week';

/** The days that come next: as many as are likely to give a piece of the usual size. Null after the last one. */
export function nextSpan(
  { first, last }: DayRange,
  previous: { span: Days; bytes: number } | null,
  unit: SpanUnit = 'day',
): Days | null {
  const least = unit === 'week' ? DAYS_A_WEEK : 1;
  const endMs = Date.parse(last) + least * DAY_MS;
  if (previous === null) return { from: first, before: dayText(Date.parse(first) + least * DAY_MS) };
  const fromMs = Date.parse(previous.span.before);
  if (fromMs >= endMs) return null;
  const days = (fromMs - Date.parse(previous.span.from)) / DAY_MS;
  const fitting = Math.floor((days * PIECE_BYTES) / Math.max(previous.bytes, 1));
  const wanted = Math.min(fitting, days * GROWTH, MOST_DAYS);
  const next = Math.max(least, wanted - (wanted % least));
  return { from: previous.span.before, before: dayText(Math.min(fromMs + next * DAY_MS, endMs)) };
}
