import { useMemo, useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Chart } from '../../components/chart.tsx';
import { FaultState } from '../../components/fault.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { Ago } from '../../components/time.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import { useHealth, type Health as Counts } from './queries.ts';
import { deliveryWords } from './words.ts';

/** Deliveries are kept for 90 days. */
const PERIODS = [7, 30, 90] as const;
const USUAL = 30;

/** How an endpoint's deliveries went, day by day. */
export function Health({ endpointId }: { endpointId: string }) {
  const say = useWords(deliveryWords);
  const [days, setDays] = useState<number>(USUAL);
  const health = useHealth(endpointId, days);
  return (
    <Card
      title={say('health')}
      actions={
        <select
          className={styles['select']}
          aria-label={say('period')}
          value={days}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        >
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              {say('lastDays', { count: each })}
            </option>
          ))}
        </select>
      }
    >
      {health.isError && <FaultState fault={health.error} onRetry={() => void health.refetch()} />}
      {health.isPending && <SkeletonBlock lines={6} />}
      {health.data && <Shown health={health.data} />}
    </Card>
  );
}

function Shown({ health }: { health: Counts }) {
  const say = useWords(deliveryWords);
  const format = useFormat();
  const { delivered, failed, pending, last_delivered_at, days } = health;
  const { times, series } = useMemo(
    () => ({
      times: days.map(({ day }) => `${day}T00:00:00Z`),
      series: [
        { name: say('madeADay'), values: days.map((day) => day.delivered + day.failed + day.pending) },
        { name: say('ofThemFailed'), values: days.map((day) => day.failed) },
      ],
    }),
    [days, say],
  );
  const ended = delivered + failed;
  if (ended + pending === 0) return <p className={styles['soft']}>{say('noHealth')}</p>;
  return (
    <>
      <p>
        {ended > 0 && say('healthShare', { share: format.percent(delivered / ended), count: ended })}{' '}
        {last_delivered_at !== null && (
          <span className={styles['soft']}>
            {say('lastDelivered')} <Ago at={last_delivered_at} />
          </span>
        )}
      </p>
      <Chart kind="bars" step="day" label={say('healthLabel')} times={times} series={series} />
    </>
  );
}
