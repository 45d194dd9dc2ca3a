import {
  canonical,
  createVerifier,
  entryOf,
  type ConsistencyFault,
  type HeadFault,
  type InclusionFault,
} from '../../../../../client/audit/proof.mjs';
import type { components } from '../../../../../client/client.ts';
import { isSigned, sha256 } from '../../../service/ed25519.ts';

type Schemas = components['schemas'];
export type AuditRow = Schemas['AuditRow'];
export type Proof = Schemas['AuditProof'];
/** What is signed of the trail: how long it was, and the root of the tree over it. */
export type Statement = Schemas['AuditCheckpoint']['statement'];
export type Head = Statement & { tree_size: number; root: string };

/** What can be checked, in the order in which it is told. */
export const CHECKS = ['text', 'hash', 'tree', 'inclusion', 'signature', 'consistency', 'key'] as const;
export type CheckName = (typeof CHECKS)[number];

export type Fault =
  | HeadFault
  | InclusionFault
  | ConsistencyFault
  /** The row says something else than its text; the hash is not that of the text; a row is missing before it. */
  | 'other_text'
  | 'other_hash'
  | 'not_next'
  /** The rows make another tree than the one that is signed; there are fewer than were signed; fewer than before. */
  | 'other_root'
  | 'too_few'
  | 'shrunk'
  /** Signed by another key than the one whose fingerprint was given; none was given; nothing earlier to compare with. */
  | 'other_key'
  | 'not_compared'
  | 'no_earlier';

/** `open`: not checked, and why. */
export type Check = { name: CheckName; state: 'right' | 'wrong' | 'open'; fault: Fault | null };
/** `unproven`: nothing is wrong, but the row or the trail is not signed yet. */
export type Verdict = 'intact' | 'broken' | 'unproven';

/** Computes in the browser; the same code as that of the stand-alone verifier. */
export const verifier = createVerifier({ sha256, isSigned });

/** Faults that say that there is nothing to check yet. */
const NOT_YET: ReadonlySet<Fault> = new Set(['no_checkpoint', 'no_tree', 'not_covered']);
const OPEN: ReadonlySet<Fault> = new Set([...NOT_YET, 'not_compared', 'no_earlier']);

export const checked = (name: CheckName, fault: Fault | null): Check => ({
  name,
  state: fault === null ? 'right' : OPEN.has(fault) ? 'open' : 'wrong',
  fault,
});

export function verdictOf(checks: readonly Check[]): Verdict {
  if (checks.some(({ state }) => state === 'wrong')) return 'broken';
  return checks.some(({ fault }) => fault !== null && NOT_YET.has(fault)) ? 'unproven' : 'intact';
}

/** The signed tree head of a proof; null where it has none, which the check of the signature tells. */
export const headOf = ({ checkpoint }: Pick<Proof, 'checkpoint'>): Head | null => {
  const statement = checkpoint?.statement;
  return statement?.tree_size === undefined || statement.root === undefined ? null : (statement as Head);
};

/** Whether the head is signed by one of the service's keys, and by the one that was told on another way. */
export async function checkSignature(proof: Proof, fingerprint: string | null): Promise<Check[]> {
  const keys = await verifier.trustedKeys(proof.public_keys, []);
  const signature = checked('signature', await verifier.headFault(proof, keys));
  const own = keys.get(proof.checkpoint?.signature.signing_key_id ?? '')?.fingerprint;
  if (fingerprint === null || own === undefined) return [signature, checked('key', 'not_compared')];
  return [signature, checked('key', own === fingerprint ? null : 'other_key')];
}

/** The fingerprint of the key that signed, to be compared. */
export async function fingerprintIn(proof: Proof): Promise<string | null> {
  const keys = await verifier.trustedKeys(proof.public_keys, []);
  return keys.get(proof.checkpoint?.signature.signing_key_id ?? '')?.fingerprint ?? null;
}

/**
 * Whether the head of an earlier answer is signed by the service's keys and is the beginning of this one. Null in place of the
 * present answer: the service says that the trail is shorter by now.
 */
export async function checkConsistency(proof: Proof | null, earlier: Proof | null): Promise<Check> {
  const before = earlier && headOf(earlier);
  if (earlier === null || before === null) return checked('consistency', 'no_earlier');
  if (proof === null) return checked('consistency', 'shrunk');
  const head = headOf(proof);
  if (head === null) return checked('consistency', 'no_checkpoint');
  const fault = await verifier.headFault(earlier, await verifier.trustedKeys(proof.public_keys, []));
  return checked('consistency', fault ?? (await verifier.consistencyFault(proof, head, before)));
}

/** What a row shows of its text, in one form. For whom a call was made is encrypted in it: that cannot be compared. */
const shownOf = (of: Readonly<Record<string, unknown>>): string =>
  canonical({
    ...Object.fromEntries(
      ['event_id', 'action', 'actor', 'subject', 'changed_fields', 'request_id', 'ip'].map((name) => [
        name,
        of[name] ?? null,
      ]),
    ),
    count: of['count'] ?? null,
    at: Date.parse(String(of['at'])),
  });

/** Whether a row says what its text says, and its hash is that of the text after the row before. */
export async function checkRow(
  row: AuditRow,
  text: string,
): Promise<[text: Fault | null, hash: Fault | null]> {
  const entry = entryOf(text);
  const isText = entry !== null && shownOf(entry) === shownOf(row);
  const isHash = (await verifier.chainHash(row.previous_hash, text)) === row.hash;
  return [isText ? null : 'other_text', isHash ? null : 'other_hash'];
}

export type RowQuestion = {
  /** As the page shows it. */
  row: AuditRow;
  proof: Proof;
  fingerprint: string | null;
};

/** All that can be said of one row. */
export async function checkProvenRow({ row, proof, fingerprint }: RowQuestion): Promise<Check[]> {
  const head = headOf(proof);
  const proven = proof.row;
  if (proven === null) return [checked('text', 'other_text'), ...(await checkSignature(proof, fingerprint))];
  const [text, hash] = await checkRow(row, proven.canonical);
  // The head names the hash of its last row.
  const isOther = proven.hash !== row.hash || (head?.seq === proven.seq && head.hash !== row.hash);
  return [
    checked('text', text),
    checked('hash', hash ?? (isOther ? 'other_hash' : null)),
    checked('inclusion', await inclusionFault(proof, head)),
    ...(await checkSignature(proof, fingerprint)),
  ];
}

async function inclusionFault(proof: Proof, head: Head | null): Promise<Fault | null> {
  if (head === null || proof.row === null) return 'not_covered';
  const fault = await verifier.inclusionFault({ ...proof, row: proof.row }, head);
  // A row below the size of the tree has a proof.
  return fault === 'not_covered' && proof.row.seq <= head.tree_size ? 'not_included' : fault;
}

/** Whether each of these rows is what its text says, and follows on the one before it. */
export async function checkChain(
  rows: readonly (AuditRow & { seq: number; canonical: string })[],
): Promise<boolean> {
  const faults = await Promise.all(rows.map((row) => checkRow(row, row.canonical)));
  return (
    faults.every(([text, hash]) => text === null && hash === null) &&
    rows.every((row, index) => {
      const before = rows[index - 1];
      return before === undefined || (row.previous_hash === before.hash && row.seq === before.seq + 1);
    })
  );
}
