import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultNotice } from '../../components/fault.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import styles from './page.module.css';
import { useLiveDeliveries } from './queries.ts';
import { deliveryWords } from './words.ts';

/** The newest deliveries as they come, until somebody stops it. */
export function LiveTail() {
  const say = useWords(deliveryWords);
  const format = useFormat();
  const [isOn, setOn] = useState(true);
  const live = useLiveDeliveries(isOn);
  const at = format.exactTime(new Date(live.dataUpdatedAt));
  return (
    <div className={styles['stack']}>
      <div className={styles['bar']}>
        <span className={styles['live']} data-on={isOn && !live.isError}>
          {isOn ? say('liveOn') : say('liveOff')}
          {live.dataUpdatedAt > 0 && ` · ${say('liveAt', { at })}`}
        </span>
        <Button onClick={() => setOn(!isOn)}>{isOn ? say('liveStop') : say('liveStart')}</Button>
      </div>
      {live.isError && <FaultNotice fault={live.error} onRetry={() => void live.refetch()} />}
      {(live.data !== undefined || !live.isError) && (
        <DeliveryTable
          caption={say('liveCaption')}
          rows={live.data?.data}
          empty={
            <EmptyState icon="webhook" title={say('liveEmpty')}>
              {say('liveEmptyText')}
            </EmptyState>
          }
        />
      )}
    </div>
  );
}
