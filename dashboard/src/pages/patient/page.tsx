import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { forgetPatient, type KnownPatient } from '../../app/known-patients.ts';
import { oneOf, usePathParam, usePlace, type Search } from '../../app/place.ts';
import { Badge } from '../../components/badge.tsx';
import { buttonClass } from '../../components/button.tsx';
import { CertificateView } from '../../components/erasure/certificate-view.tsx';
import { FaultState } from '../../components/fault.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { clinical } from '../../i18n/clinical/words.ts';
import { useWords } from '../../i18n/language.tsx';
import type { Certificate } from '../../service/certificate.ts';
import { useMay } from '../../session/use-session.tsx';
import { Actions } from './actions.tsx';
import { Disclosures } from './disclosures.tsx';
import styles from './page.module.css';
import { ProfileView } from './profile.tsx';
import { useForget, usePatientAt, useProfile, type Profile } from './queries.ts';
import { SessionsOf } from './sessions.tsx';
import { SummaryView } from './summary.tsx';
import { words } from './words.ts';

const TABS = ['profile', 'sessions', 'summary', 'disclosures'] as const;
const readPlace = (search: Search) => ({ tab: oneOf(search, 'tab', TABS, 'profile') });

/** One patient: profile, sessions, summary, and who looked at them. */
export function Page() {
  const profileId = usePathParam('profileId');
  return <OfProfile key={profileId} profileId={profileId} />;
}

function OfProfile({ profileId }: { profileId: string }) {
  const patient = usePatientAt(profileId);
  const [certificate, setCertificate] = useState<Certificate | null>(null);
  if (certificate !== null) return <Erased profileId={profileId} certificate={certificate} />;
  if (patient.isError) return <FaultState fault={patient.error} onRetry={() => void patient.refetch()} />;
  if (patient.data === undefined) return <SkeletonBlock lines={8} />;
  return <Loaded patient={patient.data} onErased={setCertificate} />;
}

type Props = { patient: KnownPatient; onErased: (certificate: Certificate) => void };

function Loaded({ patient, onErased }: Props) {
  const profile = useProfile(patient);
  if (profile.isError) return <FaultState fault={profile.error} onRetry={() => void profile.refetch()} />;
  if (profile.data === undefined) return <SkeletonBlock lines={8} />;
  return <Shown patient={patient} profile={profile.data} onErased={onErased} />;
}

function Shown({ patient, profile, onErased }: Props & { profile: Profile }) {
  const say = useWords(words);
  const sayClinical = useWords(clinical);
  const may = useMay();
  const [{ tab }, setPlace] = usePlace(readPlace);
  const parts = {
    profile: <ProfileView profile={profile} />,
    sessions: <SessionsOf patient={patient} />,
    summary: <SummaryView patient={patient} />,
    disclosures: <Disclosures patient={patient} />,
  };
  const ids: readonly (typeof TABS)[number][] = may('admin:read')
    ? TABS
    : TABS.filter((id) => id !== 'disclosures');
  return (
    <>
      <Link to="/patients" className={styles['back']}>
        ← {say('back')}
      </Link>
      <PageHeader
        title={profile.partner_patient_id}
        actions={<Actions patient={patient} profile={profile} onErased={onErased} />}
      >
        <span className={styles['badges']}>
          <Badge tone={patient.isTest ? 'neutral' : 'accent'}>
            {sayClinical(patient.isTest ? 'mode.test' : 'mode.live')}
          </Badge>
          {profile.hold !== null && <Badge tone="warn">{sayClinical('held')}</Badge>}
        </span>
      </PageHeader>
      <Tabs
        label={say('tabs')}
        open={ids.includes(tab) ? tab : 'profile'}
        onOpen={(next) => setPlace({ tab: next })}
        tabs={ids.map((id) => ({ id, label: say(`tab.${id}`), content: parts[id] }))}
      />
    </>
  );
}

function Erased({ profileId, certificate }: { profileId: string; certificate: Certificate }) {
  const say = useWords(words);
  const forget = useForget();
  useEffect(() => {
    forgetPatient(profileId);
    forget();
  }, [forget, profileId]);
  return (
    <CertificateView
      title={say('erasedTitle')}
      certificate={certificate}
      next={
        <Link to="/patients" className={buttonClass()}>
          {say('toList')}
        </Link>
      }
    />
  );
}
