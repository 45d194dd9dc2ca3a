import { randomBytes } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';

const letters = (count: number): string =>
  [...randomBytes(count)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');

/** A word of letters alone, so that text reading, folding and escaping leave it whole, in the beginning of each canary. */
const TAG = letters(18);
/** What every way of writing JSON, URLs and logs has to change. */
const SPECIAL = `${letters(6)}"\\ř\n${letters(6)}`;

/** A canary of letters, for what takes ids and visible characters. `field` says where it was put. */
export const word = (field: string): string => `${TAG}${field}`;
/** A canary for free text. */
export const text = (field: string): string => `${TAG}${field} ${SPECIAL}`;

const escapedJson = (value: string): string => JSON.stringify(value).slice(1, -1);
const asciiJson = (value: string): string =>
  escapedJson(value).replace(
    /[^\x20-\x7e]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Three bytes are four characters of base64, so there are three ways to stand in it; the edges mix with neighbours. */
const base64Of = (value: string): Buffer[] =>
  [0, 1, 2].map((shift) =>
    Buffer.from(
      Buffer.from('x'.repeat(shift) + value)
        .toString('base64')
        .slice(4, -4),
    ),
  );

const utf16be = (value: string): Buffer => Buffer.from(value, 'utf16le').swap16();

/** Every form in which a canary might stand in a file. */
const NEEDLES: readonly [form: string, bytes: Buffer][] = [
  ['plain', Buffer.from(TAG)],
  ['upper case', Buffer.from(TAG.toUpperCase())],
  ['hex', Buffer.from(Buffer.from(TAG).toString('hex'))],
  ['upper hex', Buffer.from(Buffer.from(TAG).toString('hex').toUpperCase())],
  ...base64Of(TAG).map((bytes, shift): [string, Buffer] => [`base64 at ${shift}`, bytes]),
  ['UTF-16 LE', Buffer.from(TAG, 'utf16le')],
  ['UTF-16 BE', utf16be(TAG)],
  ['reversed', Buffer.from(Array.from(TAG).reverse().join(''))],
  ['special, plain', Buffer.from(SPECIAL)],
  ['special, JSON', Buffer.from(escapedJson(SPECIAL))],
  ['special, ASCII JSON', Buffer.from(asciiJson(SPECIAL))],
  ['special, JSON in JSON', Buffer.from(escapedJson(escapedJson(SPECIAL)))],
  ['special, URL', Buffer.from(encodeURIComponent(SPECIAL))],
  ...base64Of(SPECIAL).map((bytes, shift): [string, Buffer] => [`special, base64 at ${shift}`, bytes]),
  ['special, hex', Buffer.from(Buffer.from(SPECIAL).toString('hex'))],
];

/** One text for each form, as it would stand in a file that leaks. */
export const LEAKS: readonly [form: string, content: Buffer][] = NEEDLES.map(([form, bytes]) => [
  form,
  Buffer.concat([Buffer.from('{"before":1,"x":"'), bytes, Buffer.from('"}')]),
]);

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

const CHUNK = 8 << 20;
/** Longer than any needle: one that lies over the border of two chunks is in the second. */
const OVERLAP = 512;

async function scanFile(file: string, buffer: Buffer, found: (form: string) => void): Promise<number> {
  // A file that a process takes away meanwhile is not there to be found.
  const handle = await open(file).catch(() => null);
  if (handle === null) return 0;
  let bytes = 0;
  try {
    for (let kept = 0; ;) {
      const { bytesRead } = await handle.read(buffer, kept, CHUNK, null);
      if (bytesRead === 0) return bytes;
      bytes += bytesRead;
      const content = buffer.subarray(0, kept + bytesRead);
      for (const [form, needle] of NEEDLES) if (content.includes(needle)) found(form);
      const tail = Math.min(OVERLAP, content.length);
      content.copy(buffer, 0, content.length - tail);
      kept = tail;
    }
  } finally {
    await handle.close();
  }
}

export type Scan = { found: string[]; files: number; bytes: number };

/** Searches every file under a folder for every canary in every form. */
export async function scan(folder: string): Promise<Scan> {
  const found = new Set<string>();
  const files = await filesUnder(folder);
  // One for all of the thousands of files, most of which are small.
  const buffer = Buffer.alloc(OVERLAP + CHUNK);
  let bytes = 0;
  for (const file of files) {
    const name = path.relative(folder, file);
    bytes += await scanFile(file, buffer, (form) => void found.add(`${form} in ${name}`));
  }
  return { found: [...found], files: files.length, bytes };
}
