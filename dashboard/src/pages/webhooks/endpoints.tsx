import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultState } from '../../components/fault.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { useMay } from '../../session/use-session.tsx';
import { EVENTS } from './codes.ts';
import { CreateDialog } from './create-dialog.tsx';
import { EndpointState } from './endpoint-state.tsx';
import styles from './page.module.css';
import { useEndpoints, type Endpoint, type IssuedEndpoint } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { words } from './words.ts';

/** The URLs that are told of events. */
export function Endpoints() {
  const say = useWords(words);
  const mayChange = useMay()('webhooks:write');
  const endpoints = useEndpoints();
  const [isCreating, setCreating] = useState(false);
  const [issued, setIssued] = useState<IssuedEndpoint | null>(null);
  const columns = useColumns();
  const create = mayChange && (
    <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
      {say('create')}
    </Button>
  );
  if (endpoints.isError)
    return <FaultState fault={endpoints.error} onRetry={() => void endpoints.refetch()} />;
  const hasSome = endpoints.data !== undefined && endpoints.data.length > 0;
  return (
    <div className={styles['stack']}>
      {hasSome && mayChange && <div className={styles['bar']}>{create}</div>}
      <Table
        caption={say('endpointsCaption')}
        columns={columns}
        rows={endpoints.data}
        keyOf={(endpoint) => endpoint.subscription_id}
        likelyRows={2}
        empty={
          <EmptyState icon="webhook" title={say('empty')} action={create}>
            {say('emptyText')}
          </EmptyState>
        }
      />
      <CreateDialog
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onIssued={(endpoint) => {
          setCreating(false);
          setIssued(endpoint);
        }}
      />
      {issued !== null && <SecretDialog issued={issued} why="created" onClose={() => setIssued(null)} />}
    </div>
  );
}

function useColumns(): Column<Endpoint>[] {
  const say = useWords(words);
  const format = useFormat();
  return [
    {
      id: 'url',
      head: say('url'),
      cell: ({ subscription_id, url }) => (
        <Link to="/webhooks" search={{ endpoint: subscription_id }} className={styles['url']}>
          {url}
        </Link>
      ),
    },
    {
      id: 'events',
      head: say('events'),
      cell: ({ events }) => (
        <span title={format.list(events)}>
          {events.length === EVENTS.length ? say('allEvents') : say('someEvents', { count: events.length })}
        </span>
      ),
    },
    { id: 'state', head: say('state'), cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
    { id: 'created', head: say('created'), cell: ({ created_at }) => <Time at={created_at} how="date" /> },
  ];
}
