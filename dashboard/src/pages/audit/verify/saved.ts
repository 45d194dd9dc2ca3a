import { isHash } from '../../../../../client/audit/proof.mjs';
import { verdictOf, type Check, type Proof, type Verdict } from './checks.ts';

/** What was looked at. */
export type Subject =
  | { kind: 'row'; event_id: string; seq: number | null }
  | { kind: 'rows'; rows: readonly { event_id: string; verdict: Verdict }[] }
  | { kind: 'trail'; rows: number; covered: number; broken: { seq: number; event_id: string } | null };

/** What no check in a browser can say, by a code. */
export const NOT_CHECKED = ['unrecorded', 'end_users', 'page'] as const;

export type Result = {
  subject: Subject;
  checks: readonly Check[];
  /** When it was checked, ISO 8601. */
  at: string;
  /** The answer that was checked; of many rows the one with the head. */
  proof: Proof;
  /** Of the key that signed; null where nothing is signed. */
  fingerprint: string | null;
};

/**
 * A result as it is saved. It is the answer of the service with the result beside it: the stand-alone verifier checks it again
 * (`verify.mjs --proof`), and a later verification takes its head as the earlier one.
 */
export function savedForm({ subject, checks, at, proof, fingerprint }: Result): object {
  const verification = {
    checked_at: at,
    verdict: verdictOf(checks),
    subject,
    checks: checks.filter(({ state }) => state !== 'open'),
    not_checked: [
      ...checks.filter(({ state }) => state === 'open').map(({ name, fault }) => ({ name, why: fault })),
      ...NOT_CHECKED.map((name) => ({ name, why: 'not_possible' })),
    ],
    signing_key_fingerprint: fingerprint,
  };
  return { ...proof, verification };
}

/** The signed proof in a file that was kept: a result, an answer of the service, or one of the settings' certificates. */
export function proofIn(text: string): Proof | null {
  try {
    const read = JSON.parse(text) as Partial<Proof> | null;
    const statement = read?.checkpoint?.statement;
    const isProof = Array.isArray(read?.public_keys) && Number.isSafeInteger(statement?.tree_size);
    return isProof && isHash(statement?.root) ? (read as Proof) : null;
  } catch {
    return null;
  }
}
