import { TRIAGE_LEVELS } from '../../../components/triage-level.tsx';
import { useWords } from '../../../i18n/language.tsx';
import type { TriageLevel } from '../queries.ts';
import { words } from '../words.ts';
import styles from './level.module.css';

/** A level by its name, and its place among the five; the colour repeats both. */
export function Level({ level }: { level: TriageLevel }) {
  const say = useWords(words);
  return (
    <div className={styles['level']} data-level={level}>
      <p className={styles['name']}>{say(`level.${level}`)}</p>
      <code className={styles['code']}>{level}</code>
      <div className={styles['scale']} aria-hidden="true">
        {TRIAGE_LEVELS.map((each) => (
          <span key={each} data-level={each} data-is={each === level} />
        ))}
      </div>
    </div>
  );
}
