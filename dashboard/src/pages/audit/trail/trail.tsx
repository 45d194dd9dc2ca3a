import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Card } from '../../../components/card.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultState } from '../../../components/fault.tsx';
import { More, Table } from '../../../components/table.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import styles from '../page.module.css';
import { isFiltered, MOST_DAYS, NO_FILTER, useAuditPlace, windowOf, type Filter } from '../place.ts';
import { useTrail } from '../queries.ts';
import type { AuditRow } from '../verify/checks.ts';
import { GivenView } from '../verify/given-view.tsx';
import { RunView } from '../verify/run-view.tsx';
import { useVerify } from '../verify/use-verify.ts';
import { words } from '../words.ts';
import { useRowColumns } from './cells.tsx';
import { Filters } from './filters.tsx';

/** The rows by action, actor and day, newest first. What is shown can be verified together. */
export function Trail() {
  const [{ action, actor, subject, from, to }, go] = useAuditPlace();
  const filter = { action, actor, subject, from, to };
  return (
    <div className={styles['stack']}>
      <Filters filter={filter} onChange={go} />
      <Cut filter={filter} />
      {/* What was verified is of these rows: others begin anew. */}
      <List key={JSON.stringify(filter)} filter={filter} onClear={() => go(NO_FILTER)} />
    </div>
  );
}

type ListProps = { filter: Filter; onClear: () => void };

function List({ filter, onClear }: ListProps) {
  const say = useWords(words);
  const trail = useTrail(filter);
  const verify = useVerify();
  const rows = trail.data?.pages.flatMap(({ data }) => data);
  const again = (): void => void verify.rows(rows ?? []);
  if (trail.isError) return <FaultState fault={trail.error} onRetry={() => void trail.refetch()} />;
  return (
    <>
      <div className={styles['bar']}>
        <Button icon="rotate" isBusy={trail.isRefetching} onClick={() => void trail.refetch()}>
          {say('refresh')}
        </Button>
        {rows !== undefined && rows.length > 0 && (
          <Button icon="audit" isBusy={verify.run.status === 'running'} onClick={again}>
            {say('verifyShown', { count: rows.length })}
          </Button>
        )}
      </div>
      {verify.run.status !== 'idle' && (
        <Card>
          <RunView run={verify.run} onRetry={again} onStop={verify.stop} />
          <GivenView />
        </Card>
      )}
      <Rows rows={rows} filter={filter} onClear={onClear} />
      <More
        hasMore={trail.hasNextPage}
        isBusy={trail.isFetchingNextPage}
        onMore={() => void trail.fetchNextPage()}
      />
    </>
  );
}

type RowsProps = ListProps & { rows: readonly AuditRow[] | undefined };

function Rows({ rows, filter, onClear }: RowsProps) {
  const say = useWords(words);
  const columns = useRowColumns();
  return (
    <Table
      caption={say('caption')}
      columns={columns}
      rows={rows}
      keyOf={({ event_id }) => event_id}
      likelyRows={8}
      empty={
        isFiltered(filter) ? (
          <EmptyState
            icon="filter"
            title={say('noMatch')}
            action={<Button onClick={onClear}>{say('clear')}</Button>}
          >
            {say('noMatchText')}
          </EmptyState>
        ) : (
          <EmptyState icon="audit" title={say('none')}>
            {say('noneText', { days: MOST_DAYS })}
          </EmptyState>
        )
      }
    />
  );
}

/** Says which days are shown where they are fewer than those that were asked for. */
function Cut({ filter }: { filter: Filter }) {
  const say = useWords(words);
  const format = useFormat();
  const { isCut, from, to } = windowOf(filter, new Date());
  if (!isCut || from === undefined || to === undefined) return null;
  return <Callout>{say('cut', { days: MOST_DAYS, from: format.date(from), to: format.date(to) })}</Callout>;
}
