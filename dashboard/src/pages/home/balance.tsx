import { Link } from '@tanstack/react-router';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card } from '../../components/card.tsx';
import { FaultNotice } from '../../components/fault.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { forecastOf, type Forecast } from './forecast.ts';
import { Loaded } from './loaded.tsx';
import styles from './page.module.css';
import { RATE_DAYS, useBalance, useUsage, type BalanceStatus } from './queries.ts';
import { words } from './words.ts';

const TONES: Record<BalanceStatus['current_threshold'], Tone> = {
  ok: 'good',
  low_20: 'warn',
  low_10: 'warn',
  depleted: 'bad',
};

/** The tokens that are left among the thresholds that warn, and how long they last. */
export function Balance() {
  const say = useWords(words);
  const balance = useBalance();
  return (
    <Card
      title={say('balance')}
      actions={
        <Link to="/settings" className={styles['more']}>
          {say('plan')}
        </Link>
      }
    >
      <Loaded query={balance} lines={6}>
        {(status) => <Left status={status} />}
      </Loaded>
    </Card>
  );
}

function Left({ status }: { status: BalanceStatus }) {
  const say = useWords(words);
  const format = useFormat();
  const { balance, initial_balance, percentage_remaining, current_threshold, next_threshold } = status;
  return (
    <>
      <p className={styles['figure']}>
        <strong>{format.number(balance)}</strong>{' '}
        {initial_balance > 0 && <span>{say('ofTokens', { count: initial_balance })}</span>}
        <Badge tone={TONES[current_threshold]}>{say(`threshold.${current_threshold}`)}</Badge>
      </p>
      <div className={styles['gauge']}>
        <meter
          aria-label={say('meter')}
          min={0}
          max={100}
          low={20}
          high={20}
          optimum={100}
          value={percentage_remaining}
        >
          {format.percent(percentage_remaining / 100)}
        </meter>
        <span className={styles['ticks']} aria-hidden="true">
          <i data-at="10">{format.percent(0.1)}</i>
          <i data-at="20">{format.percent(0.2)}</i>
        </span>
      </div>
      {current_threshold === 'depleted' ? (
        <Callout tone="warn">{say('depletedText')}</Callout>
      ) : (
        <Lasts balance={balance} />
      )}
      {next_threshold !== null && (
        <p className={styles['soft']}>
          {next_threshold.name === 'depleted'
            ? say('nextEmpty')
            : say('nextWarning', {
                share: format.percent(next_threshold.percentage / 100),
                count: next_threshold.tokens_until,
              })}
        </p>
      )}
    </>
  );
}

function Lasts({ balance }: { balance: number }) {
  const usage = useUsage();
  if (usage.isError) return <FaultNotice fault={usage.error} onRetry={() => void usage.refetch()} />;
  if (usage.data === undefined)
    return (
      <p>
        <Skeleton width="long" />
      </p>
    );
  const forecast = forecastOf(balance, usage.data, new Date(usage.data.period_end));
  return forecast && <Foretold forecast={forecast} />;
}

function Foretold({ forecast }: { forecast: Forecast }) {
  const say = useWords(words);
  if (forecast.kind === 'idle') return <p>{say('idle', { count: RATE_DAYS })}</p>;
  const perDay = Math.max(1, Math.round(forecast.perDay));
  return (
    <p>
      {forecast.kind === 'far' ? (
        say('lastsLong')
      ) : (
        <>
          {say('lastsUntil')} <Time at={forecast.at.toISOString()} how="date" />
        </>
      )}{' '}
      <span className={styles['soft']}>{say('rate', { count: perDay })}</span>
    </p>
  );
}
