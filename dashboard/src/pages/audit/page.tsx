import { PageHeader } from '../../components/page-header.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useWords } from '../../i18n/language.tsx';
import { Access } from './access.tsx';
import { ExportView } from './export/export.tsx';
import { PatientView } from './patient.tsx';
import { TABS, useAuditPlace } from './place.ts';
import { RowView } from './trail/row-view.tsx';
import { Trail } from './trail/trail.tsx';
import { GivenProvider } from './verify/given.tsx';
import { words } from './words.ts';
import { WholeTrail } from './whole-trail.tsx';

/** Who did what: rows, proofs of them in the browser, accesses to a patient, exports and the review of access. */
export function Page() {
  const [{ event }] = useAuditPlace();
  return (
    <GivenProvider>
      {event === undefined ? <Overview /> : <RowView key={event} eventId={event} />}
    </GivenProvider>
  );
}

function Overview() {
  const say = useWords(words);
  const [{ tab }, go] = useAuditPlace();
  const parts = {
    trail: <Trail />,
    verify: <WholeTrail />,
    patient: <PatientView />,
    export: <ExportView />,
    access: <Access />,
  };
  return (
    <>
      <PageHeader title={say('title')}>{say('lead')}</PageHeader>
      <Tabs
        label={say('tabs')}
        open={tab}
        onOpen={(next) => go({ tab: next })}
        tabs={TABS.map((id) => ({ id, label: say(`tab.${id}`), content: parts[id] }))}
      />
    </>
  );
}
