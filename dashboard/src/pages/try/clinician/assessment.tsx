import { Badge } from '../../../components/badge.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useFormat, useLanguage, useWords } from '../../../i18n/language.tsx';
import { textIn } from '../patient/language.tsx';
import type { Differential, RedFlag, TriageLevel } from '../queries.ts';
import { words } from '../words.ts';
import styles from './assessment.module.css';
import { Level } from './level.tsx';

type Shown = {
  level: TriageLevel;
  flags: readonly RedFlag[];
  newFlags: readonly string[];
  differentials: readonly Differential[];
};

/** Level, red flags and differentials at one moment. */
export function Assessment({ assessment: { level, flags, newFlags, differentials } }: { assessment: Shown }) {
  const say = useWords(words);
  return (
    <>
      <section className={styles['part']}>
        <h3>{say('level')}</h3>
        <Level level={level} />
      </section>
      <section className={styles['part']}>
        <h3>{say('redFlags')}</h3>
        <div aria-live="polite">
          <Flags flags={flags} newFlags={newFlags} />
        </div>
      </section>
      <section className={styles['part']}>
        <h3>{say('differentials')}</h3>
        <Differentials differentials={differentials} />
      </section>
    </>
  );
}

function Flags({ flags, newFlags }: Pick<Shown, 'flags' | 'newFlags'>) {
  const say = useWords(words);
  const { language } = useLanguage();
  if (flags.length === 0) return <p className={styles['none']}>{say('noRedFlags')}</p>;
  return (
    <ul className={styles['flags']}>
      {flags.map(({ flag, description, description_cs = null }) => (
        <li key={flag}>
          <Icon name="warning" />
          <span>
            {textIn(language, { text: description, text_cs: description_cs })}{' '}
            {newFlags.includes(flag) && <Badge>{say('newFlag')}</Badge>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How many are seen at a glance. */
const FIRST = 5;

function Differentials({ differentials }: Pick<Shown, 'differentials'>) {
  const say = useWords(words);
  if (differentials.length === 0) return <p className={styles['none']}>{say('noDifferentials')}</p>;
  const more = differentials.slice(FIRST);
  return (
    <>
      <Ranked differentials={differentials.slice(0, FIRST)} />
      {more.length > 0 && (
        <details className={styles['more']}>
          <summary>{say('lessLikely', { count: more.length })}</summary>
          <Ranked differentials={more} />
        </details>
      )}
    </>
  );
}

function Ranked({ differentials }: Pick<Shown, 'differentials'>) {
  const say = useWords(words);
  const format = useFormat();
  const { language } = useLanguage();
  return (
    <ol className={styles['differentials']} start={differentials[0]?.rank}>
      {differentials.map(({ diagnosis, diagnosis_cs = null, icd, probability, rank }) => (
        <li key={rank}>
          <span className={styles['name']}>
            {textIn(language, { text: diagnosis, text_cs: diagnosis_cs })}
            <span className={styles['icd']}>{say('icd', { icd })}</span>
          </span>
          <span className={styles['share']}>{format.percent(probability)}</span>
          <span className={styles['track']} aria-hidden="true">
            <span style={{ inlineSize: `${probability * 100}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}
