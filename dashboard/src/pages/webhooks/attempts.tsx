import { CodeBlock } from '../../components/code-block.tsx';
import { Time } from '../../components/time.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { Answer } from './delivery-table.tsx';
import styles from './page.module.css';
import type { Attempt, DeliveryDetail } from './queries.ts';
import { deliveryWords } from './words.ts';

/** Every attempt that is kept, the latest first, with what was sent and what came back. */
export function Attempts({ delivery: { attempt_log: log, attempts, status } }: { delivery: DeliveryDetail }) {
  const say = useWords(deliveryWords);
  if (log.length === 0) {
    const text = say(status === 'pending' ? 'noAttempts' : 'noAttemptKept');
    return <p className={styles['soft']}>{text}</p>;
  }
  const before = attempts - log.length;
  return (
    <div className={styles['attempts']}>
      {log
        .map((attempt, index) => ({ attempt, number: before + index + 1 }))
        .reverse()
        .map(({ attempt, number }) => (
          <OneAttempt key={number} attempt={attempt} number={number} />
        ))}
      {before > 0 && <p className={styles['soft']}>{say('olderAttempts', { count: before })}</p>}
    </div>
  );
}

function OneAttempt({ attempt, number }: { attempt: Attempt; number: number }) {
  const say = useWords(deliveryWords);
  const format = useFormat();
  const { at, status_code, error, latency_ms, response_excerpt, request_headers } = attempt;
  return (
    <details className={styles['attempt']}>
      <summary>
        <strong>{say('attemptNumber', { number })}</strong>
        <Answer statusCode={status_code} error={error} />
        <span className={styles['soft']}>
          <Time at={at} how="exactTime" /> · {format.milliseconds(latency_ms)}
        </span>
      </summary>
      <div className={styles['inside']}>
        {request_headers === null ? (
          <p className={styles['soft']}>{say('noHeaders')}</p>
        ) : (
          <CodeBlock
            label={say('headers')}
            code={Object.entries(request_headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          />
        )}
        {response_excerpt === null ? (
          <p className={styles['soft']}>{say('noResponse')}</p>
        ) : (
          <CodeBlock label={say('response')} code={response_excerpt} />
        )}
      </div>
    </details>
  );
}
