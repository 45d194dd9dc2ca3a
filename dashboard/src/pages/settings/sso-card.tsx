import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultNotice } from '../../components/fault.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import { useSsoDomains } from './queries.ts';
import { words } from './words.ts';

/** The domains that sign in through an identity provider; an operator binds them. */
export function SsoCard() {
  const say = useWords(words);
  const [isAsked, setAsked] = useState(false);
  const domains = useSsoDomains(isAsked);
  const isShown = isAsked || domains.data !== undefined;
  return (
    <Card title={say('ssoTitle')}>
      <p className={styles['lead']}>{say('ssoText')}</p>
      {!isShown && (
        <>
          <p className={styles['soft']}>{say('ssoAskText')}</p>
          <div>
            <Button onClick={() => setAsked(true)}>{say('ssoAsk')}</Button>
          </div>
        </>
      )}
      {domains.isError && <FaultNotice fault={domains.error} onRetry={() => void domains.refetch()} />}
      {isShown && !domains.isError && (
        <Table
          caption={say('ssoCaption')}
          rows={domains.data}
          keyOf={({ id }) => id}
          likelyRows={1}
          columns={[
            {
              id: 'domain',
              head: say('ssoDomain'),
              cell: ({ id, status }) => (
                <>
                  <strong>{id}</strong>{' '}
                  {status === 'switched_off' && <Badge tone="warn">{say('ssoOff')}</Badge>}
                </>
              ),
            },
            { id: 'issuer', head: say('ssoIssuer'), cell: ({ name }) => name },
            {
              id: 'since',
              head: say('ssoSince'),
              cell: ({ created_at }) => <Time at={created_at} how="date" />,
            },
          ]}
          empty={
            <EmptyState icon="lock" title={say('ssoNone')}>
              {say('ssoNoneText')}
            </EmptyState>
          }
        />
      )}
    </Card>
  );
}
