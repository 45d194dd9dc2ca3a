import { runRetention } from '../../command-api/reactors/retention.ts';
import { metadataOf, type StoredEvent } from '../../shared/event-log/stored-event.ts';
import { memberStream, patientStream, sessionStream, tenantStream } from '../../shared/event-log/streams.ts';
import { inTransaction } from '../../shared/postgres/pool.ts';
import { destroySubjectKeys, eraseSessions } from '../../shared/read-models/erase-sessions.ts';
import { removePatientRows } from '../../shared/read-models/patient-rows.ts';
import type { LedgerEntry, LedgerLine } from '../../shared/erasure/ledger.ts';
import type { Installation } from '../cli/connection.ts';
import { clearAgain } from './clear-again.ts';
import { ledgerMetadata, reapplyingId, type Outcome } from './reapplying.ts';
import { entryOfLine } from './read-ledger.ts';

export type Reapplied = {
  entries: number;
  /** Erased once more: an event was missing in the log, or a key was there again. */
  applied: number;
  /** What of this installation never was, or is not in this backup. */
  unknown: number;
  /** Signed by a key that is none of ours; not applied. */
  foreign: number;
  foreign_keys: string[];
};

type Options = { acceptedKeys: readonly string[]; onProgress: (done: number, total: number) => void };

/** Its subject's stream, and the event that ends it. */
const STREAMS = {
  session: { streamOf: sessionStream, type: 'session-erased', dataOf: (cause: string) => ({ cause }) },
  patient: { streamOf: patientStream, type: 'patient-erased', dataOf: (cause: string) => ({ cause }) },
  member: { streamOf: memberStream, type: 'member-erased', dataOf: (cause: string) => ({ cause }) },
  tenant: { streamOf: tenantStream, type: 'tenant-closed', dataOf: (reason: string) => ({ reason }) },
};

/**
 * Repeats the erasures of the ledger after an older backup was restored. Where the log lacks the event of an
 * erasure, it is appended. Keys, rows and copies that the restore brought back are destroyed. Repeating this
 * changes nothing.
 */
export async function reapply(
  installation: Installation,
  lines: readonly LedgerLine[],
  { acceptedKeys, onProgress }: Options,
): Promise<Reapplied> {
  const own = new Map(
    (await installation.signer.publicKeys()).map((key) => [key.signing_key_id, key.public_key]),
  );
  const isTrusted = ({ signature: { signing_key_id: keyId, public_key } }: LedgerLine): boolean =>
    own.get(keyId) === public_key || acceptedKeys.includes(keyId);
  const foreign = lines.filter((line) => !isTrusted(line));
  const entries = lines.filter(isTrusted).map(entryOfLine);
  const isRequested = ({ cause }: LedgerEntry): boolean => cause !== 'retention';
  const outcomes: Outcome[] = [];
  const apply = async (some: readonly LedgerEntry[]): Promise<void> => {
    for (const entry of some) {
      outcomes.push(await applyOne(installation, entry));
      onProgress(outcomes.length, entries.length);
    }
  };
  await apply(entries.filter(isRequested));
  // Sessions that retention had pruned are still too old: retention prunes them again, so that they are counted as
  // well. Then their entries in the ledger find only what retention left over.
  await runRetention(
    { ...installation, reportFact: () => undefined },
    { perSecond: Number.MAX_SAFE_INTEGER },
  );
  await apply(entries.filter((entry) => !isRequested(entry)));
  return {
    entries: lines.length,
    applied: outcomes.filter((outcome) => outcome === 'applied').length,
    unknown: outcomes.filter((outcome) => outcome === 'unknown').length,
    foreign: foreign.length,
    foreign_keys: [...new Set(foreign.map(({ signature }) => signature.signing_key_id))],
  };
}

async function applyOne(installation: Installation, entry: LedgerEntry): Promise<Outcome> {
  if (entry.subject_type === 'answers') return clearAgain(installation, entry);
  const { streamOf, type } = STREAMS[entry.subject_type];
  const stream = streamOf(entry.subject_id);
  let last: StoredEvent | undefined;
  for await (const event of installation.log.readTail(stream, 1)) last = event;
  const keys = await livingKeys(installation, entry);
  if (last === undefined && keys === 0) return 'unknown';
  const isMissing = last !== undefined && last.type !== type;
  if (isMissing) await appendErased(installation, entry, last as StoredEvent);
  if (keys === 0 && !isMissing) return 'stands';
  const erasure = {
    type: entry.subject_type,
    subjectId: entry.subject_id,
    tenantId: entry.tenant_id,
    erasureId: entry.erasure_id,
    cause: entry.cause,
    at: entry.erased_at,
  } as const;
  await inTransaction(installation.poolOf(entry.tenant_id), async (tx) => {
    if (erasure.type === 'session') return eraseSessions(tx, [erasure]);
    if (erasure.type === 'patient') await removePatientRows(tx, [erasure.subjectId]);
    await destroySubjectKeys(tx, [erasure]);
    if (erasure.type !== 'patient') return;
    await tx.query('DELETE FROM ops.patient_claims WHERE tenant_id = $1 AND profile_id = $2', [
      erasure.tenantId,
      erasure.subjectId,
    ]);
  });
  return 'applied';
}

async function livingKeys({ pool }: Installation, { tenant_id, subject_id }: LedgerEntry): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*) FROM ops.data_keys WHERE tenant_id = $1 AND subject_id = $2 AND wrapped IS NOT NULL',
    [tenant_id, subject_id],
  );
  return rows[0]?.count ?? 0;
}

async function appendErased(
  installation: Installation,
  entry: LedgerEntry,
  last: StoredEvent,
): Promise<void> {
  const { streamOf, type, dataOf } = STREAMS[entry.subject_type as keyof typeof STREAMS];
  const stream = streamOf(entry.subject_id);
  const { test } = metadataOf(last);
  const encoded = installation.codec.encode([{ type, data: dataOf(entry.cause) }], {
    stream,
    commandId: reapplyingId(entry),
    keys: {},
    tokensCharged: 0,
    metadata: ledgerMetadata(entry, { now: installation.now(), test }),
  });
  await installation.log.append(stream, last.revision, encoded);
}
