import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { FaultNotice } from '../../components/fault.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import styles from './page.module.css';
import { useRetention } from './queries.ts';
import { RetentionDialog } from './retention-dialog.tsx';
import { words } from './words.ts';

/** How long sessions are kept. */
export function RetentionCard() {
  const say = useWords(words);
  const mayChange = useMay()('admin:write');
  const retention = useRetention();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={say('retentionTitle')}
      actions={
        mayChange &&
        retention.data && (
          <Button size="small" onClick={() => setOpen(true)}>
            {say('retentionChange')}
          </Button>
        )
      }
    >
      <p className={styles['lead']}>{say('retentionText')}</p>
      {retention.isError && <FaultNotice fault={retention.error} onRetry={() => void retention.refetch()} />}
      {retention.isPending && <SkeletonBlock lines={2} />}
      {retention.data && (
        <Facts
          facts={[
            {
              term: say('retention'),
              value: <strong>{say('retentionDays', { count: retention.data.retention_days })}</strong>,
            },
            {
              term: say('retentionDefault'),
              value: say('retentionDays', { count: retention.data.default_days }),
            },
          ]}
        />
      )}
      {isOpen && retention.data && (
        <RetentionDialog days={retention.data.retention_days} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}
