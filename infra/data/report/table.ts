import type { Answer } from '../facts-duck.ts';
import type { Chart } from '../questions/question.ts';

export type Table = {
  columns: { name: string; isNumber: boolean }[];
  rows: string[][];
  /** How many rows there are, whether shown or not. */
  total: number;
};

type Value = Answer['rows'][number][number];

const MOST_ROWS = 30;
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 4 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** An answer as a table: as it comes, or where two columns make a grid, with a column for each value of one of them. */
export function tableOf(answer: Answer, chart: Chart | undefined): Table {
  const across = acrossOf(chart);
  const { columns, rows } = across ? gridOf(answer, across) : answer;
  const isNumber = (at: number): boolean => rows.some((row) => typeof row[at] === 'number');
  const isShare = (at: number): boolean =>
    across === null &&
    ((columns[at] ?? '').startsWith('share') || (chart?.percent === true && columns[at] === chart.value));
  return {
    columns: columns.map((name, at) => ({ name: name.replaceAll('_', ' '), isNumber: isNumber(at) })),
    rows: rows.slice(0, MOST_ROWS).map((row) => row.map((value, at) => textOf(value, isShare(at)))),
    total: rows.length,
  };
}

function textOf(value: Value, isShare: boolean): string {
  if (value === null) return '–';
  return typeof value === 'number' ? (isShare ? percent : number).format(value) : String(value);
}

/** Which columns become rows, columns and cells. */
type Grid = { down: string; across: string; value: string };

function acrossOf(chart: Chart | undefined): Grid | null {
  if (chart?.kind === 'grid') return { down: chart.y, across: chart.x, value: chart.value };
  if (chart?.kind === 'lines' && chart.series !== undefined)
    return { down: chart.x, across: chart.series, value: chart.value };
  return null;
}

function gridOf({ columns, rows }: Answer, { down, across, value }: Grid): Answer {
  const at = (name: string): number => columns.indexOf(name);
  const distinct = (name: string): Value[] => [...new Set(rows.map((row) => row[at(name)] ?? null))];
  const heads = distinct(across);
  if (heads.every((one) => typeof one === 'number')) heads.sort((a, b) => a - b);
  const key = (line: Value | undefined, head: Value | undefined): string => JSON.stringify([line, head]);
  const cells = new Map(rows.map((row) => [key(row[at(down)], row[at(across)]), row[at(value)] ?? null]));
  return {
    columns: [`${down} / ${across}`, ...heads.map(String)],
    rows: distinct(down).map((line) => [line, ...heads.map((head) => cells.get(key(line, head)) ?? null)]),
  };
}
