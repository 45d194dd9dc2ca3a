import type { ReactNode } from 'react';
import styles from './page-header.module.css';

/** The head of a page: what it is, what it is for, and what can be done on it. */
export const PageHeader = ({
  title,
  children,
  actions,
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) => (
  <header className={styles['header']}>
    <div className={styles['text']}>
      <h1>{title}</h1>
      {children !== undefined && <p className={styles['lead']}>{children}</p>}
    </div>
    {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
  </header>
);
