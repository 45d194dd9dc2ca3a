import type { OpenedKey } from '../../shared/crypto/data-keys.ts';
import type { DataKey } from '../../shared/crypto/seal.ts';
import type { ProjectionContext } from '../../shared/projection/projection.ts';
import { stateKeyId, toSessionRow, type SessionRow } from '../../shared/read-models/session-rows.ts';
import type { FoldedSession } from './fold-sessions.ts';

type SealingKey = { keyId: string; key: DataKey };

/**
 * The key of the latest outcome that still has one: where a later rectification has destroyed the latest outcome's
 * key already, an older one seals the row until that rectification is reached. Undefined: the session was erased.
 */
function latestKey({ state }: FoldedSession, keys: ReadonlyMap<string, OpenedKey>): SealingKey | undefined {
  for (const { key_id: keyId } of state.outcome_keys.toReversed()) {
    const key = keys.get(keyId);
    if (key !== undefined && key !== 'destroyed') return { keyId, key };
  }
  return undefined;
}

/** The rows of folded sessions, each sealed under the key of its latest outcome. */
export async function sealRows(
  sessions: readonly FoldedSession[],
  context: ProjectionContext,
): Promise<SessionRow[]> {
  let keys = await context.keys(sessions.map(({ state }) => stateKeyId(state)));
  const destroyed = sessions.filter(({ state }) => keys.get(stateKeyId(state)) === 'destroyed');
  keys = await context.keys(destroyed.flatMap(({ state }) => state.outcome_keys.map(({ key_id }) => key_id)));
  const rows: SessionRow[] = [];
  for (const session of sessions) {
    const sealing = latestKey(session, keys);
    if (!sealing) continue;
    const row = toSessionRow(session.state, {
      tenantId: session.tenantId,
      tenant: await context.tenantKeys(session.tenantId),
      stateKey: sealing.key,
      random: context.random,
    });
    rows.push({ ...row, state_key_id: sealing.keyId });
  }
  return rows;
}
