import { decodeLog } from './log-file.ts';
import { parseMessage } from './log-message.ts';
import { newest, type Chain } from './chain.ts';
import { readChunks } from './files.ts';
import { BackupRefusal, endOfLog, type Backup, type Manifest } from './manifest.ts';

/** Where a restore shall end: with the event at a position, or with the last one that is not later than a time. */
export type Moment = { position: number } | { at: Date };

/** What a restore makes of a chain. */
export type RestorePlan = {
  /** Its last backup is the newest one: keys, and what was erased, are as that knows them. */
  chain: Chain;
  /** Its last backup has the rows: the newest whose rows are not later than the moment. */
  rows: Chain;
  /** Of a restore to a moment: the last position of the log, and the time of that and the rows. Null takes everything. */
  cut: { position: number; at: Date } | null;
};

/** The last position of the restored log; null where the chain holds none. */
export function endOfPlan({ chain, cut }: RestorePlan): number | null {
  const { log } = newest(chain).manifest;
  return log === null ? null : (cut?.position ?? endOfLog(log));
}

type LogPart = NonNullable<Manifest['log']>;
const logPartOf = ({ manifest }: Backup): LogPart => {
  if (manifest.log === null)
    throw new BackupRefusal('the backup holds no log: its moment is that of the log');
  return manifest.log;
};

type Last = { position: number; stream: Buffer; createdMs: number };

/**
 * Reads the log of a part to the last event that `isWithin` lets pass, and to the end of what was appended with it: a call
 * appends all of its events, or none. Null where there is none.
 */
async function lastWithin(
  { folder }: Backup,
  part: LogPart,
  isWithin: (position: number, createdMs: number) => boolean,
): Promise<Last | null> {
  let last = null as Last | null;
  let position = part.after;
  for await (const message of decodeLog(readChunks(folder, part.file))) {
    const { streamName: stream, createdMs } = parseMessage(message);
    const isAppendedWithIt = last?.createdMs === createdMs && last.stream.equals(stream);
    if (!isWithin(++position, createdMs) && !isAppendedWithIt) break;
    last = { position, stream, createdMs };
  }
  return last;
}

const takenAt = ({ manifest }: Backup): Date => new Date(manifest.taken_at);

/** Throws BackupRefusal. */
function requireCovered(chain: Chain, moment: Moment): void {
  const [first, last] = [chain[0], newest(chain)];
  const [from, to] = [endOfLog(logPartOf(first)), endOfLog(logPartOf(last))];
  const isCovered =
    'at' in moment
      ? moment.at >= takenAt(first) && moment.at <= takenAt(last)
      : moment.position >= from && moment.position <= to;
  if (isCovered) return;
  throw new BackupRefusal(
    `the chain covers ${first.manifest.taken_at} to ${last.manifest.taken_at}, positions ${from} to ${to}: not this moment`,
  );
}

async function cutAt(chain: Chain, moment: Moment): Promise<NonNullable<RestorePlan['cut']>> {
  const isIn = (part: Backup): boolean =>
    'at' in moment ? takenAt(part) >= moment.at : endOfLog(logPartOf(part)) >= moment.position;
  const part = chain.find(isIn) ?? newest(chain);
  const log = logPartOf(part);
  const last = await lastWithin(part, log, (at, ms) =>
    'at' in moment ? ms <= moment.at.getTime() : at <= moment.position,
  );
  const position = last?.position ?? log.after;
  if ('at' in moment) return { position, at: moment.at };
  return { position, at: last === null ? takenAt(part) : new Date(last.createdMs) };
}

/**
 * What to restore of a chain: all of it, or what was at a moment. The rows are those of the newest backup that is not later,
 * in log and time; the log goes on to the moment. Throws BackupRefusal for a moment that the chain does not cover.
 */
export async function planRestore(chain: Chain, moment: Moment | null): Promise<RestorePlan> {
  if (moment === null) return { chain, rows: chain, cut: null };
  requireCovered(chain, moment);
  const cut = await cutAt(chain, moment);
  const isEarlier = (part: Backup): boolean =>
    endOfLog(logPartOf(part)) <= cut.position && (!('at' in moment) || takenAt(part) <= moment.at);
  const count = chain.findLastIndex(isEarlier);
  const [first, ...others] = chain;
  const rows: Chain = [first, ...others.slice(0, Math.max(0, count))];
  // Rows of a backup may need keys that were made after the last event before it.
  const at = new Date(Math.max(cut.at.getTime(), takenAt(newest(rows)).getTime()));
  return { chain, rows, cut: { ...cut, at } };
}
