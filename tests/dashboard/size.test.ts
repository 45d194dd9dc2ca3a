import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { projectRoot } from '../../infra/embedded/program.ts';

const BUILT = path.join(projectRoot, 'build/dashboard');
/** Bytes as they are sent, packed with brotli. */
const LIMIT = 250_000;

type Chunk = { file: string; css?: string[]; imports?: string[] };
const manifest = JSON.parse(readFileSync(path.join(BUILT, 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** The files that a chunk cannot run without. */
function filesOf(name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined || found.has(chunk.file)) return found;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const next of chunk.imports ?? []) filesOf(next, found);
  return found;
}

test('a first visit loads less than 250 KB, whichever page it leads to', (t) => {
  const pages = Object.keys(manifest).filter((name) => name.startsWith('src/pages/'));
  t.true(pages.length >= 8);
  for (const page of pages) {
    const files = ['index.html', ...filesOf('index.html', filesOf(page))];
    const bytes = files.reduce((sum, file) => sum + readFileSync(path.join(BUILT, `${file}.br`)).length, 0);
    t.log(`${page}: ${bytes} bytes`);
    t.true(bytes > 50_000 && bytes < LIMIT, `${page}: ${bytes}`);
  }
});
