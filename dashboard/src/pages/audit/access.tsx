import { useState } from 'react';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultNotice } from '../../components/fault.tsx';
import { saveFile } from '../../components/save-file.ts';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useToast } from '../../components/toast.tsx';
import { common } from '../../i18n/common/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { roles } from '../../i18n/terms/words.ts';
import styles from './page.module.css';
import { useAccessReview, useReviewCsv, type Holder } from './queries.ts';
import { words } from './words.ts';

/** Who may do what in the team: looked at on demand, as each look is recorded. */
export function Access() {
  const say = useWords(words);
  const [isWanted, setWanted] = useState(false);
  const review = useAccessReview(isWanted);
  return (
    <div className={styles['stack']}>
      <Card title={say('accessTitle')}>
        <p className={styles['soft']}>{say('accessText')}</p>
        <div className={styles['bar']}>
          {!isWanted && review.data === undefined && (
            <Button look="primary" onClick={() => setWanted(true)}>
              {say('accessGo')}
            </Button>
          )}
          <SaveCsv />
        </div>
      </Card>
      {review.isError && <FaultNotice fault={review.error} onRetry={() => void review.refetch()} />}
      {(review.data !== undefined || review.isFetching) && (
        <Holders holders={review.data?.data} asOf={review.data?.as_of} />
      )}
    </div>
  );
}

function SaveCsv() {
  const say = useWords(words);
  const tell = useToast();
  const csv = useReviewCsv();
  const save = (): void =>
    csv.mutate(undefined, {
      onSuccess: (text) => {
        const day = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
        saveFile({ name: `access-review-${day}.csv`, type: 'text/csv', text });
        tell(say('downloaded'));
      },
    });
  return (
    <>
      <Button icon="download" isBusy={csv.isPending} onClick={save}>
        {say('accessCsv')}
      </Button>
      {csv.isError && <FaultNotice fault={csv.error} onRetry={save} />}
    </>
  );
}

const TONES: Record<Holder['status'], Tone> = { active: 'good', expired: 'warn', switched_off: 'neutral' };

type HoldersProps = { holders: readonly Holder[] | undefined; asOf: string | undefined };

function Holders({ holders, asOf }: HoldersProps) {
  const say = useWords(words);
  const sayRole = useWords(roles);
  const sayCommon = useWords(common);
  const format = useFormat();
  const timeOr = (at: string | null, instead: string) => (at === null ? instead : <Time at={at} />);
  const columns: Column<Holder>[] = [
    {
      id: 'holder',
      head: say('holder'),
      cell: ({ name, hint, id }) => (
        <div className={styles['cell']}>
          <span>{name || hint || id}</span>
          {name !== '' && hint !== '' && <span className={styles['soft']}>{hint}</span>}
        </div>
      ),
    },
    {
      id: 'kind',
      head: say('kind'),
      cell: ({ kind, test }) => (
        <div className={styles['cell']}>
          {say(`kind.${kind}`)}
          {test && <span className={styles['soft']}>{say('testOnly')}</span>}
        </div>
      ),
    },
    {
      id: 'rights',
      head: say('rights'),
      cell: ({ role, scopes, reads_every_tenant }) => (
        <div className={styles['cell']}>
          {role !== null && <span>{sayRole(role)}</span>}
          {reads_every_tenant && <span>{say('everyTenant')}</span>}
          {/* Those of a role follow from it. */}
          {role === null && scopes.length > 0 && <code className={styles['soft']}>{scopes.join(', ')}</code>}
        </div>
      ),
    },
    {
      id: 'status',
      head: say('status'),
      cell: ({ status }) => <Badge tone={TONES[status]}>{say(`status.${status}`)}</Badge>,
    },
    { id: 'made', head: say('made'), cell: ({ created_at }) => <Time at={created_at} how="date" /> },
    { id: 'used', head: say('used'), cell: ({ last_used_at }) => timeOr(last_used_at, sayCommon('never')) },
    { id: 'ends', head: say('ends'), cell: ({ expires_at }) => timeOr(expires_at, sayCommon('never')) },
  ];
  return (
    <>
      {asOf !== undefined && <p className={styles['soft']}>{say('asOf', { at: format.exactTime(asOf) })}</p>}
      <Table
        caption={say('accessTitle')}
        columns={columns}
        rows={holders}
        keyOf={({ kind, id }) => `${kind}|${id}`}
        empty={<EmptyState icon="team" title={say('nobody')} />}
      />
    </>
  );
}
