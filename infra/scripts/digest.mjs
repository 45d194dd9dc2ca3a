import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

/** Changes with the files, and with whatever else is given. */
export function digestOf(files, besides = '') {
  const digest = createHash('sha256').update(besides);
  for (const file of files) {
    const { mtimeMs, size } = statSync(path.join(root, file));
    digest.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return digest.digest('hex');
}
