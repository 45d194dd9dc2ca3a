import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { buttonClass } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import { Loaded } from './loaded.tsx';
import styles from './page.module.css';
import type { Mode } from './place.ts';
import { useEndpoints, useFailures, useStats, type Failures } from './queries.ts';
import { words } from './words.ts';

/** How the deliveries of webhooks go: what is on its way, what failed, and endpoints that are switched off. */
export function Deliveries({ mode }: { mode: Mode }) {
  const say = useWords(words);
  const endpoints = useEndpoints();
  const failures = useFailures(mode);
  return (
    <Card
      title={say('deliveries')}
      actions={
        <Link to="/webhooks" search={{ tab: 'deliveries' }} className={styles['more']}>
          {say('allDeliveries')}
        </Link>
      }
    >
      <Loaded query={endpoints} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <NoEndpoint />
          ) : (
            <Loaded query={failures} lines={5}>
              {(counts) => (
                <Health
                  mode={mode}
                  counts={counts}
                  endpoints={all.length}
                  off={all.filter(({ is_active }) => !is_active).length}
                />
              )}
            </Loaded>
          )
        }
      </Loaded>
    </Card>
  );
}

function NoEndpoint() {
  const say = useWords(words);
  const mayMake = useMay()('webhooks:write');
  return (
    <div className={styles['nothing']}>
      <p>{say('noEndpoint')}</p>
      {mayMake && (
        <Link to="/webhooks" className={buttonClass({ size: 'small' })}>
          {say('step.webhook.go')}
        </Link>
      )}
    </div>
  );
}

type Counts = { mode: Mode; counts: Failures; endpoints: number; off: number };

function Health({ mode, counts, endpoints, off }: Counts) {
  const say = useWords(words);
  const format = useFormat();
  const may = useMay();
  const stats = useStats(mode, may('admin:read'));
  const of = stats.data?.deliveries.by_status;
  const isWell = counts.total === 0 && off === 0;
  const dead = format.number(counts.dlq_length);
  const facts: { term: ReactNode; value: ReactNode }[] = [
    ...(of === undefined
      ? []
      : [
          { term: say('delivered'), value: format.number(of.delivered) },
          { term: say('pending'), value: format.number(of.pending) },
        ]),
    { term: say('retrying'), value: format.number(counts.failed) },
    {
      term: say('deadLetters'),
      // The list of dead letters is for those alone who may send all of them again.
      value:
        counts.dlq_length > 0 && may('admin:write') ? (
          <Link to="/webhooks" search={{ tab: 'failed' }}>
            {dead}
          </Link>
        ) : (
          dead
        ),
    },
    { term: say('exhausted'), value: format.number(counts.exhausted) },
    {
      term: say('endpoints'),
      value: off === 0 ? format.number(endpoints) : say('endpointsOff', { all: endpoints, count: off }),
    },
  ];
  return (
    <>
      <p>
        <Badge tone={isWell ? 'good' : 'warn'}>{say(isWell ? 'deliveriesWell' : 'deliveriesIll')}</Badge>
      </p>
      <Facts facts={facts} />
    </>
  );
}
