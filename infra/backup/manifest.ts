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

const file = z.strictObject({
  /** Relative to the backup's folder. */
  path: z.string().regex(/^[\w.-]+(\/[\w.-]+)*$/),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileEntry = z.output<typeof file>;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const table = z.strictObject({
  schema: identifier,
  table: identifier,
  columns: z.array(identifier).min(1),
  rows: z.int().min(0),
  file,
});
export type TableEntry = z.output<typeof table>;

const manifestSchema = z.strictObject({
  format: z.literal(1),
  service_version: z.string(),
  postgres_version: z.string(),
  /** When the database's snapshot was taken. */
  taken_at: z.iso.datetime(),
  /** The migrations that the tables are of, in order. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  /** Data keys made since the snapshot, up to the end of the log. */
  later_keys: table,
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
  /** Null where the log is backed up by the event store's own means. */
  log: z.strictObject({ file, events: z.int().min(0), last_event_id: z.guid().nullable() }).nullable(),
});
export type Manifest = z.output<typeof manifestSchema>;

export const MANIFEST = 'manifest.json';

/** Throws BackupRefusal for a folder without one: a backup is whole once its manifest is there. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(path.join(folder, MANIFEST), 'utf8');
  } catch {
    throw new BackupRefusal(`${folder} holds no backup, or one that was cut short: it has no ${MANIFEST}`);
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupRefusal(`${MANIFEST} is not one that this version reads`);
  }
}

export const filesOf = ({ tables, later_keys, log }: Manifest): FileEntry[] => [
  ...tables.map((one) => one.file),
  later_keys.file,
  ...(log === null ? [] : [log.file]),
];
