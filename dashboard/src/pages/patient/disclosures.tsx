import type { KnownPatient } from '../../app/known-patients.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultState } from '../../components/fault.tsx';
import { More, Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import { useDisclosures, type Disclosure } from './queries.ts';
import { words } from './words.ts';

const TONES: Record<Disclosure['kind'], Tone> = { read: 'neutral', export: 'warn', webhook: 'info' };

/** Who saw data of the patient. Looking at this is one of them. */
export function Disclosures({ patient }: { patient: KnownPatient }) {
  const say = useWords(words);
  const disclosures = useDisclosures(patient);
  const columns: Column<Disclosure>[] = [
    { id: 'when', head: say('when'), cell: ({ at }) => <Time at={at} how="exactTime" /> },
    {
      id: 'how',
      head: say('how'),
      cell: ({ kind }) => <Badge tone={TONES[kind]}>{say(`kind.${kind}`)}</Badge>,
    },
    { id: 'what', head: say('what'), cell: ({ action }) => <code>{action}</code> },
    {
      id: 'who',
      head: say('who'),
      cell: ({ actor, on_behalf_of, recipient, ip }) => (
        <div className={styles['stack']}>
          {recipient?.host ?? say('actor', { type: actor.type, id: actor.id.slice(-6) })}
          {on_behalf_of !== null && say('behalf', { who: on_behalf_of })}
          {ip !== null && <span className={styles['soft']}>{ip}</span>}
        </div>
      ),
    },
  ];
  if (disclosures.isError)
    return <FaultState fault={disclosures.error} onRetry={() => void disclosures.refetch()} />;
  return (
    <>
      <p className={styles['lead']}>{say('disclosuresLead')}</p>
      <Table
        caption={say('disclosures')}
        columns={columns}
        rows={disclosures.data?.pages.flatMap(({ data }) => data)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="audit" title={say('noDisclosures')}>
            {say('noDisclosuresText')}
          </EmptyState>
        }
      />
      <More
        hasMore={disclosures.hasNextPage}
        isBusy={disclosures.isFetchingNextPage}
        onMore={() => void disclosures.fetchNextPage()}
      />
    </>
  );
}
