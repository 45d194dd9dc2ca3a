import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { Answer } from '../facts-duck.ts';
import type { Chart } from '../questions/question.ts';

/** Charts are drawn here, to SVG: whoever opens the report needs no script. Colours are those of the page, light or dark. */

type Value = Answer['rows'][number][number];
type Row = Record<string, Value>;

const WIDTH = 720;
const FONT_SIZE = '12px';
const BAR_HEIGHT = 22;
const MOST_BARS = 20;
const LINES_HEIGHT = 260;
const CELL_HEIGHT = 26;
/** About what a character takes, in pixels. */
const CHARACTER = 6.6;
const LONGEST_LABEL = 44;
const COLOUR = 'var(--series-1)';
const COLOURS = [COLOUR, 'var(--series-2)', 'var(--series-3)', 'var(--series-4)', 'var(--series-5)'];
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

const shortened = (text: string): string =>
  text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text;
const marginFor = (labels: readonly string[]): number =>
  24 + Math.max(...labels.map((label) => label.length)) * CHARACTER;

const format = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const shown = (value: number, { percent: isShare }: Chart): string =>
  isShare ? percent.format(value) : format.format(value);

const numberOf = (value: Value): number => (typeof value === 'number' ? value : Number.NaN);
const textOf = (value: Value): string => (value === null ? '(none)' : String(value));
const labelled = (name: string): string => name.replaceAll('_', ' ');

/** A chart, and what its colours stand for where it has several. */
export type Drawn = { svg: string; legend: { name: string; colour: string }[] };

/** Draws an answer, with `title` for whoever does not see it; null where there is nothing to draw. */
export function chartOf({ columns, rows }: Answer, chart: Chart, title: string): Drawn | null {
  const named: Row[] = rows.map((row) =>
    Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])),
  );
  if (named.length === 0) return null;
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const options = {
    document,
    width: WIDTH,
    style: { fontSize: FONT_SIZE },
    ...optionsOf(named, chart),
  };
  const svg = Plot.plot(options) as unknown as Element;
  const heading = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  heading.textContent = title;
  // Parts of a picture have no names of their own: it has one as a whole.
  for (const part of svg.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  svg.insertBefore(heading, svg.firstChild);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', title);
  return { svg: svg.outerHTML, legend: legendOf(named, chart) };
}

function optionsOf(rows: Row[], chart: Chart): Plot.PlotOptions {
  switch (chart.kind) {
    case 'bars':
      return bars(rows.slice(0, MOST_BARS), chart);
    case 'lines':
      return lines(rows, chart);
    case 'grid':
      return grid(rows, chart);
  }
}

type Kind<K extends Chart['kind']> = Extract<Chart, { kind: K }>;

function bars(rows: Row[], chart: Kind<'bars'>): Plot.PlotOptions {
  const { label, series, value } = chart;
  const points = rows.map((row, place) => ({
    // The place keeps two of the same name apart.
    place: String(place),
    name: shortened(
      series === undefined
        ? textOf(row[label] ?? null)
        : `${textOf(row[label] ?? null)} · ${textOf(row[series] ?? null)}`,
    ),
    value: numberOf(row[value] ?? null),
  }));
  const names = new Map(points.map(({ place, name }) => [place, name]));
  return {
    height: 70 + points.length * BAR_HEIGHT,
    marginBottom: 42,
    marginLeft: marginFor([...names.values()]),
    marginRight: 60,
    x: { label: labelled(value), grid: true, nice: true, tickFormat: (tick: number) => shown(tick, chart) },
    y: { label: null, domain: [...names.keys()], tickFormat: (place: string) => names.get(place) ?? '' },
    marks: [
      Plot.barX(points, { x: 'value', y: 'place', fill: COLOUR }),
      Plot.text(points, {
        // Beside the bar, also where that goes to the left.
        x: (point: { value: number }) => Math.max(0, point.value),
        y: 'place',
        text: (point: { value: number }) => shown(point.value, chart),
        textAnchor: 'start',
        dx: 4,
        fill: 'currentColor',
      }),
      Plot.ruleX([0], { stroke: 'currentColor' }),
    ],
  };
}

function lines(rows: Row[], chart: Kind<'lines'>): Plot.PlotOptions {
  const { x, series, value } = chart;
  const isTime = ISO_DAY.test(textOf(rows[0]?.[x] ?? null));
  const points = rows.map((row) => ({
    x: isTime ? new Date(textOf(row[x] ?? null)) : numberOf(row[x] ?? null),
    value: numberOf(row[value] ?? null),
    series: series === undefined ? '' : textOf(row[series] ?? null),
  }));
  const names = seriesOf(rows, chart);
  return {
    height: LINES_HEIGHT,
    marginBottom: 42,
    marginLeft: 64,
    marginRight: 24,
    x: { label: labelled(x), ...(isTime ? { type: 'utc' as const } : {}) },
    y: {
      label: labelled(value),
      grid: true,
      zero: true,
      nice: true,
      tickFormat: (tick: number) => shown(tick, chart),
    },
    color: { domain: names, range: COLOURS },
    marks: [
      Plot.ruleY([0], { stroke: 'currentColor' }),
      Plot.lineY(points, { x: 'x', y: 'value', stroke: 'series', strokeWidth: 2 }),
      ...(points.length <= 40 ? [Plot.dot(points, { x: 'x', y: 'value', fill: 'series', r: 3 })] : []),
    ],
  };
}

/** Names of the lines, in the order of their colours. */
const seriesOf = (rows: readonly Row[], { series }: Kind<'lines'>): string[] =>
  series === undefined ? [''] : [...new Set(rows.map((row) => textOf(row[series] ?? null)))];

const legendOf = (rows: readonly Row[], chart: Chart): Drawn['legend'] =>
  chart.kind !== 'lines' || chart.series === undefined
    ? []
    : seriesOf(rows, chart).map((name, at) => ({ name, colour: COLOURS[at % COLOURS.length] ?? COLOUR }));

/** Numbers in the order of numbers, other values as they come. */
const inOrder = (values: Value[]): string[] => {
  const distinct = [...new Set(values)];
  const areNumbers = distinct.every((value) => typeof value === 'number');
  return (areNumbers ? distinct.sort((a, b) => a - b) : distinct).map(textOf);
};

function grid(rows: Row[], chart: Kind<'grid'>): Plot.PlotOptions {
  const { x, y, value } = chart;
  const points = rows.map((row) => ({
    x: textOf(row[x] ?? null),
    y: shortened(textOf(row[y] ?? null)),
    value: numberOf(row[value] ?? null),
  }));
  const most = Math.max(...points.map((point) => point.value));
  const columns = inOrder(rows.map((row) => row[x] ?? null));
  const lines = inOrder(rows.map((row) => row[y] ?? null)).map(shortened);
  return {
    height: 70 + lines.length * CELL_HEIGHT,
    marginLeft: marginFor(lines),
    x: { label: labelled(x), domain: columns },
    y: { label: labelled(y), domain: lines },
    marks: [
      Plot.cell(points, {
        x: 'x',
        y: 'y',
        fill: COLOUR,
        fillOpacity: (point: { value: number }) => point.value / most,
        inset: 0.5,
      }),
      ...(columns.length <= 12
        ? [
            Plot.text(points, {
              x: 'x',
              y: 'y',
              text: (point: { value: number }) => shown(point.value, chart),
              fill: 'currentColor',
            }),
          ]
        : []),
    ],
  };
}
