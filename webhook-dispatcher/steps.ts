/**
 * What a dispatcher has just done for a delivery. Between each two of these its process may end, and nothing may be
 * lost by it: tests end it there.
 */
export type Step =
  /** The receiver answered a delivery that the fan-out sent, which has no row yet. */
  | 'sent_ahead'
  /** The rows of a batch are written and not committed. */
  | 'rows_written'
  | 'committed'
  /** The wake-up for rows that are due is published. */
  | 'woken'
  /** A wake-up is taken and confirmed. */
  | 'acknowledged'
  | 'claimed'
  /** The receiver answered a delivery that was claimed. */
  | 'sent'
  | 'recorded';

export type AtStep = (step: Step) => void;
