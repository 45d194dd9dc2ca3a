import { KeyMissingError } from '../../shared/crypto/data-keys.ts';
import { TamperedError } from '../../shared/crypto/seal.ts';
import {
  CorruptEventError,
  LaterVersionError,
  type MacProblem,
  type StoredEvent,
} from '../../shared/event-log/stored-event.ts';
import type { Installation } from '../cli/connection.ts';

/**
 * What a reader can make of an event. `broken`: nothing, for good. The other three are mended elsewhere: by a later version
 * of the service, and by a backup of the table of data keys.
 */
export type Readability = 'readable' | 'broken' | 'later_version' | 'key_missing' | 'key_changed';

type Parts = Pick<Installation, 'pool' | 'log' | 'codec' | 'dataKeys'>;

/** All but what is sealed. */
function shapeOf({ codec }: Parts, stored: StoredEvent): Readability {
  try {
    codec.decode(stored, new Map(codec.keyIdsOf(stored).map((keyId) => [keyId, 'destroyed'])));
    return 'readable';
  } catch (error) {
    if (error instanceof LaterVersionError) return 'later_version';
    if (error instanceof CorruptEventError) return 'broken';
    throw error;
  }
}

/** Opens an event of ours: its MAC is not looked at. Throws where database or key store are out of reach. */
export async function readabilityOf(parts: Parts, stored: StoredEvent): Promise<Readability> {
  const { codec, dataKeys, pool } = parts;
  const shape = shapeOf(parts, stored);
  if (shape !== 'readable') return shape;
  try {
    const keys = await dataKeys.load(pool, codec.keyIdsOf(stored));
    try {
      codec.decode(stored, keys);
      return 'readable';
    } catch (error) {
      if (error instanceof CorruptEventError || error instanceof TamperedError) return 'broken';
      throw error;
    }
  } catch (error) {
    if (error instanceof KeyMissingError) return 'key_missing';
    if (error instanceof TamperedError) return 'key_changed';
    throw error;
  }
}

/** An event that cannot be read, is not ours as it stands (`mac_missing`, `mac_wrong`), or was skipped. */
export type Finding = {
  event_id: string;
  position: string;
  stream: string;
  revision: number;
  problem: Exclude<Readability, 'readable'> | MacProblem | 'skipped';
};

function problemOf(parts: Parts, stored: StoredEvent): Promise<Finding['problem'] | 'readable'> {
  const { standIn } = stored;
  // Whoever reads the log gets a stand-in for each event whose MAC does not verify: what comes as it is stored is ours.
  if (standIn === undefined) return readabilityOf(parts, stored);
  return Promise.resolve(standIn.why === 'parked' ? (standIn.problem ?? 'broken') : 'skipped');
}

/** Events that are opened together. */
const BATCH_EVENTS = 200;

/** Reads and opens the whole log; finds what cannot be read, and what was skipped. */
export async function checkLog(
  parts: Parts,
  onProgress: (position: bigint) => void = () => undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let batch: StoredEvent[] = [];
  const finish = async (): Promise<void> => {
    const all = await Promise.all(
      batch.map(async (stored) => ({
        stored,
        problem: await problemOf(parts, stored),
      })),
    );
    for (const { stored, problem } of all) {
      if (problem === 'readable') continue;
      const { eventId, position, stream, revision } = stored;
      findings.push({ event_id: eventId, position: String(position), stream, revision, problem });
    }
    onProgress(batch.at(-1)?.position ?? 0n);
    batch = [];
  };
  for await (const stored of parts.log.readAll(null)) {
    batch.push(stored);
    if (batch.length >= BATCH_EVENTS) await finish();
  }
  await finish();
  return findings;
}
