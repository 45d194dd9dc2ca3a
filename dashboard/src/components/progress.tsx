import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './progress.module.css';

type Props = {
  /** What is done so far, in words. */
  label: ReactNode;
  done: number;
  /** Null where nobody knows how much there is. */
  max: number | null;
  stop: ReactNode;
  onStop: () => void;
};

/** How far a long run has come, and the button that stops it. */
export const Progress = ({ label, done, max, stop, onStop }: Props) => (
  <div className={styles['progress']}>
    <label>
      {label}
      {max === null ? <progress /> : <progress value={done} max={max} />}
    </label>
    <Button size="small" onClick={onStop}>
      {stop}
    </Button>
  </div>
);
