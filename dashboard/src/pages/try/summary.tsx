import { useEffect, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { LANGUAGES, type Language } from '../../i18n/catalogue.ts';
import { createFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/language.tsx';
import { Level } from './clinician/level.tsx';
import type { Finalized } from './interview.ts';
import { LANGUAGE_NAMES, textIn, useWordsIn } from './patient/language.tsx';
import styles from './summary.module.css';
import { words } from './words.ts';

/** What a finished interview comes to, in both languages, to be read and printed. */
export function Summary({ finalized }: { finalized: Finalized }) {
  const say = useWords(words);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles['summary']}>
      <header className={styles['head']}>
        <h2 ref={heading} tabIndex={-1}>
          {say('summary')}
        </h2>
        <span className={styles['print']}>
          <Button look="primary" icon="printer" onClick={() => globalThis.print()}>
            {say('print')}
          </Button>
        </span>
      </header>
      <Level level={finalized.triage_level} />
      <div className={styles['languages']}>
        {LANGUAGES.map((language) => (
          <InLanguage key={language} language={language} finalized={finalized} />
        ))}
      </div>
    </section>
  );
}

function InLanguage({ language, finalized }: { language: Language; finalized: Finalized }) {
  const say = useWordsIn(language);
  const { summary, finalized_at: at } = finalized;
  const narrative = language === 'cs' ? summary.narrative_cs : summary.narrative;
  return (
    <article className={styles['language']} lang={language}>
      <h3>{LANGUAGE_NAMES[language]}</h3>
      <p className={styles['soft']}>
        {say('finishedAt')} {createFormat(language).dateTime(at)}. {say('disclaimer')}
      </p>
      {summary.sections.length === 0 ? (
        <p className={styles['narrative']}>{narrative}</p>
      ) : (
        <dl className={styles['sections']}>
          {summary.sections.map((section) => (
            <div key={section.section}>
              <dt>{say(`section.${section.section}`)}</dt>
              <dd>{textIn(language, section)}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}
