import { Card } from '../../components/card.tsx';
import { useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import { DownloadButton } from './download-button.tsx';
import { ErasuresCard } from './erasures-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { useDownloads } from './downloads.ts';
import { words } from './words.ts';

/** Pages of the documentation that this service shows, for whoever answers for the data. */
const PAGES = [
  'processing-record',
  'sealing',
  'erasure',
  'officer',
  'audit-trail',
  'controls',
  'not-promised',
] as const;

/** How long data are kept, what proves it, and what is written of it. */
export function DataProtection() {
  const say = useWords(words);
  return (
    <div className={styles['part']}>
      <RetentionCard />
      <RecordsCard />
      <ErasuresCard />
      <Card title={say('docsTitle')}>
        <ul className={styles['list']}>
          {PAGES.map((page) => (
            <li key={page}>
              <a href={`/v1/docs/${page}`} target="_blank" rel="noreferrer">
                {say(`docs.${page}`)}
              </a>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

function RecordsCard() {
  const say = useWords(words);
  const { accessReview, auditCheckpoint } = useDownloads();
  return (
    <Card title={say('recordsTitle')}>
      <p className={styles['lead']}>{say('recordsText')}</p>
      <ul className={styles['list']}>
        <li>
          <DownloadButton name={say('review')} text={say('reviewText')} load={accessReview} />
        </li>
        <li>
          <DownloadButton name={say('checkpoint')} text={say('checkpointText')} load={auditCheckpoint} />
        </li>
      </ul>
    </Card>
  );
}
