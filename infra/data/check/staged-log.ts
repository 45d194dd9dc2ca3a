import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sessionStepsProjection } from '../../../projectors/session-steps/projection.ts';
import {
  isStranger,
  metadataOf,
  CorruptEventError,
  type EventMetadata,
  type StoredEvent,
} from '../../../shared/event-log/stored-event.ts';
import { streamKind, streamSubject } from '../../../shared/event-log/streams.ts';
import { isAudited } from '../../../shared/read-models/audit-actions.ts';
import { auditEntryOf } from '../../../shared/read-models/audit-rows.ts';
import { quoted, type Duck } from '../../../projectors/extracts/duck.ts';
import { pseudonymsOf } from '../../../projectors/extracts/pseudonyms.ts';
import type { Recipient } from '../../../projectors/extracts/recipients.ts';
import { conclusionsOf, type Conclusion, type Opening } from './conclusions.ts';

const COLUMNS = `{'position': 'BIGINT', 'tenant_id': 'VARCHAR', 'seq': 'BIGINT', 'entry': 'VARCHAR', 'action': 'VARCHAR',
  'type': 'VARCHAR', 'session': 'VARCHAR', 'revision': 'INTEGER', 'is_step': 'BOOLEAN', 'cleared_from': 'INTEGER', 'charged': 'BIGINT', 'granted': 'BIGINT', 'level': 'VARCHAR', 'icd': 'VARCHAR'}`;

const STEPS = new Set<string>(sessionStepsProjection.handles);

/**
 * Puts what the log itself says into a table `log`, a row an event of the recipient's tenants, under the recipient's own
 * pseudonyms. It is made of the clear parts; of what is sealed, the level and the first diagnosis of each step are opened.
 */
export async function stageLog(
  duck: Duck,
  { source, recipient, file }: { source: Opening; recipient: Recipient; file: string },
): Promise<void> {
  const { log } = source;
  const pseudonymOf = pseudonymsOf(recipient.key);
  const end = await log.lastPosition();
  let batch: Read[] = [];
  async function flushed(): Promise<string> {
    const steps = batch.filter(isStep).map(({ stored }) => stored);
    const concluded = await conclusionsOf(source, steps);
    const byStep = new Map(steps.map((stored, index) => [stored, concluded[index] ?? null]));
    const text = batch
      .map(
        (read) => `${cells(read, { pseudonymOf, concluded: byStep.get(read.stored) ?? null }).join(',')}\n`,
      )
      .join('');
    batch = [];
    return text;
  }
  async function* lines(): AsyncIterable<string> {
    const seqs = new Map<string, number>();
    let last = -1n;
    for await (const stored of log.readAll(null)) {
      if (stored.position > end) break;
      // A store from whose files a record was taken may show its neighbour twice.
      if (stored.position <= last) continue;
      last = stored.position;
      const metadata = isStranger(stored) ? null : readableMetadata(stored);
      if (metadata === null) continue;
      const seq = (seqs.get(metadata.tenant_id) ?? 0) + (isAudited(stored.type) ? 1 : 0);
      seqs.set(metadata.tenant_id, seq);
      if (recipient.tenantId !== null && metadata.tenant_id !== recipient.tenantId) continue;
      batch.push({ stored, metadata, seq });
      if (batch.length === BATCH_EVENTS) yield flushed();
    }
    yield flushed();
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
  await duck.run(
    `CREATE TABLE log AS SELECT * FROM read_csv(${quoted(file)}, header = false, auto_detect = false, delim = ',', quote = '', escape = '', nullstr = '', columns = ${COLUMNS})`,
  );
}

function readableMetadata(stored: StoredEvent): EventMetadata | null {
  try {
    return metadataOf(stored);
  } catch (error) {
    if (error instanceof CorruptEventError) return null;
    throw error;
  }
}

/** Keys are loaded for so many at once. */
const BATCH_EVENTS = 500;

type Read = { stored: StoredEvent; metadata: EventMetadata; seq: number };

const ofSession = ({ stored }: Read): boolean => streamKind(stored.stream) === 'session';
const isStep = (read: Read): boolean =>
  ofSession(read) && !read.metadata.test && read.stored.standIn === undefined && STEPS.has(read.stored.type);

/** None of them has a comma in it: ids, numbers, codes and names of the program's own. */
function cells(
  read: Read,
  { pseudonymOf, concluded }: { pseudonymOf: (text: string) => string; concluded: Conclusion | null },
): (string | number | bigint | boolean)[] {
  const { stored, seq } = read;
  const { tenant_id, tokens_charged } = read.metadata;
  const trail = isAudited(stored.type)
    ? [seq, pseudonymOf(stored.eventId), auditEntryOf(stored).action]
    : ['', '', ''];
  return [
    ...[stored.position, tenant_id, ...trail, stored.type],
    ...[ofSession(read) ? pseudonymOf(streamSubject(stored.stream)) : '', stored.revision],
    ...[isStep(read), isStep(read) ? clearedFrom(stored) : '', tokens_charged, grantOf(stored)],
    ...[concluded?.level ?? '', concluded?.icd ?? ''],
  ];
}

/** From which step on a rectification empties what stands. */
function clearedFrom({ type, data, revision }: StoredEvent): number | '' {
  if (type !== 'session-rectified') return '';
  const cleared = Array.isArray(data.cleared_revisions) ? data.cleared_revisions : [];
  return Math.min(...cleared.filter((one) => typeof one === 'number'), revision);
}

const grantOf = ({ type, data }: StoredEvent): number =>
  type === 'tokens-granted' && typeof data.tokens === 'number' ? data.tokens : 0;
