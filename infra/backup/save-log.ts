import { writeFile } from './files.ts';
import { encodeLog } from './log-file.ts';
import { parseMessage } from './log-message.ts';
import { BackupRefusal, endOfLog, type Manifest } from './manifest.ts';
import type { RawLog } from './raw-log.ts';
import type { LastEvent } from './snapshot.ts';

/** The log does not go on from that of the backup before: after a restore to an earlier moment, or in another installation. */
export class ForeignLogRefusal extends BackupRefusal {
  constructor() {
    super('the log is not the one that the backup before was made of, or ends before it');
  }
}

type Options = {
  folder: string;
  /** The end of the log. */
  last: LastEvent;
  /** Of the backup before; null where there is none. */
  before: Manifest['log'];
  onProgress: (phase: 'log', done: number, total: number) => void;
};

/** Writes the log behind the backup before, after a look whether it is the same one. */
export async function saveLog(
  log: RawLog,
  { folder, last, before, onProgress }: Options,
): Promise<NonNullable<Manifest['log']>> {
  const after = before === null ? 0 : endOfLog(before);
  const total = (last?.position ?? 0) - after;
  if (total < 0) throw new ForeignLogRefusal();
  let events = 0;
  async function* counted(): AsyncIterable<Buffer> {
    // From the last event of the backup before on, if there is one.
    const from = Math.max(1, after);
    let position = from - 1;
    if (after + total === 0) return;
    for await (const message of log.from(from, after + total - position)) {
      position += 1;
      if (position === after) {
        if (parseMessage(message).eventId !== before?.last_event_id) throw new ForeignLogRefusal();
        continue;
      }
      events += 1;
      if (events % 1_000 === 0 || events === total) onProgress('log', events, total);
      yield message;
    }
  }
  const file = await writeFile(folder, 'log/events.bin', encodeLog(counted()));
  if (events !== total) throw new BackupRefusal('the event store gave fewer events than it holds');
  return { file, after, events, last_event_id: last?.eventId ?? null };
}
