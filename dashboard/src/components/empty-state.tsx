import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './empty-state.module.css';

/** Where nothing is yet: says what would stand here and what to do, with the button that does it. */
export const EmptyState = ({
  icon,
  title,
  children,
  action,
  isPage = false,
}: {
  icon: IconName;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Stands for the whole page: its heading is the page's. */
  isPage?: boolean;
}) => (
  <div className={styles['empty']}>
    <span className={styles['picture']}>
      <Icon name={icon} />
    </span>
    {isPage ? <h1 className={styles['title']}>{title}</h1> : <h2>{title}</h2>}
    {children !== undefined && <p className={styles['text']}>{children}</p>}
    {action}
  </div>
);
