import { useMemo } from 'react';
import { Card } from '../../components/card.tsx';
import { Chart } from '../../components/chart.tsx';
import { FaultState } from '../../components/fault.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { Ago } from '../../components/time.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { healthOf, type HealthSummary } from './health-of.ts';
import styles from './page.module.css';
import { useLatestOf } from './queries.ts';
import { deliveryWords } from './words.ts';

/** How an endpoint's latest deliveries went, over the time that they took. */
export function Health({ endpointId }: { endpointId: string }) {
  const say = useWords(deliveryWords);
  const latest = useLatestOf(endpointId);
  const health = useMemo(
    () => (latest.data === undefined ? undefined : healthOf(latest.data, new Date())),
    [latest.data],
  );
  return (
    <Card title={say('health')}>
      {latest.isError && <FaultState fault={latest.error} onRetry={() => void latest.refetch()} />}
      {latest.isPending && <SkeletonBlock lines={6} />}
      {health === null && <p className={styles['soft']}>{say('noHealth')}</p>}
      {health && <Shown health={health} />}
    </Card>
  );
}

function Shown({ health }: { health: HealthSummary }) {
  const say = useWords(deliveryWords);
  const format = useFormat();
  const { count, share, lastDeliveredAt, times, all, failed, step } = health;
  return (
    <>
      <p>
        {say('healthShare', { share: format.percent(share), count })}{' '}
        {lastDeliveredAt !== null && (
          <span className={styles['soft']}>
            {say('lastDelivered')} <Ago at={lastDeliveredAt} />
          </span>
        )}
      </p>
      <Chart
        kind="bars"
        step={step}
        label={say('healthLabel')}
        times={times}
        series={[
          { name: say(`all.${step}`), values: all },
          { name: say('ofThemFailed'), values: failed },
        ]}
      />
    </>
  );
}
