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

/** The days that come next: as many as are likely to give a piece of the usual size. Null after the last one. */
export function nextSpan(
  { first, last }: DayRange,
  previous: { span: Days; bytes: number } | null,
): Days | null {
  const endMs = Date.parse(last) + DAY_MS;
  if (previous === null) return { from: first, before: dayText(Date.parse(first) + DAY_MS) };
  const fromMs = Date.parse(previous.span.before);
  if (fromMs >= endMs) return null;
  const days = (fromMs - Date.parse(previous.span.from)) / DAY_MS;
  const fitting = Math.floor((days * PIECE_BYTES) / Math.max(previous.bytes, 1));
  const next = Math.max(1, Math.min(fitting, days * GROWTH, MOST_DAYS));
  return { from: previous.span.before, before: dayText(Math.min(fromMs + next * DAY_MS, endMs)) };
}
