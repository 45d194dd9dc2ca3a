import type { Answer } from '../facts-duck.ts';
import type { Chart } from '../questions/question.ts';

export type Table = {
  columns: { name: string; isNumber: boolean }[];
  rows: { text: string; isNumber: boolean }[][];
  /** How many rows there are, whether shown or not. */
  total: number;
};

type Value = Answer['rows'][number][number];

const MOST_ROWS = 30;
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 4 });

const cellOf = (value: Value): Table['rows'][number][number] =>
  typeof value === 'number'
    ? { text: number.format(value), isNumber: true }
    : { text: value === null ? '–' : String(value), isNumber: false };

/** An answer as a table: as it comes, or for a chart of a grid with a column for each of its columns. */
export function tableOf(answer: Answer, chart: Chart | undefined): Table {
  const { columns, rows } = chart?.kind === 'grid' ? gridOf(answer, chart) : answer;
  const isNumber = (at: number): boolean => rows.some((row) => typeof row[at] === 'number');
  return {
    columns: columns.map((name, at) => ({ name: name.replaceAll('_', ' '), isNumber: isNumber(at) })),
    rows: rows.slice(0, MOST_ROWS).map((row) => row.map(cellOf)),
    total: rows.length,
  };
}

function gridOf({ columns, rows }: Answer, { x, y, value }: Extract<Chart, { kind: 'grid' }>): Answer {
  const at = (name: string): number => columns.indexOf(name);
  const across = [...new Set(rows.map((row) => row[at(x)] ?? null))];
  if (across.every((one) => typeof one === 'number')) across.sort((a, b) => Number(a) - Number(b));
  const down = [...new Set(rows.map((row) => row[at(y)] ?? null))];
  const found = new Map(rows.map((row) => [JSON.stringify([row[at(x)], row[at(y)]]), row[at(value)] ?? null]));
  return {
    columns: [`${y} \\ ${x}`, ...across.map(String)],
    rows: down.map((line) => [line, ...across.map((column) => found.get(JSON.stringify([column, line])) ?? null)]),
  };
}
