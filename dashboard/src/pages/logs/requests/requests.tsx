import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultState } from '../../../components/fault.tsx';
import { Pager, Table, type Column } from '../../../components/table.tsx';
import { Time } from '../../../components/time.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import { Caller, Route, SessionLink, Status } from '../cells.tsx';
import styles from '../page.module.css';
import { useLogsPlace } from '../place.ts';
import { PAGE_SIZE, useRequests, type RequestEntry } from '../queries.ts';
import { requestWords } from '../words.ts';
import { Details } from './details.tsx';
import { Filters, isFiltered, NO_FILTER } from './filters.tsx';
import { matches, routeOf } from './matching.ts';

/** The latest requests, which the service keeps for a day. */
export function Requests() {
  const say = useWords(requestWords);
  const [place, go] = useLogsPlace();
  const [id, setId] = useState('');
  const [opened, setOpened] = useState<RequestEntry | null>(null);
  const requests = useRequests();
  const columns = useColumns(setOpened);
  const { caller, result, route, offset = 0 } = place;
  const filter = { caller, result, route, id };
  const found = requests.data?.filter((entry) => matches(entry, filter));
  // A link may be older than the list is long.
  const start = offset < (found?.length ?? 0) ? offset : 0;
  if (requests.isError) return <FaultState fault={requests.error} onRetry={() => void requests.refetch()} />;
  return (
    <div className={styles['parts']}>
      <p className={styles['soft']}>{say('kept')}</p>
      <Filters entries={requests.data ?? []} filter={filter} onChange={go} onId={setId} />
      <Table
        caption={say('caption')}
        columns={columns}
        rows={found?.slice(start, start + PAGE_SIZE)}
        keyOf={keyOf}
        likelyRows={8}
        empty={
          <Nothing
            isFiltered={isFiltered(filter)}
            hasOthers={requests.data?.length !== 0}
            onAll={() => {
              setId('');
              go({ ...NO_FILTER, caller: 'all' });
            }}
          />
        }
      />
      {found !== undefined && found.length > 0 && (
        <Pager
          total={found.length}
          limit={PAGE_SIZE}
          offset={start}
          onTurn={(next) => go({ offset: next || undefined })}
        />
      )}
      {opened !== null && <Details entry={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** Callers may give one id to several requests. */
const keyOf = (entry: RequestEntry): string => `${entry.request_id} ${entry.ts} ${routeOf(entry)}`;

function useColumns(onOpen: (entry: RequestEntry) => void): Column<RequestEntry>[] {
  const say = useWords(requestWords);
  const format = useFormat();
  return [
    { id: 'at', head: say('at'), cell: ({ ts }) => <Time at={ts} how="exactTime" /> },
    {
      id: 'route',
      head: say('route'),
      cell: (entry) => (
        <button type="button" className={styles['open']} onClick={() => onOpen(entry)}>
          <Route route={routeOf(entry)} />
        </button>
      ),
    },
    {
      id: 'status',
      head: say('status'),
      cell: ({ status, error_code }) => (
        <div className={styles['stack']}>
          <span>
            <Status status={status} />
          </span>
          {error_code !== null && <code className={styles['soft']}>{error_code}</code>}
        </div>
      ),
    },
    {
      id: 'duration',
      head: say('duration'),
      isNumber: true,
      cell: ({ duration_ms }) => format.milliseconds(duration_ms),
    },
    { id: 'caller', head: say('caller'), cell: ({ api_key_prefix }) => <Caller prefix={api_key_prefix} /> },
    {
      id: 'session',
      head: say('session'),
      cell: ({ session_id }) =>
        session_id === null ? <span className={styles['soft']}>–</span> : <SessionLink id={session_id} />,
    },
  ];
}

type NothingProps = { isFiltered: boolean; hasOthers: boolean; onAll: () => void };

function Nothing({ isFiltered: isNarrow, hasOthers, onAll }: NothingProps) {
  const say = useWords(requestWords);
  return (
    <EmptyState
      icon={isNarrow ? 'filter' : 'logs'}
      title={say(isNarrow ? 'noMatch' : 'none')}
      {...(hasOthers && { action: <Button onClick={onAll}>{say('showAll')}</Button> })}
    >
      {say(isNarrow ? 'noMatchText' : 'noneText')}
    </EmptyState>
  );
}
