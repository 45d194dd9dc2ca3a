import type uPlot from 'uplot';

export type Kind = 'line' | 'bars' | 'stacked';
type Series = { values: readonly (number | null)[] };

/** How far apart values are: 5 minutes, an hour, or a day as the service counts them, from midnight to midnight in UTC. */
export type Step = 'minutes' | 'hour' | 'day';
export const MINUTE_S = 60;
export const HOUR_S = 60 * MINUTE_S;
export const DAY_S = 24 * HOUR_S;
export const STEP_S: Readonly<Record<Step, number>> = { minutes: 5 * MINUTE_S, hour: HOUR_S, day: DAY_S };

type Drawn = { series: readonly Series[]; kind: Kind; step: Step };

/**
 * What is drawn. The first value may be of the end of its step alone; it stands where its step begins, since the width of
 * all bars is that of the narrowest step.
 */
export const dataOf = (times: readonly string[], { series, kind, step }: Drawn): uPlot.AlignedData => [
  times.map((at) => {
    const seconds = Date.parse(at) / 1_000;
    return seconds - (seconds % STEP_S[step]);
  }),
  ...(kind === 'stacked' ? stacked(series) : series.map(({ values }) => [...values])),
];

/** Each series with all those below it; the later ones are drawn over it. */
const stacked = (series: readonly Series[]): number[][] =>
  series.map(({ values }, index) =>
    values.map((_, at) => series.slice(index).reduce((sum, below) => sum + (below.values[at] ?? 0), 0)),
  );
