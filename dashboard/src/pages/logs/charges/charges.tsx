import { Button } from '../../../components/button.tsx';
import { DateField } from '../../../components/date-field.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultState } from '../../../components/fault.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Pager, Table, type Column } from '../../../components/table.tsx';
import { Time } from '../../../components/time.tsx';
import { common } from '../../../i18n/common/words.ts';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import { SessionLink } from '../cells.tsx';
import styles from '../page.module.css';
import { useLogsPlace } from '../place.ts';
import { PAGE_SIZE, useCharges, type Charge } from '../queries.ts';
import { chargeWords } from '../words.ts';
import { useSayAction } from './actions.ts';
import { Days } from './days.tsx';

/** What was charged a day, and each call with its charge. */
export function Charges() {
  const say = useWords(chargeWords);
  const [{ from, to, offset = 0 }, go] = useLogsPlace();
  const charges = useCharges({ from, to, offset });
  const columns = useColumns();
  const { data } = charges;
  const clear = (): void => go({ from: undefined, to: undefined, offset: undefined });
  const isFiltered = from !== undefined || to !== undefined;
  return (
    <div className={styles['parts']}>
      <Days />
      <section className={styles['parts']}>
        <h2>{say('calls')}</h2>
        <div className={styles['filters']} role="search" aria-label={say('filters')}>
          <DateField
            label={say('from')}
            name="from_date"
            value={from}
            onChange={(day) => go({ from: day, offset: undefined })}
          />
          <DateField
            label={say('to')}
            name="to_date"
            value={to}
            onChange={(day) => go({ to: day, offset: undefined })}
          />
          {isFiltered && (
            <Button look="quiet" icon="cross" onClick={clear}>
              {say('clear')}
            </Button>
          )}
        </div>
        {charges.isError ? (
          <FaultState fault={charges.error} onRetry={() => void charges.refetch()} />
        ) : (
          <Table
            caption={say('calls')}
            columns={columns}
            rows={data?.charges}
            keyOf={({ record_id }) => record_id}
            empty={
              <EmptyState icon={isFiltered ? 'filter' : 'logs'} title={say(isFiltered ? 'noMatch' : 'none')}>
                {say(isFiltered ? 'noMatchText' : 'noneText')}
              </EmptyState>
            }
          />
        )}
        {data !== undefined && data.total > 0 && (
          <Pager
            total={data.total}
            limit={PAGE_SIZE}
            offset={offset}
            onTurn={(next) => go({ offset: next || undefined })}
          />
        )}
      </section>
    </div>
  );
}

function useColumns(): Column<Charge>[] {
  const say = useWords(chargeWords);
  const sayCommon = useWords(common);
  const sayAction = useSayAction();
  const format = useFormat();
  return [
    { id: 'at', head: say('at'), cell: ({ created_at }) => <Time at={created_at} how="exactTime" /> },
    { id: 'action', head: say('action'), cell: ({ action }) => sayAction(action) },
    {
      id: 'tokens',
      head: say('tokens'),
      isNumber: true,
      cell: ({ tokens_charged }) => format.number(tokens_charged),
    },
    {
      id: 'session',
      head: say('session'),
      cell: ({ session_id }) =>
        session_id === null ? <span className={styles['soft']}>–</span> : <SessionLink id={session_id} />,
    },
    {
      id: 'request',
      head: sayCommon('requestId'),
      cell: ({ request_id }) => (
        <span className={styles['id']}>
          <code className={styles['soft']}>{request_id}</code>
          <CopyButton text={request_id} what={sayCommon('requestId')} />
        </span>
      ),
    },
  ];
}
