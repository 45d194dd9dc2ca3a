import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Checkpoint } from '../../domain/audit/events.ts';
import { readCheckpoints, signedPart } from '../../shared/audit/checkpoints.ts';
import type { PublicKey } from '../../shared/crypto/signer.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { Installation } from '../cli/connection.ts';
import { verifyTrails, type TenantVerdict } from './verify.ts';

const PAGE_ROWS = 5_000;
const VERIFIER = path.join(import.meta.dirname, '../../client/audit');
/** The program that verifies an export, and what it shares with the dashboard. */
const VERIFIER_FILES = ['verify.mjs', 'proof.mjs'];

/** The folder holds something already: an export is never mixed with another one. */
export class FolderNotEmptyError extends Error {
  constructor(folder: string) {
    super(`${folder} is not empty`);
    this.name = 'FolderNotEmptyError';
  }
}

export type ExportResult = {
  folder: string;
  tenant_id: string;
  rows: number;
  head: string;
  checkpoints: number;
  verified: Pick<TenantVerdict, 'intact' | 'broken'>;
};

type Parts = Pick<Installation, 'pool' | 'apiPoolOf' | 'log' | 'signer' | 'now'>;
type Options = {
  tenantId: string;
  folder: string;
  /** What the trail is exported up to: its rows end there. Null for a tenant without rows. */
  upTo: Checkpoint | null;
  /** How long the rows may stay behind the log. */
  waitMs?: number;
  onProgress?: (phase: 'verify' | 'export', rows: number, total: number) => void;
};

/**
 * Writes a tenant's trail into an empty folder: rows, checkpoints, public keys, a verifier that needs nothing but Node,
 * and a signed manifest with their digests, which says also what verifying the stored trail gave. Throws
 * FolderNotEmptyError.
 */
export async function exportTrail(parts: Parts, options: Options): Promise<ExportResult> {
  const { tenantId, folder, upTo, waitMs, onProgress } = options;
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new FolderNotEmptyError(folder);
  const [verdict] = await verifyTrails(parts, {
    tenantIds: [tenantId],
    againstLog: false,
    ...(waitMs !== undefined && { waitMs }),
    onProgress: (_phase, done, total) => onProgress?.('verify', done, total),
  });
  const verified = { intact: verdict?.intact ?? false, broken: verdict?.broken ?? null };
  const last = upTo?.statement.seq ?? 0;
  const head = { seq: 0, hash: '0'.repeat(64) };
  await write(folder, 'rows.ndjson', readRows(parts.pool, tenantId, last), (line) => {
    head.seq = line.seq;
    head.hash = line.hash;
    if (line.seq % PAGE_ROWS === 0 || line.seq === last) onProgress?.('export', line.seq, last);
  });
  const checkpoints = (await readCheckpoints(parts.log, tenantId))
    .flatMap((checkpoint) => (checkpoint ? signedPart(checkpoint) : []))
    .filter(({ statement }) => statement.seq <= last);
  await write(folder, 'checkpoints.ndjson', checkpoints);
  await writeFile(path.join(folder, 'public-keys.json'), lines(await parts.signer.publicKeys()));
  for (const name of VERIFIER_FILES) await copyFile(path.join(VERIFIER, name), path.join(folder, name));
  await writeManifest(parts, folder, { tenantId, head, checkpoints: checkpoints.length, verified });
  const { hash } = head;
  return {
    folder,
    tenant_id: tenantId,
    rows: head.seq,
    head: hash,
    checkpoints: checkpoints.length,
    verified,
  };
}

const lines = (keys: readonly PublicKey[]): string => `${JSON.stringify(keys, null, 2)}\n`;

/** Writes values as lines of JSON, no faster than the disk takes them. */
async function write<T>(
  folder: string,
  name: string,
  values: AsyncIterable<T> | Iterable<T>,
  onLine: (value: T) => void = () => undefined,
): Promise<void> {
  async function* text(): AsyncIterable<string> {
    let part = '';
    for await (const value of values) {
      onLine(value);
      part += `${JSON.stringify(value)}\n`;
      if (part.length < 65_536) continue;
      yield part;
      part = '';
    }
    yield part;
  }
  await pipeline(Readable.from(text()), createWriteStream(path.join(folder, name)));
}

/** `canonical` is the exact text that is hashed. */
type ExportedRow = { seq: number; hash: string; canonical: string };

async function* readRows(sql: Sql, tenantId: string, last: number): AsyncIterable<ExportedRow> {
  for (let after = 0; after < last; after += PAGE_ROWS) {
    const { rows } = await sql.query<ExportedRow>({
      name: 'export-audit-rows',
      text: `SELECT seq, encode(hash, 'hex') AS hash, canonical FROM audit_rows
             WHERE tenant_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq`,
      values: [tenantId, after, Math.min(after + PAGE_ROWS, last)],
    });
    yield* rows;
  }
}

async function writeManifest(
  { signer, now }: Parts,
  folder: string,
  content: {
    tenantId: string;
    head: { seq: number; hash: string };
    checkpoints: number;
    verified: ExportResult['verified'];
  },
): Promise<void> {
  const files: Record<string, { bytes: number; sha256: string }> = {};
  for (const name of (await readdir(folder)).sort()) files[name] = await digestOf(path.join(folder, name));
  const statement = {
    v: 1,
    kind: 'audit-export',
    tenant_id: content.tenantId,
    exported_at: now().toISOString(),
    head: content.head,
    checkpoints: content.checkpoints,
    verified: content.verified,
    files,
  };
  const signed = { statement, signature: await signer.sign(statement) };
  await writeFile(path.join(folder, 'manifest.json'), `${JSON.stringify(signed, null, 2)}\n`);
}

async function digestOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const { size } = await stat(file);
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) hash.update(chunk);
  });
  return { bytes: size, sha256: hash.digest('hex') };
}

/** The statements of the checkpoints of an export that was made before, from its folder. */
export async function readExported(folder: string): Promise<Checkpoint['statement'][]> {
  const text = await readFile(path.join(folder, 'checkpoints.ndjson'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as Checkpoint).statement);
}
