import type { ReactNode } from 'react';
import styles from './page.module.css';

/** Numbers that one looks at first, with what they are. */
export const Figures = ({ figures }: { figures: readonly { term: string; value: ReactNode }[] }) => (
  <dl className={styles['figures']}>
    {figures.map(({ term, value }) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
