import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { FaultNotice } from '../../components/fault.tsx';
import { Ago } from '../../components/time.tsx';
import { useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import { useFailedCalls, type FailedCall } from './queries.ts';
import { words } from './words.ts';

const SERVER_FAULT = 500;

/** Of the calls that are kept, the newest that were answered with an error. */
export function FailedCalls() {
  const say = useWords(words);
  const calls = useFailedCalls();
  const columns: Column<FailedCall>[] = [
    {
      id: 'route',
      head: say('route'),
      cell: ({ method, path }) => (
        <code>
          {method} {path}
        </code>
      ),
    },
    {
      id: 'status',
      head: say('answer'),
      cell: ({ status, error_code }) => (
        <span className={styles['line']}>
          <Badge tone={status >= SERVER_FAULT ? 'bad' : 'warn'}>{status}</Badge>
          {error_code !== null && <code>{error_code}</code>}
        </span>
      ),
    },
    { id: 'at', head: say('when'), cell: ({ ts }) => <Ago at={ts} /> },
  ];
  return (
    <section className={styles['part']}>
      <h3>{say('failedCalls')}</h3>
      {calls.isError ? (
        <FaultNotice fault={calls.error} onRetry={() => void calls.refetch()} />
      ) : (
        <Table
          caption={say('failedCalls')}
          columns={columns}
          rows={calls.data}
          keyOf={({ request_id, ts }) => `${request_id} ${ts}`}
          likelyRows={2}
          empty={<p className={styles['none']}>{say('noFailedCall')}</p>}
        />
      )}
      <Link to="/logs" search={{ caller: 'all' }} className={styles['more']}>
        {say('allCalls')}
      </Link>
    </section>
  );
}
