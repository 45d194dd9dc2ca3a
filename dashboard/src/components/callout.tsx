import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './callout.module.css';

/** A sentence that must not be passed over; with `isAnswer` it is read out, as it tells how something went. */
export const Callout = ({
  tone = 'info',
  isAnswer = false,
  children,
}: {
  tone?: 'info' | 'warn';
  isAnswer?: boolean;
  children: ReactNode;
}) => (
  <div className={styles['callout']} data-tone={tone} {...(isAnswer && { role: 'alert' })}>
    <Icon name={tone === 'info' ? 'info' : 'warning'} />
    <div>{children}</div>
  </div>
);
