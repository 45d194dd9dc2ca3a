import { useQuery } from '@tanstack/react-query';
import { Button, buttonClass } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SkeletonBlock } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { useWords } from '../../i18n/language.tsx';
import { readMailbox, type KeptMail } from '../../service/mailbox.ts';
import styles from './page.module.css';
import { words } from './words.ts';

const LOOK_AGAIN_MS = 3_000;

/** The mails of a development machine, with their codes and links at hand. */
export function Page() {
  const say = useWords(words);
  const mails = useQuery({ queryKey: ['mailbox'], queryFn: readMailbox, refetchInterval: LOOK_AGAIN_MS });
  return (
    <div className={styles['page']}>
      <PageHeader
        title={say('title')}
        actions={
          <Button icon="rotate" onClick={() => void mails.refetch()}>
            {say('reload')}
          </Button>
        }
      >
        {say('lead')}
      </PageHeader>
      {mails.data === undefined ? <SkeletonBlock /> : <Mails mails={mails.data} />}
    </div>
  );
}

function Mails({ mails }: { mails: KeptMail[] | null }) {
  const say = useWords(words);
  if (mails === null) {
    return (
      <EmptyState icon="mail" title={say('off')}>
        {say('offText')}
      </EmptyState>
    );
  }
  if (mails.length === 0) {
    return (
      <EmptyState icon="mail" title={say('empty')}>
        {say('emptyText')}
      </EmptyState>
    );
  }
  return (
    <ul className={styles['mails']}>
      {mails.map((mail) => (
        <li key={mail.mail_id}>
          <MailCard mail={mail} />
        </li>
      ))}
    </ul>
  );
}

function MailCard({ mail: { at, to, subject, text } }: { mail: KeptMail }) {
  const say = useWords(words);
  const code = /\b\d{6}\b/.exec(text)?.[0];
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  return (
    <article className={styles['mail']}>
      <h2>{subject}</h2>
      <p className={styles['meta']}>
        {to} · <Time at={at} how="exactTime" />
      </p>
      <p className={styles['text']}>{text.trim()}</p>
      {code !== undefined && (
        <p className={styles['code']}>
          <strong>{code}</strong>
          <CopyButton text={code} what={say('code')} />
        </p>
      )}
      {link !== undefined && (
        <a className={buttonClass()} href={link}>
          {say('open')}
        </a>
      )}
    </article>
  );
}
