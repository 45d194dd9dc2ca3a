import { EmptyState } from '../../components/empty-state.tsx';
import { Button } from '../../components/button.tsx';
import { FaultState } from '../../components/fault.tsx';
import { DateField } from '../../components/date-field.tsx';
import { SelectField } from '../../components/field.tsx';
import { Pager } from '../../components/table.tsx';
import { useWords } from '../../i18n/language.tsx';
import { STATUSES } from './codes.ts';
import { DeliveryTable } from './delivery-table.tsx';
import styles from './page.module.css';
import { useWebhooksPlace, type Place } from './place.ts';
import { PAGE_SIZE, useDeliveries, useEndpoints } from './queries.ts';
import { codes, deliveryWords } from './words.ts';

/** Every delivery, newest first, by status, endpoint and day. */
export function Deliveries() {
  const say = useWords(deliveryWords);
  const [place, go] = useWebhooksPlace();
  const { status, of, from, to, page } = place;
  const deliveries = useDeliveries({ status, endpoint: of, from, to, page });
  const clear = (): void => go({ status: undefined, of: undefined, from: undefined, to: undefined, page: 1 });
  const isFiltered = [status, of, from, to].some((each) => each !== undefined);
  return (
    <div className={styles['stack']}>
      <Filters place={place} onChange={(change) => go({ ...change, page: 1 })} />
      {deliveries.isError ? (
        <FaultState fault={deliveries.error} onRetry={() => void deliveries.refetch()} />
      ) : (
        <DeliveryTable
          caption={say('caption')}
          rows={deliveries.data?.data}
          empty={
            isFiltered ? (
              <EmptyState
                icon="filter"
                title={say('noMatch')}
                action={<Button onClick={clear}>{say('clearFilters')}</Button>}
              >
                {say('noMatchText')}
              </EmptyState>
            ) : (
              <EmptyState icon="webhook" title={say('empty')}>
                {say('emptyText')}
              </EmptyState>
            )
          }
        />
      )}
      {deliveries.data !== undefined && deliveries.data.total > 0 && (
        <Pager
          total={deliveries.data.total}
          limit={PAGE_SIZE}
          offset={(page - 1) * PAGE_SIZE}
          onTurn={(offset) => go({ page: offset / PAGE_SIZE + 1 })}
        />
      )}
    </div>
  );
}

type FilterProps = { place: Place; onChange: (change: Partial<Place>) => void };

function Filters({ place: { status, of, from, to }, onChange }: FilterProps) {
  const say = useWords(deliveryWords);
  const sayCode = useWords(codes);
  const endpoints = useEndpoints();
  return (
    <div className={styles['filters']} role="search" aria-label={say('filters')}>
      <SelectField
        label={say('status')}
        name="status"
        value={status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ status: STATUSES.find((each) => each === value) })
        }
      >
        <option value="">{say('anyStatus')}</option>
        {STATUSES.map((each) => (
          <option key={each} value={each}>
            {sayCode(`status.${each}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={say('endpoint')}
        name="endpoint"
        value={of ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ of: value === '' ? undefined : value })}
      >
        <option value="">{say('anyEndpoint')}</option>
        {endpoints.data?.map(({ subscription_id, url }) => (
          <option key={subscription_id} value={subscription_id}>
            {url}
          </option>
        ))}
      </SelectField>
      <DateField label={say('from')} name="from" value={from} onChange={(day) => onChange({ from: day })} />
      <DateField label={say('to')} name="to" value={to} onChange={(day) => onChange({ to: day })} />
    </div>
  );
}
