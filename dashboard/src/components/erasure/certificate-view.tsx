import { useEffect, useState, type ReactNode } from 'react';
import { erasure } from '../../i18n/erasure/words.ts';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { verifyCertificate, type Certificate, type Verdict } from '../../service/certificate.ts';
import { Button } from '../button.tsx';
import { Card, Facts } from '../card.tsx';
import { CopyButton } from '../copy-button.tsx';
import { PageHeader } from '../page-header.tsx';
import { jsonFile, saveFile } from '../save-file.ts';
import { Time } from '../time.tsx';
import { useToast } from '../toast.tsx';
import styles from './erasure.module.css';

type Props = {
  title: ReactNode;
  certificate: Certificate;
  /** Leads on from here. */
  next: ReactNode;
};

/** The proof of an erasure, checked in the browser, to be saved. */
export function CertificateView({ title, certificate, next }: Props) {
  const say = useWords(erasure);
  const tell = useToast();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => void verifyCertificate(certificate).then(setVerdict), [certificate]);
  const fingerprint = verdict?.fingerprint ?? null;
  const save = (): void => {
    saveFile(jsonFile(`certificate-${certificate.certificate_id}.json`, certificate));
    tell(say('kept'));
  };
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <Button look="primary" icon="download" onClick={save}>
              {say('save')}
            </Button>
            <Button icon="printer" onClick={() => globalThis.print()}>
              {say('print')}
            </Button>
            {next}
          </>
        }
      >
        {say('erasedLead')}
      </PageHeader>
      <Card title={say('certificate')}>
        <Signature verdict={verdict} />
        <Said certificate={certificate} />
        {fingerprint !== null && <SignedBy fingerprint={fingerprint} />}
      </Card>
    </>
  );
}

function SignedBy({ fingerprint }: { fingerprint: string }) {
  const say = useWords(erasure);
  const value = (
    <>
      <code>{fingerprint}</code> <CopyButton text={fingerprint} what={say('signedBy')} />
      <p className={styles['soft']}>{say('signedByHint')}</p>
    </>
  );
  return <Facts facts={[{ term: say('signedBy'), value }]} />;
}

const TONES = { genuine: 'good', forged: 'bad', uncheckable: 'warn' } as const;

function Signature({ verdict }: { verdict: Verdict | null }) {
  const say = useWords(erasure);
  return (
    <p aria-live="polite" aria-busy={verdict === null}>
      {verdict === null ? (
        say('checking')
      ) : (
        <span className={styles['verdict']} data-tone={TONES[verdict.state]}>
          {say(verdict.state)}
        </span>
      )}
    </p>
  );
}

/** What a certificate counts: rows and copies. */
const COUNTED = [
  'sessions',
  'patient_profiles',
  'stored_answers',
  'webhook_bodies',
  'response_excerpts',
  'cancelled_deliveries',
] as const;

function Said({ certificate }: { certificate: Certificate }) {
  const say = useWords(erasure);
  const format = useFormat();
  const { destroyed, remains, subject } = certificate;
  const nameOf = (name: string): string => {
    const known = COUNTED.find((each) => each === name);
    return known === undefined ? name.replaceAll('_', ' ') : say(`counted.${known}`);
  };
  const counts = (all: Readonly<Record<string, number>>) => (
    <ul className={styles['remains']}>
      {Object.entries(all).map(([name, count]) => (
        <li key={name}>
          {nameOf(name)}: {format.number(count)}
        </li>
      ))}
    </ul>
  );
  return (
    <Facts
      facts={[
        { term: say('certificateId'), value: <code>{certificate.certificate_id}</code> },
        { term: say(`subject.${subject.type}`), value: <code>{subject.id}</code> },
        { term: say('at'), value: <Time at={certificate.erased_at} how="exactTime" /> },
        { term: say('keys'), value: format.number(destroyed.key_ids.length) },
        { term: say('rows'), value: counts(destroyed.rows) },
        { term: say('copies'), value: counts(destroyed.copies) },
        { term: say('backups'), value: <Time at={certificate.backups_expire_at} /> },
        {
          term: say('remains'),
          value: (
            <ul className={styles['remains']}>
              {remains.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}
