import { type ReactNode } from 'react';
import { common } from '../i18n/common/words.ts';
import { useWords } from '../i18n/language.tsx';
import { Button } from './button.tsx';
import { Skeleton } from './skeleton.tsx';
import styles from './table.module.css';

export type Column<Row> = {
  id: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers stand to the right, one under the other. */
  isNumber?: boolean;
  /** Buttons of the row: their head is read out only. */
  isActions?: boolean;
};

type Props<Row> = {
  /** Says what the table holds; read out, not shown. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are on their way: as many empty rows as are likely to come. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  likelyRows?: number;
  /** What stands there without rows. */
  empty: ReactNode;
};

/**
 * A table; on a narrow screen each row is a card with the columns' names beside their values. The roles are written out:
 * browsers forget them where CSS makes cards of rows.
 */
export function Table<Row>({ caption, columns, rows, keyOf, likelyRows = 5, empty }: Props<Row>) {
  if (rows?.length === 0) return <div className={styles['frame']}>{empty}</div>;
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} role="table" aria-busy={rows === undefined}>
        <caption className={styles['caption']}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, head, isNumber = false, isActions = false }) => (
              <th key={id} role="columnheader" scope="col" data-number={isNumber}>
                {isActions ? <span className={styles['caption']}>{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows === undefined
            ? Array.from({ length: likelyRows }, (_, index) => <WaitingRow key={index} columns={columns} />)
            : rows.map((row) => <TableRow key={keyOf(row)} row={row} columns={columns} />)}
        </tbody>
      </table>
    </div>
  );
}

const TableRow = <Row,>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) => (
  <tr role="row">
    {columns.map(({ id, head, cell, isNumber = false, isActions = false }) => (
      <td key={id} role="cell" data-number={isNumber} data-actions={isActions}>
        <span className={styles['name']} aria-hidden="true">
          {head}
        </span>
        <div className={styles['value']}>{cell(row)}</div>
      </td>
    ))}
  </tr>
);

const WaitingRow = <Row,>({ columns }: { columns: readonly Column<Row>[] }) => (
  <tr role="row">
    {columns.map(({ id }) => (
      <td key={id} role="cell">
        <Skeleton />
      </td>
    ))}
  </tr>
);

/** Turns the pages of a list that tells its total. `offset` belongs into the page's search. */
export function Pager({
  total,
  limit,
  offset,
  onTurn,
}: {
  total: number;
  limit: number;
  offset: number;
  onTurn: (offset: number) => void;
}) {
  const say = useWords(common);
  const pages = Math.max(1, Math.ceil(total / limit));
  const page = Math.floor(offset / limit) + 1;
  return (
    <nav className={styles['pager']} aria-label={say('page', { page, pages })}>
      <span>{say('rows', { count: total })}</span>
      <span className={styles['turn']}>
        <Button
          size="small"
          icon="left"
          aria-label={say('previousPage')}
          disabled={page <= 1}
          onClick={() => onTurn(offset - limit)}
        />
        <span>{say('page', { page, pages })}</span>
        <Button
          size="small"
          icon="right"
          aria-label={say('nextPage')}
          disabled={page >= pages}
          onClick={() => onTurn(offset + limit)}
        />
      </span>
    </nav>
  );
}

/** Adds the next rows of a list that has a cursor; nothing where that was all. */
export function More({ hasMore, isBusy, onMore }: { hasMore: boolean; isBusy: boolean; onMore: () => void }) {
  const say = useWords(common);
  return hasMore ? (
    <div className={styles['more']}>
      <Button isBusy={isBusy} onClick={onMore}>
        {say('loadMore')}
      </Button>
    </div>
  ) : null;
}
