import { isStranger, metadataOf } from '../../shared/event-log/stored-event.ts';
import { auditCheckpointSigned, type Checkpoint } from '../../domain/audit/events.ts';
import { WrongRevisionError } from '../../shared/event-log/event-log.ts';
import { followChain, goOnFrom } from '../../shared/audit/chain.ts';
import {
  endOf,
  isSigned,
  signPlaces,
  treePlace,
  trustedKeys,
  type CheckpointParts,
} from '../../shared/audit/checkpoints.ts';

/** The newest checkpoint of a tenant is not signed by this installation, so no other may follow it. */
export class UntrustedCheckpointError extends Error {
  constructor() {
    super('the newest checkpoint of the trail is not signed by this installation');
    this.name = 'UntrustedCheckpointError';
  }
}

const MAX_TRIES = 3;

/**
 * Signs the current end of a tenant's chain in the log, unless its newest checkpoint covers it already. Returns the newest
 * checkpoint, or null where the tenant has no rows. Reads the log from that checkpoint on, or from its beginning where there
 * was no tree yet. Throws
 * UntrustedCheckpointError, and WrongRevisionError after three concurrent signings.
 */
export async function signNow(
  parts: CheckpointParts,
  tenantId: string,
  onProgress: (position: bigint) => void = () => undefined,
): Promise<Checkpoint | null> {
  for (let tries = 1; ; tries += 1) {
    const newest = await newestCheckpoint(parts, tenantId);
    const chain = goOnFrom(newest);
    const after = chain.last && BigInt(chain.last.position);
    for await (const stored of parts.log.readAll(after)) {
      const isOther = isStranger(stored) || stored.type === auditCheckpointSigned.type;
      if (!isOther && metadataOf(stored).tenant_id === tenantId) followChain(chain, stored);
      onProgress(stored.position);
    }
    const { last, due, tree, checkpoint } = chain;
    if (last === null || last.seq <= checkpoint.seq) return newest;
    const places = [...due.filter(({ seq }) => seq !== last.seq), treePlace(last, tree)];
    try {
      await signPlaces(parts, tenantId, { last: checkpoint, places });
    } catch (error) {
      if (!(error instanceof WrongRevisionError) || tries === MAX_TRIES) throw error;
    }
  }
}

async function newestCheckpoint(
  { log, signer }: CheckpointParts,
  tenantId: string,
): Promise<Checkpoint | null> {
  const { data } = await endOf(log, tenantId);
  if (data === undefined) return null;
  const parsed = auditCheckpointSigned.clear.safeParse(data);
  if (!parsed.success || !isSigned(parsed.data, trustedKeys(await signer.publicKeys()))) {
    throw new UntrustedCheckpointError();
  }
  return parsed.data;
}
