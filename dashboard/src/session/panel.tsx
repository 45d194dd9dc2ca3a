import type { ReactNode } from 'react';
import styles from './panel.module.css';

/** The one card of a page for visitors. */
export const Panel = ({
  title,
  text,
  children,
  foot,
}: {
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
}) => (
  <section className={styles['panel']}>
    <h1>{title}</h1>
    {text !== undefined && <p className={styles['text']}>{text}</p>}
    {children}
    {foot !== undefined && <p className={styles['foot']}>{foot}</p>}
  </section>
);
