import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Card } from '../../../components/card.tsx';
import { Table } from '../../../components/table.tsx';
import { Time } from '../../../components/time.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import { useSayAction } from '../actions/actions.ts';
import styles from '../page.module.css';
import type { ChainRow } from '../queries.ts';
import { checkChain } from '../verify/checks.ts';
import { words } from '../words.ts';
import { Actor, Subject } from './cells.tsx';

type Props = { rows: readonly ChainRow[]; current: string };

/** The rows beside a row, in the order of the chain, and whether each follows on the one before it. */
export function Neighbours({ rows, current }: Props) {
  const say = useWords(words);
  const sayAction = useSayAction();
  const format = useFormat();
  const isChain = useIsChain(rows);
  return (
    <Card
      title={say('beside')}
      actions={
        isChain !== null && (
          <Badge tone={isChain ? 'good' : 'bad'}>{say(isChain ? 'chainFits' : 'chainBroken')}</Badge>
        )
      }
    >
      <p className={styles['soft']}>{say('besideText')}</p>
      <Table
        caption={say('beside')}
        rows={rows}
        keyOf={({ event_id }) => event_id}
        empty={null}
        columns={[
          { id: 'seq', head: say('seq'), cell: ({ seq }) => format.number(seq), isNumber: true },
          { id: 'when', head: say('when'), cell: ({ at }) => <Time at={at} how="exactTime" /> },
          {
            id: 'what',
            head: say('what'),
            cell: ({ event_id, action }) =>
              event_id === current ? (
                <strong aria-current="true">{sayAction(action)}</strong>
              ) : (
                <Link to="." search={(before: object) => ({ ...before, event: event_id })}>
                  {sayAction(action)}
                </Link>
              ),
          },
          { id: 'who', head: say('who'), cell: (row) => <Actor row={row} /> },
          { id: 'subject', head: say('subject'), cell: (row) => <Subject row={row} /> },
        ]}
      />
    </Card>
  );
}

/** Null until it is computed, and where the browser cannot. */
function useIsChain(rows: readonly ChainRow[]): boolean | null {
  const [found, setFound] = useState<{ of: readonly ChainRow[]; isChain: boolean } | null>(null);
  const of = JSON.stringify(rows);
  useEffect(() => {
    let isGone = false;
    const given = JSON.parse(of) as ChainRow[];
    checkChain(given).then(
      (isChain) => !isGone && setFound({ of: given, isChain }),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [of]);
  return found?.isChain ?? null;
}
