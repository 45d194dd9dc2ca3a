import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sessionStepsProjection } from '../../../projectors/session-steps/projection.ts';
import type { EventLog } from '../../../shared/event-log/event-log.ts';
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
import { macOf, type Recipient } from '../../../projectors/extracts/recipients.ts';

const PSEUDONYM_BYTES = 16;
const pseudonymOf = ({ key }: Recipient, text: string): string =>
  macOf(key, text).subarray(0, PSEUDONYM_BYTES).toString('hex');

const COLUMNS = `{'position': 'BIGINT', 'tenant_id': 'VARCHAR', 'seq': 'BIGINT', 'entry': 'VARCHAR', 'action': 'VARCHAR',
  'type': 'VARCHAR', 'session': 'VARCHAR', 'revision': 'INTEGER', 'is_step': 'BOOLEAN', 'cleared_from': 'INTEGER', 'charged': 'BIGINT', 'granted': 'BIGINT'}`;

const STEPS = new Set<string>(sessionStepsProjection.handles);

/**
 * Puts what the log itself says into a table `log`, a row an event of the recipient's tenants, under the recipient's own
 * pseudonyms. Nothing is opened: it is made of the clear parts alone.
 */
export async function stageLog(
  duck: Duck,
  {
    log,
    recipient,
    file,
  }: { log: Pick<EventLog, 'readAll' | 'lastPosition'>; recipient: Recipient; file: string },
): Promise<void> {
  const end = await log.lastPosition();
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
      yield `${cells(stored, metadata, { recipient, seq }).join(',')}\n`;
    }
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

/** None of them has a comma in it: ids, numbers and names of the program's own. */
function cells(
  stored: StoredEvent,
  { tenant_id, test, tokens_charged }: EventMetadata,
  { recipient, seq }: { recipient: Recipient; seq: number },
): (string | number | bigint | boolean)[] {
  const isOfSession = streamKind(stored.stream) === 'session';
  const isStep = isOfSession && !test && stored.standIn === undefined && STEPS.has(stored.type);
  const trail = isAudited(stored.type)
    ? [seq, pseudonymOf(recipient, stored.eventId), auditEntryOf(stored).action]
    : ['', '', ''];
  return [
    ...[stored.position, tenant_id, ...trail, stored.type],
    ...[isOfSession ? pseudonymOf(recipient, streamSubject(stored.stream)) : '', stored.revision],
    ...[isStep, isStep ? clearedFrom(stored) : '', tokens_charged, grantOf(stored)],
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
