import { decide } from '../../domain/session/decider.ts';
import type { SessionEvent } from '../../domain/session/events.ts';
import {
  evolve,
  isOpen,
  noSession,
  type OpenSession,
  type SessionState,
} from '../../domain/session/state.ts';
import { loadEngine } from '../../shared/clinical/load-knowledge.ts';
import { commandKeyId, storeKeys, subjectKeyId, type DataKeys } from '../../shared/crypto/data-keys.ts';
import type { LedgerEntry } from '../../shared/erasure/ledger.ts';
import type { DecodedEvent, SealingKeys } from '../../shared/event-log/codec.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { inTransaction } from '../../shared/postgres/pool.ts';
import { eraseAnswers } from '../../shared/read-models/erase-sessions.ts';
import { readSession } from '../../shared/sessions/session-log.ts';
import type { Installation } from '../cli/connection.ts';
import { ledgerMetadata, reapplyingId, type Outcome } from './reapplying.ts';

/**
 * Clears answers once more: where the restored log does not know of it, as a rectification that concludes anew from what
 * remains; then their keys and copies are destroyed.
 */
export async function clearAgain(installation: Installation, entry: LedgerEntry): Promise<Outcome> {
  const pool = installation.poolOf(entry.tenant_id);
  const keyIds = new Set(entry.key_ids);
  const facts = await readSession({ ...installation, pool }, entry.subject_id, 0);
  const living = await livingAmong(installation, entry);
  if (facts.length === 0 && living === 0) return 'unknown';
  const isKnown = facts.some(
    ({ event }) =>
      event.type === 'session-rectified' && event.data.destroyed_keys.some((keyId) => keyIds.has(keyId)),
  );
  const state = facts.reduce<SessionState>(evolve, noSession);
  // Of a session with an event that was skipped nothing can be concluded: only its keys are destroyed.
  if (!isKnown && isOpen(state) && state.unreadable !== true) {
    for (const keyId of await rectifyAgain(installation, entry, { state, facts })) keyIds.add(keyId);
  }
  if (living === 0) return 'stands';
  const { subject_id: subjectId, tenant_id: tenantId, erasure_id: erasureId, cause, erased_at: at } = entry;
  await inTransaction(pool, (tx) =>
    eraseAnswers(tx, [{ type: 'answers', subjectId, tenantId, erasureId, cause, keyIds: [...keyIds], at }]),
  );
  return 'applied';
}

async function livingAmong({ pool }: Installation, entry: LedgerEntry): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*) FROM ops.data_keys WHERE tenant_id = $1 AND key_id = ANY ($2::uuid[]) AND wrapped IS NOT NULL',
    [entry.tenant_id, entry.key_ids],
  );
  return rows[0]?.count ?? 0;
}

type Session = { state: OpenSession; facts: readonly DecodedEvent<SessionEvent>[] };

/** Returns the keys that the rectification names: in this log, more may have been concluded with the answers. */
async function rectifyAgain(
  installation: Installation,
  entry: LedgerEntry,
  { state, facts }: Session,
): Promise<readonly string[]> {
  const questionIds = state.tellings
    .filter((telling) => entry.key_ids?.includes(telling.key_id))
    .flatMap(({ told }) => told?.question_id ?? []);
  if (questionIds.length === 0) return [];
  const rectify = { kind: 'rectify', age: undefined, sex: undefined, reason: null } as const;
  const engine = await loadEngine();
  // The answers were cleared while no hold stood; this log may have one from before it was lifted.
  const free = { ...state, hold: undefined };
  const events = decide(free, { ...rectify, clear_answers: questionIds }, engine);
  const stream = sessionStream(entry.subject_id);
  const encoded = installation.codec.encode(events, {
    stream,
    commandId: reapplyingId(entry),
    keys: await sealingKeys(installation, entry),
    tokensCharged: 0,
    metadata: {
      ...ledgerMetadata(entry, { now: installation.now(), test: facts[0]?.metadata.test ?? false }),
      engine_version: engine.version,
    },
  });
  await installation.log.append(stream, state.revision, encoded);
  return events.flatMap((event) => (event.type === 'session-rectified' ? event.data.destroyed_keys : []));
}

/**
 * The session's own key, and an outcome key for what the engine concludes now. A second try finds the outcome key
 * of the first one.
 */
async function sealingKeys(installation: Installation, entry: LedgerEntry): Promise<SealingKeys> {
  const { dataKeys, now } = installation;
  const pool = installation.poolOf(entry.tenant_id);
  const outcomeKey = commandKeyId(reapplyingId(entry), 'outcome');
  const owner = { tenantId: entry.tenant_id, subjectId: entry.subject_id, now: now() };
  await storeKeys(pool, owner, [await dataKeys.make(outcomeKey, 'outcome')]);
  const subjectKey = subjectKeyId(entry.subject_id);
  const keys = await dataKeys.load(pool, [outcomeKey, subjectKey]);
  return { outcome: living(keys, outcomeKey), subject: living(keys, subjectKey) };
}

function living(keys: Awaited<ReturnType<DataKeys['load']>>, keyId: string) {
  const key = keys.get(keyId);
  if (key === undefined || key === 'destroyed') throw new Error('an open session has lost a key');
  return { keyId, key };
}
