import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad' | 'info';

/** A state in a word; the colour repeats what the word says. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classes(styles['badge'], styles[tone])}>{children}</span>
);
