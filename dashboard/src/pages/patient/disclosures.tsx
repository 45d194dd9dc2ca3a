import type { KnownPatient } from '../../app/known-patients.ts';
import { Disclosures as DisclosureTable } from '../../components/disclosures.tsx';
import { FaultState } from '../../components/fault.tsx';
import { More } from '../../components/table.tsx';
import { useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import { useDisclosures } from './queries.ts';
import { words } from './words.ts';

/** Who saw data of the patient. Looking at this is one of them. */
export function Disclosures({ patient }: { patient: KnownPatient }) {
  const say = useWords(words);
  const disclosures = useDisclosures(patient);
  if (disclosures.isError)
    return <FaultState fault={disclosures.error} onRetry={() => void disclosures.refetch()} />;
  return (
    <>
      <p className={styles['lead']}>{say('disclosuresLead')}</p>
      <DisclosureTable rows={disclosures.data?.pages.flatMap(({ data }) => data)} />
      <More
        hasMore={disclosures.hasNextPage}
        isBusy={disclosures.isFetchingNextPage}
        onMore={() => void disclosures.fetchNextPage()}
      />
    </>
  );
}
