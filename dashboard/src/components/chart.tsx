import { useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { common } from '../i18n/common/words.ts';
import { useFormat, useWords } from '../i18n/language.tsx';
import { Button } from './button.tsx';
import styles from './chart.module.css';

export type Series = { name: string; values: readonly (number | null)[] };
type Props = {
  /** What the chart shows, in a sentence: its name for readers of screens. */
  label: string;
  /** Starts of the steps, ISO 8601, oldest first. */
  times: readonly string[];
  /** At most five, each with a value a step. */
  series: readonly Series[];
  kind?: 'line' | 'bars';
  /** How a value is written; default: as a number. */
  write?: (value: number) => string;
};

const HEIGHT = 220;
const COLORS = 5;
const BAR_SHARE = 0.6;

/**
 * Values over time, on a canvas. Whoever cannot see it, or wants the numbers, turns it into a table. The library is loaded
 * with the first chart.
 */
export function Chart(props: Props) {
  const say = useWords(common);
  const [isTable, setTable] = useState(false);
  const { label, series } = props;
  return (
    <figure className={styles['chart']}>
      <figcaption className={styles['head']}>
        <ul className={styles['legend']}>
          {series.map(({ name }, index) => (
            <li key={name} data-color={(index % COLORS) + 1}>
              {name}
            </li>
          ))}
        </ul>
        <Button size="small" look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {say(isTable ? 'asChart' : 'asTable')}
        </Button>
      </figcaption>
      {isTable ? (
        <ValueTable {...props} />
      ) : (
        <div className={styles['place']} role="img" aria-label={label}>
          <Canvas {...props} />
        </div>
      )}
    </figure>
  );
}

function ValueTable({ label, times, series, write }: Props) {
  const format = useFormat();
  const written = write ?? format.number;
  return (
    <div className={styles['scroll']} tabIndex={0} role="region" aria-label={label}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((at, index) => (
            <tr key={at}>
              <th scope="row">{format.dateTime(at)}</th>
              {series.map(({ name, values }) => {
                const value = values[index] ?? null;
                return <td key={name}>{value === null ? '' : written(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Canvas({ times, series, kind = 'line', write }: Props) {
  const format = useFormat();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let chart: uPlot | undefined;
    let isGone = false;
    const draw = async (): Promise<void> => {
      const { default: Plot } = await import('uplot');
      if (isGone) return;
      chart?.destroy();
      chart = new Plot(
        optionsOf(element, { series, kind, write: write ?? format.number }, Plot),
        dataOf(times, series),
        element,
      );
    };
    void draw();
    const sizes = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    // Colours are read when the chart is drawn.
    const themes = new MutationObserver(() => void draw());
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      isGone = true;
      sizes.disconnect();
      themes.disconnect();
      chart?.destroy();
    };
  }, [times, series, kind, write, format]);
  return <div ref={place} />;
}

const dataOf = (times: readonly string[], series: readonly Series[]): uPlot.AlignedData => [
  times.map((at) => Date.parse(at) / 1_000),
  ...series.map(({ values }) => [...values]),
];

function optionsOf(
  element: HTMLElement,
  {
    series,
    kind,
    write,
  }: { series: readonly Series[]; kind: 'line' | 'bars'; write: (value: number) => string },
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
  const paths = kind === 'bars' ? Plot.paths.bars?.({ size: [BAR_SHARE] }) : undefined;
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (_, __, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [axis, { ...axis, size: 64, values: (_, values) => values.map(write) }],
    series: [
      {},
      ...series.map((_, index): uPlot.Series => {
        const stroke = color(`--chart-${(index % COLORS) + 1}`);
        return {
          stroke,
          width: 2,
          points: { show: false },
          ...(paths && { paths, fill: stroke }),
        };
      }),
    ],
  };
}
