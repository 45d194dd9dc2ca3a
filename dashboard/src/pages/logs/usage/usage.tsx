import { Card } from '../../../components/card.tsx';
import type { Step } from '../../../components/chart-data.ts';
import { Chart } from '../../../components/chart.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultState } from '../../../components/fault.tsx';
import { SelectField } from '../../../components/field.tsx';
import { SkeletonBlock } from '../../../components/skeleton.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import styles from '../page.module.css';
import { GROUPS, RANGES, useLogsPlace, type Place } from '../place.ts';
import { useUsageSummary, type UsageSummary } from '../queries.ts';
import { usageWords } from '../words.ts';
import { BucketTable, KeyTable, RouteTable } from './tables.tsx';

/** Requests, errors, latency and tokens of a range, by route, day, hour or key. */
export function Usage() {
  const say = useWords(usageWords);
  const [{ range, by }, go] = useLogsPlace();
  const usage = useUsageSummary({ range, by });
  return (
    <div className={styles['parts']}>
      <div className={styles['filters']} role="group" aria-label={say('filters')}>
        <SelectField
          label={say('range')}
          name="range"
          value={range}
          onChange={({ currentTarget: { value } }) =>
            go({ range: RANGES.find((each) => each === value) ?? range, offset: undefined })
          }
        >
          {RANGES.map((each) => (
            <option key={each} value={each}>
              {say(`range.${each}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={say('by')}
          name="by"
          value={by}
          onChange={({ currentTarget: { value } }) =>
            go({ by: GROUPS.find((each) => each === value) ?? by, offset: undefined })
          }
        >
          {GROUPS.map((each) => (
            <option key={each} value={each}>
              {say(`by.${each}`)}
            </option>
          ))}
        </SelectField>
      </div>
      {usage.isError && <FaultState fault={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.isPending && <SkeletonBlock lines={12} />}
      {usage.data && <Shown usage={usage.data} />}
    </div>
  );
}

function Shown({ usage }: { usage: UsageSummary }) {
  const say = useWords(usageWords);
  const { totals, buckets } = usage;
  if (totals.requests === 0 && totals.tokens_charged === 0)
    return (
      <EmptyState icon="logs" title={say('none')}>
        {say('noneText')}
      </EmptyState>
    );
  const times = buckets.map(({ start }) => start);
  const step = stepOf(usage);
  return (
    <>
      <Totals totals={totals} />
      <div className={styles['two']}>
        <Card title={say('requestsOverTime')}>
          <Chart
            kind="bars"
            step={step}
            label={say('requestsLabel')}
            times={times}
            series={[
              { name: say('requests'), values: buckets.map(({ requests }) => requests) },
              { name: say('errors'), values: buckets.map(({ errors }) => errors) },
            ]}
          />
        </Card>
        <Card title={say('tokensOverTime')}>
          <Chart
            kind="bars"
            step={step}
            label={say('tokensLabel')}
            times={times}
            series={[{ name: say('tokens'), values: buckets.map(({ tokens_charged }) => tokens_charged) }]}
          />
        </Card>
      </div>
      <Groups usage={usage} by={usage.group_by} />
    </>
  );
}

const STEPS = { '1h': 'minutes', '24h': 'hour', '7d': 'day', '30d': 'day' } as const;

/** How wide the service makes its buckets. */
const stepOf = ({ range, group_by: by }: UsageSummary): Step =>
  by === 'hour' || by === 'day' ? by : STEPS[range];

function Groups({ usage, by }: { usage: UsageSummary; by: Place['by'] }) {
  switch (by) {
    case 'route':
      return <RouteTable routes={usage.routes} />;
    case 'key':
      return <KeyTable keys={usage.api_keys ?? []} />;
    case 'day':
    case 'hour':
      return <BucketTable buckets={usage.buckets} by={by} />;
  }
}

function Totals({ totals: { requests, errors, tokens_charged } }: Pick<UsageSummary, 'totals'>) {
  const say = useWords(usageWords);
  const format = useFormat();
  const share = requests === 0 ? 0 : errors / requests;
  const figures = [
    { name: say('requests'), value: format.number(requests) },
    { name: say('errors'), value: format.number(errors), more: format.percent(share) },
    { name: say('tokens'), value: format.number(tokens_charged) },
  ];
  return (
    <dl className={styles['figures']}>
      {figures.map(({ name, value, more }) => (
        <div key={name} className={styles['figure']}>
          <dt>{name}</dt>
          <dd>
            {value} {more !== undefined && <span className={styles['soft']}>{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
