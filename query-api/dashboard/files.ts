import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ASK_EACH_TIME, FOR_EVER, StaticContent } from '../../shared/http/static-content.ts';

/** A file of the built dashboard, in memory. */
export type SiteFile = { contentType: string; content: StaticContent };

const TYPE_OF: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Where the build puts what changes its name with its content. */
const ASSETS = '/assets/';

/**
 * Reads what `npm run build` has made of `dashboard/`, by path; null where it was not built. Files come packed beside
 * themselves, as `.br` and `.gz`: packed at build, as small as it gets.
 */
export function loadFiles(folder: string): ReadonlyMap<string, SiteFile> | null {
  if (!existsSync(path.join(folder, 'index.html'))) return null;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const there = new Set(names);
  const packed = (file: string): Buffer | undefined => (there.has(file) ? readFileSync(file) : undefined);
  const files = new Map<string, SiteFile>();
  for (const file of names) {
    const contentType = TYPE_OF[path.extname(file)];
    if (contentType === undefined) continue;
    const url = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    const [br, gzip] = [packed(`${file}.br`), packed(`${file}.gz`)];
    const content = new StaticContent(readFileSync(file), url.startsWith(ASSETS) ? FOR_EVER : ASK_EACH_TIME, {
      ...(br && { br }),
      ...(gzip && { gzip }),
    });
    files.set(url, { contentType, content });
  }
  return files;
}
