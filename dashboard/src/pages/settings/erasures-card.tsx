import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { FaultNotice } from '../../components/fault.tsx';
import { jsonFile, saveFile } from '../../components/save-file.ts';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { common } from '../../i18n/common/words.ts';
import { erasure } from '../../i18n/erasure/words.ts';
import { useWords } from '../../i18n/language.tsx';
import type { Certificate } from '../../service/certificate.ts';
import styles from './page.module.css';
import { useErasures } from './queries.ts';
import { words } from './words.ts';

/** What calls have erased, with the certificate of each to be saved. */
export function ErasuresCard() {
  const say = useWords(words);
  const sayCommon = useWords(common);
  const erasures = useErasures();
  const columns = useColumns();
  const { data, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = erasures;
  return (
    <Card title={say('erasures')}>
      <p className={styles['lead']}>{say('erasuresText')}</p>
      {isError && <FaultNotice fault={error} onRetry={() => void refetch()} />}
      {!(isError && data === undefined) && (
        <Table
          caption={say('erasures')}
          columns={columns}
          rows={data?.pages.flatMap((page) => page.data)}
          keyOf={({ certificate_id }) => certificate_id}
          likelyRows={1}
          empty={<p className={styles['soft']}>{say('noErasure')}</p>}
        />
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {sayCommon('loadMore')}
        </Button>
      )}
    </Card>
  );
}

function useColumns(): Column<Certificate>[] {
  const say = useWords(words);
  const sayErasure = useWords(erasure);
  return [
    { id: 'at', head: sayErasure('at'), cell: ({ erased_at }) => <Time at={erased_at} /> },
    {
      id: 'subject',
      head: say('erased'),
      cell: ({ subject: { type, id } }) => (
        <>
          {sayErasure(`subject.${type}`)} <code>…{id.slice(-6)}</code>
        </>
      ),
    },
    {
      id: 'save',
      head: say('download'),
      isActions: true,
      cell: (certificate) => (
        <Button
          size="small"
          icon="download"
          aria-label={say('downloadNamed', { what: certificate.certificate_id })}
          onClick={() => saveFile(jsonFile(`certificate-${certificate.certificate_id}.json`, certificate))}
        >
          {say('download')}
        </Button>
      ),
    },
  ];
}
