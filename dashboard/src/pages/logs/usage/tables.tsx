import { EmptyState } from '../../../components/empty-state.tsx';
import { Pager, Table, type Column } from '../../../components/table.tsx';
import { Time } from '../../../components/time.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import { Caller, Route } from '../cells.tsx';
import { useLogsPlace } from '../place.ts';
import { PAGE_SIZE, type Bucket, type KeyUsage, type RouteUsage } from '../queries.ts';
import { usageWords } from '../words.ts';

type Counts = { requests: number; errors: number; tokens_charged: number };
type Latency = { p50_ms: number | null; p95_ms: number | null; p99_ms: number | null };

const PERCENTILES = ['p50_ms', 'p95_ms', 'p99_ms'] as const;

function useCountColumns(): Column<Counts>[] {
  const say = useWords(usageWords);
  const format = useFormat();
  const number = (id: keyof Counts, head: string): Column<Counts> => ({
    id,
    head,
    isNumber: true,
    cell: (counts) => format.number(counts[id]),
  });
  return [
    number('requests', say('requests')),
    number('errors', say('errors')),
    number('tokens_charged', say('tokens')),
  ];
}

function useLatencyColumns(): Column<Latency>[] {
  const format = useFormat();
  return PERCENTILES.map((id) => ({
    id,
    head: `p${id.slice(1, 3)}`,
    isNumber: true,
    cell: (latency) => {
      const value = latency[id];
      return value === null ? '–' : format.milliseconds(value);
    },
  }));
}

/** How much each route was called, the most called first. */
export function RouteTable({ routes }: { routes: readonly RouteUsage[] }) {
  const say = useWords(usageWords);
  const columns: Column<RouteUsage>[] = [
    { id: 'route', head: say('route'), cell: ({ route }) => <Route route={route} /> },
    ...useCountColumns(),
    ...useLatencyColumns(),
  ];
  return (
    <Table
      caption={say('byRoute')}
      columns={columns}
      rows={routes}
      keyOf={({ route }) => route}
      empty={<NoGroup />}
    />
  );
}

/** How much each key called; members in the dashboard are one row. */
export function KeyTable({ keys }: { keys: readonly KeyUsage[] }) {
  const say = useWords(usageWords);
  const columns: Column<KeyUsage>[] = [
    { id: 'key', head: say('key'), cell: (usage) => <Key usage={usage} /> },
    ...useCountColumns(),
    ...useLatencyColumns(),
  ];
  return (
    <Table
      caption={say('byKey')}
      columns={columns}
      rows={keys}
      keyOf={({ key_id }) => key_id ?? ''}
      empty={<NoGroup />}
    />
  );
}

/** A key whose row is gone still has what it was charged. */
const Key = ({ usage: { key_id, key_prefix } }: { usage: KeyUsage }) =>
  key_prefix === null && key_id !== null ? <code>…{key_id.slice(-12)}</code> : <Caller prefix={key_prefix} />;

type BucketsProps = { buckets: readonly Bucket[]; by: 'day' | 'hour' };

/** What was called in each day or hour that had calls, newest first. */
export function BucketTable({ buckets, by }: BucketsProps) {
  const say = useWords(usageWords);
  const format = useFormat();
  const [{ offset = 0 }, go] = useLogsPlace();
  const columns: Column<Bucket>[] = [
    {
      id: 'start',
      head: say(by),
      cell: ({ start }) => (by === 'day' ? format.utcDate(start) : <Time at={start} />),
    },
    ...useCountColumns(),
  ];
  const rows = buckets.filter(({ requests, tokens_charged }) => requests + tokens_charged > 0).toReversed();
  const first = offset < rows.length ? offset : 0;
  return (
    <>
      <Table
        caption={say(by === 'day' ? 'byDay' : 'byHour')}
        columns={columns}
        rows={rows.slice(first, first + PAGE_SIZE)}
        keyOf={({ start }) => start}
        empty={<NoGroup />}
      />
      {rows.length > PAGE_SIZE && (
        <Pager
          total={rows.length}
          limit={PAGE_SIZE}
          offset={first}
          onTurn={(next) => go({ offset: next || undefined })}
        />
      )}
    </>
  );
}

function NoGroup() {
  const say = useWords(usageWords);
  return (
    <EmptyState icon="logs" title={say('none')}>
      {say('noneText')}
    </EmptyState>
  );
}
