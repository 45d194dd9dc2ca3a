import type uPlot from 'uplot';
import type { Format } from '../i18n/format.ts';
import { DAY_S, HOUR_S, MINUTE_S, STEP_S, type Kind, type Step } from './chart-data.ts';
import type { TriageLevelName } from './triage-level.tsx';

/** One of a triage level has the colour of the level. */
export type Series = { name: string; values: readonly (number | null)[]; level?: TriageLevelName };
export const HEIGHT = 220;
/** Colours of series, after which they begin anew. */
export const COLORS = 5;
const BAR_SHARE = 0.6;

type Drawn = { series: readonly Series[]; kind: Kind; step: Step };
type Shown = Drawn & { write: (value: number) => string; format: Format };

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
    // Days of the service begin at midnight in UTC, and so do the lines between them.
    ...(step === 'day' && { tzDate: (at) => Plot.tzDate(new Date(at * 1_000), 'Etc/UTC') }),
    scales: {
      y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] },
      ...(kind !== 'line' && { x: { range: withRoomForBars(step) } }),
    },
    axes: [
      { ...axis, ...timesOf(step, format) },
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

/** Bars stand upon the beginning of their step, half of them before it: the first and the last one have their whole width. */
const withRoomForBars =
  (step: Step) =>
  (_: uPlot, min: number, max: number): [number, number] => [min - STEP_S[step] / 2, max + STEP_S[step] / 2];

/** Bars count things, of which there are no halves. */
const COUNTS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000].flatMap((one) => [one, 2 * one, 5 * one]);

const DAYS = [1, 2, 7, 14].map((days) => days * DAY_S);
const HOURS = [1, 2, 3, 6, 12].map((hours) => hours * HOUR_S);
const MINUTES = [5, 10, 15, 30].map((minutes) => minutes * MINUTE_S);
const INCREMENTS: Readonly<Record<Step, number[]>> = {
  minutes: MINUTES,
  hour: [...HOURS, ...DAYS],
  day: DAYS,
};

const isMidnight = (at: Date): boolean => at.getHours() === 0 && at.getMinutes() === 0;

/** Whole steps along the axis, in the words of the language. */
const timesOf = (step: Step, format: Format): uPlot.Axis => ({
  incrs: INCREMENTS[step],
  // One line.
  size: 30,
  values: (_, times) =>
    times.map((seconds) => {
      const at = new Date(seconds * 1_000);
      if (step === 'day') return format.utcDayMonth(at);
      return isMidnight(at) ? format.dayMonth(at) : format.time(at);
    }),
});
