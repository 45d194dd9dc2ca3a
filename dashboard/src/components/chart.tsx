import { useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { common } from '../i18n/common/words.ts';
import { useFormat, useWords } from '../i18n/language.tsx';
import { Button } from './button.tsx';
import styles from './chart.module.css';
import { dataOf, type Kind, type Step } from './chart-data.ts';
import { COLORS, HEIGHT, optionsOf, type Series } from './chart-options.ts';

type Props = {
  /** What the chart shows, in a sentence: its name for readers of screens. */
  label: string;
  /** Starts of the steps, ISO 8601, oldest first. */
  times: readonly string[];
  /** At most five, each with a value a step. */
  series: readonly Series[];
  /** `bars` stand one before the other, the first one behind; `stacked` ones one upon the other, the first one on top. */
  kind?: Kind;
  step: Step;
  /** How a value is written; default: as a number. */
  write?: (value: number) => string;
};

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
          {series.map(({ name, level }, index) => (
            <li key={name} data-color={(index % COLORS) + 1} data-level={level}>
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

function ValueTable({ label, times, series, step, write }: Props) {
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
              <th scope="row">{step === 'day' ? format.utcDate(at) : format.dateTime(at)}</th>
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

function Canvas({ times, series, kind = 'line', step, write }: Props) {
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
      const shown = { series, kind, step, write: write ?? format.number, format };
      chart = new Plot(optionsOf(element, shown, Plot), dataOf(times, shown), element);
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
  }, [times, series, kind, step, write, format]);
  return <div ref={place} />;
}
