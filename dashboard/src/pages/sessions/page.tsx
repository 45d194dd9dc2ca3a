import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../app/place.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultState } from '../../components/fault.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Pager, Table } from '../../components/table.tsx';
import { useWords } from '../../i18n/language.tsx';
import { useColumns } from './columns.tsx';
import { Columns, Filters } from './filters.tsx';
import styles from './page.module.css';
import { isFiltered, readPlace, shownColumns } from './place.ts';
import { PAGE_SIZE, useSessions, type Wanted } from './queries.ts';
import { Search } from './search.tsx';
import { words } from './words.ts';

/** The sessions of the team, by state, level, mode, time, complaint and patient. */
export function Page() {
  const say = useWords(words);
  const [place, setPlace] = usePlace(readPlace);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const sessions = useSessions(place, wanted);
  const columns = useColumns(shownColumns(place));
  const turn = (offset: number): void => setPlace({ offset: offset || undefined });
  const { data } = sessions;
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <Button
            icon="rotate"
            isBusy={sessions.isFetching && data !== undefined}
            onClick={() => void sessions.refetch()}
          >
            {say('refresh')}
          </Button>
        }
      >
        {say('lead')}
      </PageHeader>
      <Filters place={place} onChange={setPlace} />
      <div className={styles['tools']}>
        <Search
          wanted={wanted}
          onSearch={(next) => {
            setWanted(next);
            turn(0);
          }}
        />
        <Columns place={place} onChange={setPlace} />
      </div>
      {sessions.isError ? (
        <FaultState fault={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <Table
          caption={say('caption')}
          columns={columns}
          rows={data?.data}
          keyOf={(session) => session.session_id}
          likelyRows={8}
          empty={<Nothing isWanted={wanted !== null || isFiltered(place)} />}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <Pager total={data.total} limit={PAGE_SIZE} offset={place.offset ?? 0} onTurn={turn} />
      )}
    </>
  );
}

function Nothing({ isWanted }: { isWanted: boolean }) {
  const say = useWords(words);
  if (isWanted)
    return (
      <EmptyState icon="search" title={say('noMatch')}>
        {say('noMatchText')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon="sessions"
      title={say('none')}
      action={
        <Link to="/try" className={buttonClass({ look: 'primary' })}>
          {say('noneGo')}
        </Link>
      }
    >
      {say('noneText')}
    </EmptyState>
  );
}
