import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { oneOf, textIn, usePathParam, usePlace, type Search } from '../../app/place.ts';
import { Badge } from '../../components/badge.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FaultState } from '../../components/fault.tsx';
import { buttonClass } from '../../components/button.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { useWords } from '../../i18n/language.tsx';
import { ApiFault } from '../../service/faults.ts';
import { Actions } from './acts/actions.tsx';
import { ErasedView } from './acts/erased.tsx';
import { Timeline } from './course/timeline.tsx';
import { EvidenceView } from './evidence.tsx';
import { ExplanationView } from './explanation.tsx';
import { Overview } from './overview.tsx';
import styles from './page.module.css';
import { useRecord, type Erased, type Session } from './queries.ts';
import { SummaryView } from './summary.tsx';
import { words } from './words.ts';

const TABS = ['overview', 'timeline', 'evidence', 'explanation', 'summary'] as const;
const readPlace = (search: Search) => {
  const revision = Number(textIn(search, 'revision') ?? Number.NaN);
  return {
    tab: oneOf(search, 'tab', TABS, 'overview'),
    revision: Number.isInteger(revision) && revision >= 0 ? revision : undefined,
  };
};

/** One session: as it stands, how it came to that, and what may be done with it. */
export function Page() {
  const sessionId = usePathParam('sessionId');
  return <OfSession key={sessionId} sessionId={sessionId} />;
}

function OfSession({ sessionId }: { sessionId: string }) {
  const [erased, setErased] = useState<Erased | null>(null);
  // Nothing asks for the session any more once it is erased.
  if (erased !== null) return <ErasedView sessionId={sessionId} certificate={erased.certificate} />;
  return <Loaded sessionId={sessionId} onErased={setErased} />;
}

const MISSING = ['not_found', 'validation_error', 'bad_request'];

function Loaded({ sessionId, onErased }: { sessionId: string; onErased: (erased: Erased) => void }) {
  const say = useWords(words);
  const record = useRecord(sessionId);
  if (record.isPending) return <SkeletonBlock lines={8} />;
  if (record.isError && record.error instanceof ApiFault && MISSING.includes(record.error.code))
    return (
      <PageHeader
        title={say('missing')}
        actions={
          <Link to="/sessions" className={buttonClass()}>
            {say('back')}
          </Link>
        }
      >
        {say('missingText')}
      </PageHeader>
    );
  if (record.isError) return <FaultState fault={record.error} onRetry={() => void record.refetch()} />;
  return <Shown session={record.data} onErased={onErased} />;
}

function Shown({ session, onErased }: { session: Session; onErased: (erased: Erased) => void }) {
  const say = useWords(words);
  const [{ tab, revision }, setPlace] = usePlace(readPlace);
  const parts = {
    overview: <Overview session={session} />,
    timeline: (
      <Timeline
        session={session}
        revision={revision}
        onRevision={(next) => setPlace({ tab: 'timeline', revision: next })}
      />
    ),
    evidence: <EvidenceView sessionId={session.session_id} />,
    explanation: <ExplanationView sessionId={session.session_id} />,
    summary: <SummaryView session={session} />,
  };
  return (
    <>
      <Link to="/sessions" className={styles['back']}>
        ← {say('back')}
      </Link>
      <PageHeader title={session.chief_complaint} actions={<Actions session={session} onErased={onErased} />}>
        <Under session={session} />
      </PageHeader>
      <div className={styles['screen']}>
        <Tabs
          label={say('tabs')}
          open={tab}
          onOpen={(next) => setPlace({ tab: next, revision: next === 'timeline' ? revision : undefined })}
          tabs={TABS.map((id) => ({ id, label: say(`tab.${id}`), content: parts[id] }))}
        />
      </div>
      <div className={styles['paper']}>
        {parts.overview}
        {session.summary !== null && parts.summary}
      </div>
    </>
  );
}

function Under({ session: { session_id, status, test, held } }: { session: Session }) {
  const say = useWords(words);
  const sayClinical = useWords(clinical);
  return (
    <span className={styles['under']}>
      <Badge tone={status === 'active' ? 'info' : 'good'}>{sayClinical(`status.${status}`)}</Badge>
      {test && <Badge>{sayClinical('mode.test')}</Badge>}
      {held && <Badge tone="warn">{sayClinical('held')}</Badge>}
      <code>{session_id}</code>
      <CopyButton text={session_id} what={say('sessionId')} />
    </span>
  );
}
