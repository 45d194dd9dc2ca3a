/** What partners do, each as often as it must be asked until its outcome is known. */
export type OperationKind =
  | 'open'
  | 'route'
  | 'answer'
  | 'finalize'
  | 'save-profile'
  | 'erase-session'
  | 'erase-patient'
  | 'read';

/**
 * One thing that a partner wanted done, and what came of it. It stands in the record when its outcome is definite: `status` is
 * that of the answer that decided it, null where none came within the time that the partner had.
 */
export type Operation = {
  kind: OperationKind;
  tenantId: string;
  /** Null for what is about no session, and for one that was not opened. */
  sessionId: string | null;
  patientId: string | null;
  /** Of a POST; the same in every attempt. */
  idempotencyKey: string | null;
  status: number | null;
  /** Whether the answer was that of an attempt before, whose own answer was lost. */
  isReplayed: boolean;
  /** Why attempts before the last one failed, in order. */
  failures: string[];
  /** What was wrong with a success: it did not say what it had to. */
  problem: string | null;
  /** Unix time of the first attempt and of the outcome, in milliseconds. */
  startedMs: number;
  endedMs: number;
};

export const isAcknowledged = ({ kind, status, failures }: Operation): boolean => {
  if (status === null) return false;
  if (status >= 200 && status < 300) return true;
  // "A repeated DELETE can be a 404": the attempt before, whose answer was lost, has erased it.
  return kind.startsWith('erase') && status === 404 && failures.length > 0;
};

/** Tokens, as docs/partner/limits.md has them. */
const PRICES: Partial<Record<OperationKind, number>> = { open: 1, route: 5, answer: 8 };
export const priceOf = ({ kind }: Operation): number => PRICES[kind] ?? 0;

/** A partner's account, and where its record of deliveries and operations is kept. */
export type Partner = { tenantId: string; key: string };
