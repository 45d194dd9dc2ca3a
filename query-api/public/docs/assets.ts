import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import swaggerUiFolder from 'swagger-ui-dist/absolute-path.js';
import { ASSETS_PATH } from './paths.ts';

export const ASSET_TYPES = [
  'text/javascript; charset=utf-8',
  'text/css; charset=utf-8',
  'image/png',
] as const;

export type Asset = {
  url: string;
  contentType: (typeof ASSET_TYPES)[number];
  bytes: Buffer;
  /** Packed at the first call, then kept. */
  gzipped(): Promise<Buffer>;
};

const ours = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** Only files of the package are read; nothing of it runs here. */
const theirs = (name: string): string => path.join(swaggerUiFolder(), name);

/** All there is: a name that is not made from this list leads nowhere. */
const FILES = {
  swaggerStyle: theirs('swagger-ui.css'),
  style: ours('docs.css'),
  pagesStyle: ours('pages.css'),
  icon: theirs('favicon-32x32.png'),
  swaggerScript: theirs('swagger-ui-bundle.js'),
  script: ours('docs.js'),
};
export type DocsAssets = Record<keyof typeof FILES, Asset>;

const TYPE_OF: Readonly<Record<string, Asset['contentType']>> = {
  '.js': ASSET_TYPES[0],
  '.css': ASSET_TYPES[1],
  '.png': ASSET_TYPES[2],
};

/** Reads the files of the pages into memory, once a process. */
export const loadDocsAssets = (): DocsAssets =>
  Object.fromEntries(Object.entries(FILES).map(([key, file]) => [key, loadAsset(file)])) as DocsAssets;

function loadAsset(file: string): Asset {
  const { name, ext } = path.parse(file);
  const contentType = TYPE_OF[ext];
  if (contentType === undefined) throw new Error(`no media type for ${ext}`);
  const bytes = readFileSync(file);
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  let packed: Promise<Buffer> | null = null;
  return {
    url: `${ASSETS_PATH}/${name}.${digest}${ext}`,
    contentType,
    bytes,
    gzipped: () => (packed ??= promisify(gzip)(bytes)),
  };
}
