import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button, buttonClass } from '../../../components/button.tsx';
import { Card, Facts } from '../../../components/card.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Time } from '../../../components/time.tsx';
import { useToast } from '../../../components/toast.tsx';
import { useFormat, useWords } from '../../../i18n/language.tsx';
import { useForget, type Certificate } from '../queries.ts';
import styles from './acts.module.css';
import { saveFile } from './save.ts';
import { verifyCertificate, type Verdict } from './verify.ts';
import { acts } from './words.ts';

type Props = { sessionId: string; certificate: Certificate };

/** The proof of an erasure, checked in the browser, to be saved: it is shown once. */
export function CertificateView({ sessionId, certificate }: Props) {
  const say = useWords(acts);
  const tell = useToast();
  const forget = useForget();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  // The views of the session are gone by now, so nothing loads it again.
  useEffect(() => forget(sessionId), [forget, sessionId]);
  useEffect(() => void verifyCertificate(certificate).then(setVerdict), [certificate]);
  const fingerprint = verdict?.fingerprint ?? null;
  const save = (): void => {
    saveFile(`certificate-${certificate.certificate_id}.json`, certificate);
    tell(say('kept'));
  };
  return (
    <>
      <PageHeader
        title={say('erasedTitle')}
        actions={
          <>
            <Button look="primary" icon="download" onClick={save}>
              {say('save')}
            </Button>
            <Button icon="printer" onClick={() => globalThis.print()}>
              {say('print2')}
            </Button>
            <Link to="/sessions" className={buttonClass()}>
              {say('toList')}
            </Link>
          </>
        }
      >
        {say('erasedLead')}
      </PageHeader>
      <Card title={say('certificate')}>
        <Signature verdict={verdict} />
        <Said certificate={certificate} />
        {fingerprint !== null && (
          <Facts
            facts={[
              {
                term: say('signedBy'),
                value: (
                  <>
                    <code className={styles['print']}>{fingerprint}</code>
                    <CopyButton text={fingerprint} what={say('signedBy')} />
                    <p className={styles['soft']}>{say('signedByHint')}</p>
                  </>
                ),
              },
            ]}
          />
        )}
      </Card>
    </>
  );
}

const TONES = { genuine: 'good', forged: 'bad', uncheckable: 'warn' } as const;

function Signature({ verdict }: { verdict: Verdict | null }) {
  const say = useWords(acts);
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

function Said({ certificate }: { certificate: Certificate }) {
  const say = useWords(acts);
  const format = useFormat();
  const { destroyed, remains, subject } = certificate;
  const counts = (all: Readonly<Record<string, number>>) => (
    <span className={styles['counts']}>
      {Object.entries(all).map(([name, count]) => (
        <Badge key={name}>
          {name.replaceAll('_', ' ')}: {format.number(count)}
        </Badge>
      ))}
    </span>
  );
  return (
    <Facts
      facts={[
        { term: say('certificateId'), value: <code>{certificate.certificate_id}</code> },
        { term: say('subject'), value: <code>{subject.id}</code> },
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
