import { createHash, createPublicKey, verify } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { canonicalJson } from '../../shared/crypto/canonical-json.ts';
import { DataError } from './data-error.ts';
import { FORMATS } from '../../shared/data-extracts/record.ts';
import { anonymitySchema } from './k-anonymity.ts';
import { countLines } from './staged-rows.ts';

export const MANIFEST = 'manifest.json';

const fileSchema = z.strictObject({
  path: z.string(),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const dataFileSchema = z.strictObject({ ...fileSchema.shape, rows: z.int().min(0) });

/** What is signed of an extract. Nothing in it depends on when it was made: run twice, the same bytes. */
const statementSchema = z.strictObject({
  v: z.literal(1),
  kind: z.literal('data-extract'),
  /** Null: every tenant. */
  tenant_id: z.uuid().nullable(),
  recipient: z.strictObject({
    recipient_id: z.uuid(),
    name: z.string(),
    generation: z.int(),
    exact_times: z.boolean(),
  }),
  format: z.enum(FORMATS),
  /** Null: from the beginning. */
  since: z.string().nullable(),
  until: z.string(),
  engine_version: z.string(),
  /** How the sessions hide among each other; null where there are none in it. */
  k_anonymity: anonymitySchema.nullable(),
  datasets: z.array(
    z.strictObject({
      name: z.string(),
      version: z.int(),
      rows: z.int().min(0),
      files: z.array(dataFileSchema),
    }),
  ),
  /** What describes the datasets. */
  documents: z.array(fileSchema),
});

const signatureSchema = z.strictObject({
  algorithm: z.literal('Ed25519'),
  signing_key_id: z.string(),
  public_key: z.string(),
  value: z.string(),
});

const manifestSchema = z.strictObject({ statement: statementSchema, signature: signatureSchema });

export type Statement = z.output<typeof statementSchema>;
export type Manifest = z.output<typeof manifestSchema>;
export type DatasetEntry = Statement['datasets'][number];
export type DocumentEntry = Statement['documents'][number];

/** Throws DataError where the folder holds no manifest that this program can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
    throw new DataError(`${folder} holds no ${MANIFEST}: it is no extract, or not whole`);
  });
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new DataError(`${MANIFEST} is none of an extract, or of a later version of the service`);
  }
}

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** Whether the statement is signed by one of these keys (base64 DER, SPKI). */
export function isSigned({ statement, signature }: Manifest, publicKeys: readonly string[]): boolean {
  if (!publicKeys.includes(signature.public_key)) return false;
  try {
    const key = createPublicKey({
      key: Buffer.from(signature.public_key, 'base64'),
      format: 'der',
      type: 'spki',
    });
    return verify(null, Buffer.from(canonicalJson(statement)), key, Buffer.from(signature.value, 'base64'));
  } catch {
    return false;
  }
}

const READ_BYTES = 64 * 1024;

/** Digest, size and lines of a file, read piece by piece; once it and its contents are on the disk, where that is asked. */
export async function measureFile(
  file: string,
  { sync = false }: { sync?: boolean } = {},
): Promise<{ bytes: number; lines: number; sha256: string }> {
  const hash = createHash('sha256');
  const measured = { bytes: 0, lines: 0 };
  const handle = await open(file, 'r');
  try {
    if (sync) await handle.sync();
    const piece = Buffer.allocUnsafe(READ_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, null);
      if (bytesRead === 0) break;
      const read = piece.subarray(0, bytesRead);
      hash.update(read);
      measured.bytes += bytesRead;
      measured.lines += countLines(read);
    }
  } finally {
    await handle.close();
  }
  return { ...measured, sha256: hash.digest('hex') };
}
