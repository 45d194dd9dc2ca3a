import type { ReactNode } from 'react';
import styles from './card.module.css';

/** A part of a page, with its heading. */
export const Card = ({
  title,
  actions,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <section className={styles['card']}>
    {title !== undefined && (
      <header className={styles['head']}>
        <h2>{title}</h2>
        {actions}
      </header>
    )}
    {children}
  </section>
);

type Fact = { term: ReactNode; value: ReactNode };

/** Names with their values. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles['facts']}>
    {facts.map(({ term, value }, index) => (
      // A fixed list: nothing is put in between.
      <div key={index} className={styles['fact']}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
