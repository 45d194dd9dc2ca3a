import { createPublicKey, verify } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson } from '../../shared/crypto/canonical-json.ts';
import { ledgerLine, type LedgerEntry, type LedgerLine } from '../../shared/erasure/ledger.ts';

export type BrokenLine = { file: string; line: number };

export type ReadLedger = {
  /** What the signed lines say, oldest erasure first, each erasure once. */
  lines: LedgerLine[];
  /** Lines that are cut short, changed, or signed by nobody. */
  broken: BrokenLine[];
};

/** Reads a ledger, a file of it or the whole folder, and checks that each line is as it was signed. */
export async function readLedger(where: string): Promise<ReadLedger> {
  const byErasure = new Map<string, LedgerLine>();
  const broken: BrokenLine[] = [];
  for (const file of await ledgerFiles(where)) {
    const texts = (await readFile(file, 'utf8')).split('\n');
    for (const [index, text] of texts.entries()) {
      if (text.trim() === '') continue;
      const line = parse(text);
      if (line === null) broken.push({ file: path.basename(file), line: index + 1 });
      else byErasure.set(line.erasure_id, line);
    }
  }
  const lines = [...byErasure.values()].sort((a, b) => (a.erased_at < b.erased_at ? -1 : 1));
  return { lines, broken };
}

/** The files of a ledger, in order: `where` itself, or those in the folder. */
export async function ledgerFiles(where: string): Promise<string[]> {
  if (!(await stat(where)).isDirectory()) return [where];
  const names = await readdir(where);
  return names
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => path.join(where, name));
}

/** Null for what no key has signed as it stands. Whether that key is ours is another question. */
function parse(text: string): LedgerLine | null {
  try {
    const line = ledgerLine.parse(JSON.parse(text));
    return isSigned(line) ? line : null;
  } catch {
    return null;
  }
}

function isSigned({ signature, ...entry }: LedgerLine): boolean {
  const der = Buffer.from(signature.public_key, 'base64');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(canonicalJson(entry)), key, Buffer.from(signature.value, 'base64'));
}

export const entryOfLine = ({ signature: _, ...entry }: LedgerLine): LedgerEntry => entry;
