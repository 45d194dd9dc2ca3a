/**
 * Points in the life of a delivery at which the process may end without losing anything. The tests kill a dispatcher at
 * each of them.
 */
export type Failpoint =
  /** The rows of a batch are written and not committed. */
  | 'rows_written'
  | 'committed'
  /** The wake-up for due rows is published. */
  | 'woken'
  /** A wake-up is taken and acknowledged. */
  | 'acknowledged'
  | 'claimed'
  /** The receiver has answered. */
  | 'sent'
  | 'recorded';

export type ReachFailpoint = (failpoint: Failpoint) => void;
