import { useFormat, useWords } from '../../i18n/language.tsx';
import styles from './page.module.css';
import { useText } from '../../i18n/texts.ts';
import { words } from './words.ts';

type Differential = {
  diagnosis: string;
  diagnosis_cs?: string | null;
  icd: string;
  probability: number;
  rank: number;
};

/** What it may be, the likeliest first; the bars repeat the numbers. */
export function Differentials({ differentials }: { differentials: readonly Differential[] }) {
  const say = useWords(words);
  const format = useFormat();
  const text = useText();
  if (differentials.length === 0) return <p className={styles['soft']}>{say('noDifferential')}</p>;
  return (
    <ol className={styles['differentials']}>
      {differentials.map(({ rank, diagnosis, diagnosis_cs, icd, probability }) => (
        <li key={rank}>
          <span>
            {text(diagnosis, diagnosis_cs)} <span className={styles['soft']}>{icd}</span>
          </span>
          <span className={styles['percent']}>{format.percent(probability)}</span>
          <span className={styles['bar']} aria-hidden="true">
            <span style={{ width: `${probability * 100}%` }} />
          </span>
        </li>
      ))}
    </ol>
  );
}
