import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import type { Session } from './queries.ts';
import { useText } from '../../i18n/texts.ts';
import { words } from './words.ts';

/** What the finished interview came to, for whoever takes over. */
export function SummaryView({ session: { summary } }: { session: Session }) {
  const say = useWords(words);
  const text = useText();
  if (summary === null)
    return (
      <EmptyState icon="sessions" title={say('noSummary')}>
        {say('noSummaryText')}
      </EmptyState>
    );
  return (
    <Card title={say('tab.summary')}>
      {summary.sections.length === 0 ? (
        <p className={styles['narrative']}>{text(summary.narrative, summary.narrative_cs)}</p>
      ) : (
        summary.sections.map((section) => (
          <section key={section.section} className={styles['section']}>
            <h3>{say(`section.${section.section}`)}</h3>
            <p className={styles['narrative']}>{text(section.text, section.text_cs)}</p>
          </section>
        ))
      )}
      <p className={styles['soft']}>{say('disclaimer')}</p>
    </Card>
  );
}
