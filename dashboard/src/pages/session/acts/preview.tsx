import { useWords } from '../../../i18n/language.tsx';
import type { Destruction } from '../happened.ts';
import styles from './acts.module.css';
import { acts } from './words.ts';

/** What a rectification destroys for good, before it is done. */
export function Preview({ destruction }: { destruction: Destruction | null }) {
  const say = useWords(acts);
  return (
    <div className={styles['preview']} data-destroys={destruction !== null} aria-live="polite">
      {destruction === null ? (
        <p>{say('destroysNothing')}</p>
      ) : (
        <>
          <strong>{say('destroys')}</strong>
          <ul>
            <li>{say('destroysAnswers', { count: destruction.answers })}</li>
            <li>
              {say('destroysConclusions', {
                count: destruction.conclusions,
                revision: destruction.fromRevision,
              })}
            </li>
            <li>{say('destroysMessages')}</li>
          </ul>
          <p>{say('stays')}</p>
        </>
      )}
    </div>
  );
}
