import { useMemo } from 'react';
import { Card } from '../../components/card.tsx';
import { Chart } from '../../components/chart.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { useAccount } from '../../session/use-session.tsx';
import { FailedCalls } from './failed-calls.tsx';
import { Figures } from './figures.tsx';
import { Loaded } from './loaded.tsx';
import styles from './page.module.css';
import { RANGES, useHomePlace, type Range } from './place.ts';
import { useCalls, type Calls as CallsOverTime } from './queries.ts';
import { words } from './words.ts';

const STEPS = { '24h': 'hour', '7d': 'day', '30d': 'day' } as const satisfies Record<Range, 'hour' | 'day'>;

/** How long answers took and how many were errors, over time, and the calls that failed last. */
export function Calls() {
  const say = useWords(words);
  const { features } = useAccount();
  const [{ range }, go] = useHomePlace();
  const calls = useCalls(range);
  return (
    <Card
      title={say('calls')}
      actions={
        <select
          className={styles['select']}
          aria-label={say('range')}
          value={range}
          onChange={({ currentTarget }) => {
            const chosen = RANGES.find((each) => each === currentTarget.value);
            if (chosen) go({ range: chosen });
          }}
        >
          {RANGES.map((each) => (
            <option key={each} value={each}>
              {say(`range.${each}`)}
            </option>
          ))}
        </select>
      }
    >
      <Loaded query={calls} lines={15}>
        {(summary) => <OverTime summary={summary} step={STEPS[range]} />}
      </Loaded>
      {features.request_inspector && <FailedCalls />}
    </Card>
  );
}

function OverTime({ summary, step }: { summary: CallsOverTime; step: 'hour' | 'day' }) {
  const say = useWords(words);
  const format = useFormat();
  const { totals, buckets } = summary;
  const charts = useMemo(() => {
    const values = <K extends keyof (typeof buckets)[number]>(of: K) => buckets.map((bucket) => bucket[of]);
    return {
      times: values('start'),
      latency: [
        { name: 'p50', values: values('p50_ms') },
        { name: 'p95', values: values('p95_ms') },
        { name: 'p99', values: values('p99_ms') },
      ],
      counts: [
        { name: say('requests'), values: values('requests') },
        { name: say('errors'), values: values('errors') },
      ],
    };
  }, [buckets, say]);
  const duration = (value: number | null): string => (value === null ? '–' : format.milliseconds(value));
  const share = totals.requests === 0 ? 0 : totals.errors / totals.requests;
  return (
    <>
      <Figures
        figures={[
          { term: say('requests'), value: format.number(totals.requests) },
          {
            term: say('errors'),
            value: (
              <>
                {format.number(totals.errors)} <small>{format.percent(share)}</small>
              </>
            ),
          },
          { term: say('p50'), value: duration(totals.p50_ms) },
          { term: say('p95'), value: duration(totals.p95_ms) },
          { term: say('p99'), value: duration(totals.p99_ms) },
        ]}
      />
      <div className={styles['charts']}>
        <section>
          <h3>{say('latency')}</h3>
          <Chart
            step={step}
            label={say('latencyLabel')}
            times={charts.times}
            series={charts.latency}
            write={format.milliseconds}
          />
        </section>
        <section>
          <h3>{say('requestsAndErrors')}</h3>
          <Chart
            kind="bars"
            step={step}
            label={say('requestsLabel')}
            times={charts.times}
            series={charts.counts}
          />
        </section>
      </div>
      <p className={styles['soft']}>{say('callsText')}</p>
    </>
  );
}
