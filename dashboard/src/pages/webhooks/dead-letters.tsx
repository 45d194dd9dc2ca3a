import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultState } from '../../components/fault.tsx';
import { Pager } from '../../components/table.tsx';
import { useToast } from '../../components/toast.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useReplayAll } from './changes.ts';
import { DeliveryTable } from './delivery-table.tsx';
import styles from './page.module.css';
import { useWebhooksPlace } from './place.ts';
import { PAGE_SIZE, useDeadLetters } from './queries.ts';
import { deliveryWords } from './words.ts';

/** Deliveries that used all their attempts, and the button that sends all of them again. */
export function DeadLetters() {
  const say = useWords(deliveryWords);
  const [{ page }, go] = useWebhooksPlace();
  const offset = (page - 1) * PAGE_SIZE;
  const letters = useDeadLetters(offset);
  const [isAsking, setAsking] = useState(false);
  if (letters.isError) return <FaultState fault={letters.error} onRetry={() => void letters.refetch()} />;
  const total = letters.data?.total ?? 0;
  return (
    <div className={styles['stack']}>
      <div className={styles['bar']} data-start="">
        <p className={styles['soft']}>{say('deadLettersText')}</p>
        {total > 0 && (
          <Button icon="rotate" onClick={() => setAsking(true)}>
            {say('replayAll')}
          </Button>
        )}
      </div>
      <DeliveryTable
        caption={say('deadLetters')}
        rows={letters.data?.data}
        empty={
          <EmptyState icon="check" title={say('noDeadLetters')}>
            {say('noDeadLettersText')}
          </EmptyState>
        }
      />
      {total > 0 && (
        <Pager
          total={total}
          limit={PAGE_SIZE}
          offset={offset}
          onTurn={(next) => go({ page: next / PAGE_SIZE + 1 })}
        />
      )}
      {isAsking && <ReplayAllDialog count={total} onClose={() => setAsking(false)} />}
    </div>
  );
}

function ReplayAllDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const say = useWords(deliveryWords);
  const tell = useToast();
  const replayAll = useReplayAll();
  const [attempt] = useState(() => crypto.randomUUID());
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={say('replayAllTitle', { count })}
      description={say('replayAllText')}
      action={say('replayAllGo')}
      onConfirm={async () => {
        const { replayed, of_disabled_subscriptions: ofDisabled } = await replayAll.mutateAsync(attempt);
        const left = ofDisabled === 0 ? '' : ` ${say('ofDisabled', { count: ofDisabled })}`;
        tell(say('replayedAll', { count: replayed }) + left);
      }}
    />
  );
}
