import { clinical } from '../i18n/clinical/words.ts';
import { useWords } from '../i18n/language.tsx';
import styles from './triage-level.module.css';

/** Most urgent first. */
export const TRIAGE_LEVELS = ['emergency_ambulance', 'emergency', 'urgent', 'routine', 'self_care'] as const;
export type TriageLevelName = (typeof TRIAGE_LEVELS)[number];

/** A triage level by its name; the colour repeats it. */
export function TriageLevel({
  level,
  size = 'medium',
}: {
  level: TriageLevelName;
  size?: 'medium' | 'large';
}) {
  const say = useWords(clinical);
  return (
    <span className={styles['level']} data-level={level} data-size={size}>
      {say(`level.${level}`)}
    </span>
  );
}
