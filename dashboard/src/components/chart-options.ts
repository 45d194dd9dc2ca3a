import type uPlot from 'uplot';
import type { Format } from '../i18n/format.ts';
import type { TriageLevelName } from './triage-level.tsx';

/** One of a triage level has the colour of the level. */
export type Series = { name: string; values: readonly (number | null)[]; level?: TriageLevelName };
export type Kind = 'line' | 'bars' | 'stacked';
export const HEIGHT = 220;
/** Colours of series, after which they begin anew. */
export const COLORS = 5;
const BAR_SHARE = 0.6;

export const dataOf = (
  times: readonly string[],
  series: readonly Series[],
  kind: Kind,
): uPlot.AlignedData => [
  times.map((at) => Date.parse(at) / 1_000),
  ...(kind === 'stacked' ? stacked(series) : series.map(({ values }) => [...values])),
];

/** Each series with all those below it; the later ones are drawn over it. */
const stacked = (series: readonly Series[]): number[][] =>
  series.map(({ values }, index) =>
    values.map((_, at) => series.slice(index).reduce((sum, below) => sum + (below.values[at] ?? 0), 0)),
  );

type Shown = {
  series: readonly Series[];
  kind: Kind;
  step: 'hour' | 'day' | undefined;
  write: (value: number) => string;
  format: Format;
};

/** How the chart is drawn, in the colours of the theme. */
export function optionsOf(
  element: HTMLElement,
  { series, kind, step, write, format }: Shown,
  Plot: typeof uPlot,
): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name);
  const axis: uPlot.Axis = {
    stroke: color('--text-soft'),
    grid: { stroke: color('--chart-grid'), width: 1 },
    ticks: { show: false },
    font: `12px ${color('--font')}`,
  };
  const paths = kind === 'line' ? undefined : Plot.paths.bars?.({ size: [BAR_SHARE] });
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] },
      ...(kind !== 'line' && { x: { range: withRoomForBars } }),
    },
    axes: [
      { ...axis, ...(step && timesOf(step, format)) },
      {
        ...axis,
        size: 64,
        values: (_, values) => values.map(write),
        ...(kind !== 'line' && { incrs: COUNTS }),
      },
    ],
    series: [
      {},
      ...series.map(({ level }, index): uPlot.Series => {
        const stroke = color(
          level === undefined ? `--chart-${(index % COLORS) + 1}` : `--triage-${level.replaceAll('_', '-')}`,
        );
        return {
          stroke,
          // A bar of nothing has no line either; a value between two that are missing is a dot.
          width: kind === 'line' ? 2 : 0,
          points: { show: kind === 'line', size: 5, fill: stroke },
          ...(paths && { paths, fill: stroke }),
        };
      }),
    ],
  };
}

/** The first and the last bar stand on their time, half of them beyond it. */
const withRoomForBars = (chart: uPlot, min: number, max: number): [number, number] => {
  const steps = Math.max(1, chart.data[0].length - 1);
  const half = (max - min) / steps / 2;
  return [min - half, max + half];
};

/** Bars count things, of which there are no halves. */
const COUNTS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000].flatMap((one) => [one, 2 * one, 5 * one]);

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** Whole steps along the axis, in the words of the language. */
const timesOf = (step: 'hour' | 'day', format: Format): uPlot.Axis => ({
  incrs:
    step === 'day'
      ? [1, 2, 7, 14].map((days) => days * DAY_S)
      : [1, 2, 3, 6, 12].map((hours) => hours * HOUR_S),
  // One line.
  size: 30,
  values: (_, times) =>
    times.map((at) => (step === 'day' ? format.dayMonth : format.time)(new Date(at * 1_000))),
});
