import { Card, Facts } from '../../../components/card.tsx';
import { Chart } from '../../../components/chart.tsx';
import { FaultNotice } from '../../../components/fault.tsx';
import { SkeletonBlock } from '../../../components/skeleton.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import styles from '../page.module.css';
import { USAGE_DAYS, useUsageDays } from '../queries.ts';
import { chargeWords } from '../words.ts';
import { useSayAction } from './actions.ts';
import { addUp } from './add-up.ts';

/** The tokens of the last days, and for what they went. */
export function Days() {
  const say = useWords(chargeWords);
  const sayAction = useSayAction();
  const format = useFormat();
  const usage = useUsageDays();
  const { days, tokens, actions } = addUp(usage.data);
  return (
    <Card title={say('days', { days: USAGE_DAYS })}>
      {usage.isError && <FaultNotice fault={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.isPending && <SkeletonBlock lines={8} />}
      {usage.data && (
        <div className={styles['two']}>
          <Chart
            kind="bars"
            step="day"
            label={say('daysLabel')}
            times={days}
            series={[{ name: say('tokens'), values: tokens }]}
          />
          <Facts
            facts={[
              ...actions.map(({ action, count, charged }) => ({
                term: sayAction(action),
                value: `${say('callCount', { count })} · ${say('tokenCount', { count: charged })}`,
              })),
              { term: say('balance'), value: say('tokenCount', { count: usage.data.balance }) },
              { term: say('lifetime'), value: format.number(usage.data.lifetime_used) },
            ]}
          />
        </div>
      )}
    </Card>
  );
}
