import { common } from '../i18n/common/words.ts';
import { useWords } from '../i18n/language.tsx';
import styles from './skeleton.module.css';

/** In the place of a text that is on its way. */
export const Skeleton = ({ width = 'medium' }: { width?: 'short' | 'medium' | 'long' }) => (
  <span className={styles['line']} data-width={width} aria-hidden="true" />
);

/** In the place of a card or a page: lines, and one word for readers of screens. */
export function SkeletonBlock({ lines = 4 }: { lines?: number }) {
  const say = useWords(common);
  return (
    <div className={styles['block']} role="status">
      <span className={styles['said']}>{say('loading')}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={(['long', 'medium', 'short'] as const)[index % 3] ?? 'medium'} />
      ))}
    </div>
  );
}
