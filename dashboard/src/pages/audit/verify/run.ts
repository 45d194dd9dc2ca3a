import { ApiFault } from '../../../service/faults.ts';
import {
  checkConsistency,
  checked,
  checkProvenRow,
  checkSignature,
  CHECKS,
  fingerprintIn,
  headOf,
  verdictOf,
  type AuditRow,
  type Check,
  type CheckName,
  type Proof,
  type Verdict,
} from './checks.ts';
import type { Result } from './saved.ts';
import { checkTrail, type ExportedRow } from './trail.ts';

export type Question = { event_id?: string; from_size?: number; checkpoint: 'latest' | 'now' };
/** Asks the service for a proof. */
export type Ask = (question: Question) => Promise<Proof>;

type Given = {
  ask: Ask;
  /** An answer that was kept: its head must be the beginning of the present one. */
  earlier: Proof | null;
  /** Of the key, from the operator, on another way. */
  fingerprint: string | null;
  now: () => Date;
};

const inOrder = (checks: readonly Check[]): Check[] =>
  [...checks].sort((one, other) => CHECKS.indexOf(one.name) - CHECKS.indexOf(other.name));

const isMissing = (fault: unknown): boolean => fault instanceof ApiFault && fault.code === 'not_found';

/** The answer to a question, with the consistency of its head with the earlier one. */
async function askConsistent(
  { ask, earlier }: Pick<Given, 'ask' | 'earlier'>,
  question: Question,
): Promise<{ proof: Proof; consistency: Check }> {
  const size = earlier && headOf(earlier)?.tree_size;
  if (typeof size !== 'number')
    return { proof: await ask(question), consistency: await checkConsistency(null, null) };
  try {
    const proof = await ask({ ...question, from_size: size });
    return { proof, consistency: await checkConsistency(proof, earlier) };
  } catch (fault) {
    if (!isMissing(fault)) throw fault;
    // Either the row is not there, which throws again, or so many rows are not.
    return { proof: await ask(question), consistency: await checkConsistency(null, earlier) };
  }
}

/** Verifies one row as the page shows it. Throws ApiFault, and what a browser without cryptography throws. */
export async function verifyRow(given: Given, row: AuditRow): Promise<Result> {
  const { proof, consistency } = await askConsistent(given, { event_id: row.event_id, checkpoint: 'now' });
  const checks = await checkProvenRow({ row, proof, fingerprint: given.fingerprint });
  return {
    subject: { kind: 'row', event_id: row.event_id, seq: proof.row?.seq ?? null },
    checks: inOrder([...checks, consistency]),
    at: given.now().toISOString(),
    proof,
    fingerprint: await fingerprintIn(proof),
  };
}

export type Progress = { done: number; total: number };
type Many = Given & { signal: AbortSignal; onProgress: (progress: Progress) => void };

/** So many rows are asked for side by side. */
const AT_ONCE = 4;

/** Verifies rows one by one against a head that is signed now; each must be in a tree that goes on from that head. */
export async function verifyRows(given: Many, rows: readonly AuditRow[]): Promise<Result> {
  const { ask, fingerprint, signal, onProgress } = given;
  const { proof, consistency } = await askConsistent(given, { checkpoint: 'now' });
  const size = headOf(proof)?.tree_size;
  const found: { event_id: string; checks: Check[]; verdict: Verdict }[] = [];
  const waiting = rows.values();
  const work = async (): Promise<void> => {
    for (const row of waiting) {
      signal.throwIfAborted();
      const { event_id } = row;
      const own = await ask({
        event_id,
        checkpoint: 'latest',
        ...(size !== undefined && { from_size: size }),
      });
      const checks = await checkProvenRow({ row, proof: own, fingerprint });
      if (size !== undefined) checks.push(await checkConsistency(own, proof));
      found.push({ event_id, checks, verdict: verdictOf(checks) });
      onProgress({ done: found.length, total: rows.length });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const order = new Map(rows.map(({ event_id }, index) => [event_id, index]));
  found.sort((one, other) => (order.get(one.event_id) ?? 0) - (order.get(other.event_id) ?? 0));
  const all = found.flatMap(({ checks }) => checks);
  const own = await checkSignature(proof, fingerprint);
  return {
    subject: { kind: 'rows', rows: found.map(({ event_id, verdict }) => ({ event_id, verdict })) },
    checks: inOrder([
      ...(['text', 'hash', 'inclusion'] as const).map((name) => worst(name, all)),
      ...own.map((check) => worst(check.name, [...all, check])),
      worst('consistency', [...all.filter(({ state }) => state === 'wrong'), consistency]),
    ]),
    at: given.now().toISOString(),
    proof,
    fingerprint: await fingerprintIn(proof),
  };
}

/** Of all checks of one name the one that says the worst. */
function worst(name: CheckName, checks: readonly Check[]): Check {
  const own = checks.filter((check) => check.name === name);
  const found = own.find(({ state }) => state === 'wrong') ?? own.find(({ state }) => state === 'open');
  return found ?? checked(name, null);
}

/** Verifies the whole trail: all rows are read and the tree over them is made anew. */
export async function verifyTrail(
  given: Many,
  read: (signal: AbortSignal) => AsyncIterable<ExportedRow>,
): Promise<Result> {
  const { proof, consistency } = await askConsistent(given, { checkpoint: 'now' });
  const signed = await checkSignature(proof, given.fingerprint);
  const head = headOf(proof);
  const result = {
    at: given.now().toISOString(),
    proof,
    fingerprint: await fingerprintIn(proof),
  };
  if (head === null) {
    const subject = { kind: 'trail', rows: 0, covered: 0, broken: null } as const;
    return { ...result, subject, checks: inOrder([...signed, consistency]) };
  }
  const total = Math.max(proof.head.seq, head.tree_size);
  const { checks, ...trail } = await checkTrail(read(given.signal), head, (done) =>
    given.onProgress({ done: Math.min(done, total), total }),
  );
  return {
    ...result,
    subject: { kind: 'trail', ...trail },
    checks: inOrder([...checks, ...signed, consistency]),
  };
}
