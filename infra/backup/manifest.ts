import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** Stands for a folder that is no backup, not a whole one, or not one for this program or this place. */
export class BackupRefusal extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'BackupRefusal';
  }
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().min(0);

const file = z.strictObject({
  /** Relative to the backup's folder. */
  path: z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/),
  bytes,
  sha256,
});
export type FileEntry = z.output<typeof file>;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

/** Rows of one piece of a table, in COPY's text form. */
const segment = z.strictObject({ bytes: z.int().min(1), sha256 });
export type Segment = z.output<typeof segment>;

const wholeTable = z.strictObject({
  schema: identifier,
  table: identifier,
  columns: z.array(identifier).min(1),
  rows: z.int().min(0),
  file,
});

const table = wholeTable.extend({
  /**
   * The whole table, in order. The file holds those that the parent's list of this table lacks, each once, in this order;
   * the others stand in the files of the backups before.
   */
  segments: z.array(segment),
});
export type TableEntry = z.output<typeof table>;

const log = z.strictObject({
  file,
  /** The file begins with the event behind this position; 0 in a full backup. */
  after: z.int().min(0),
  /** In the file. */
  events: z.int().min(0),
  /** Of the log up to the end of the file. */
  last_event_id: z.guid().nullable(),
});

const common = {
  service_version: z.string(),
  postgres_version: z.string(),
  /** When the database's snapshot was taken. */
  taken_at: z.iso.datetime(),
  /** The migrations that the tables are of, in order. */
  migrations: z.array(z.string()),
  /** Where the projections of the snapshot stood. Each event is in the log that belongs to this backup. */
  checkpoints: z.array(
    z.strictObject({
      projection: z.string(),
      position: z.string().regex(/^-?\d+$/),
      event_id: z.guid(),
      stream: z.string().nullable(),
      revision: z.int().nullable(),
    }),
  ),
  /** The master keys that wrap what is in it: without them nothing of it can be read. */
  master_keys: z.array(z.string()),
};

const folderName = z.string().regex(/^(?!\.{1,2}$)[^/\0]{1,255}$/);

const manifestSchema = z.strictObject({
  format: z.literal(2),
  ...common,
  /** The backup that this one goes on from: a folder beside it, and the digest of its manifest. Null in a full one. */
  parent: z.strictObject({ folder: folderName, sha256 }).nullable(),
  tables: z.array(table),
  /** Data keys made since the snapshot, up to the end of the log. */
  later_keys: table,
  /** Null where the log is backed up by the event store's own means. */
  log: log.nullable(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** What versions before incremental backups wrote: each is a full one. */
const firstFormat = z
  .strictObject({
    format: z.literal(1),
    ...common,
    tables: z.array(wholeTable),
    later_keys: wholeTable,
    log: log.omit({ after: true }).nullable(),
  })
  .transform(({ tables, later_keys: laterKeys, log: all, ...rest }): Manifest => ({
    ...rest,
    format: 2,
    parent: null,
    tables: tables.map(inOneSegment),
    later_keys: inOneSegment(laterKeys),
    log: all === null ? null : { ...all, after: 0 },
  }));

function inOneSegment(entry: z.output<typeof wholeTable>): TableEntry {
  const { bytes: size, sha256: digest } = entry.file;
  return { ...entry, segments: size === 0 ? [] : [{ bytes: size, sha256: digest }] };
}

export const MANIFEST = 'manifest.json';

/** A backup in its folder; the digest is its manifest's, which names the digest of every other file. */
export type Backup = { folder: string; manifest: Manifest; sha256: string };

/** Throws BackupRefusal for a folder without a manifest: a backup is whole once it is there. */
export async function readBackup(folder: string): Promise<Backup> {
  let content: Buffer;
  try {
    content = await readFile(path.join(folder, MANIFEST));
  } catch {
    throw new BackupRefusal(`${folder} holds no backup, or one that was cut short: it has no ${MANIFEST}`);
  }
  try {
    const manifest = z.union([manifestSchema, firstFormat]).parse(JSON.parse(content.toString()));
    return { folder, manifest, sha256: createHash('sha256').update(content).digest('hex') };
  } catch {
    throw new BackupRefusal(`${MANIFEST} of ${folder} is not one that this version reads`);
  }
}

/** Position of the last event of a log's part. */
export const endOfLog = ({ after, events }: NonNullable<Manifest['log']>): number => after + events;

export const filesOf = ({ tables, later_keys: laterKeys, log: part }: Manifest): FileEntry[] => [
  ...tables.map((one) => one.file),
  laterKeys.file,
  ...(part === null ? [] : [part.file]),
];
