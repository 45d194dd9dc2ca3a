import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FOR_EVER, StaticContent } from '../../../shared/http/static-content.ts';
import { ASSETS_PATH } from './paths.ts';

export const ASSET_TYPES = [
  'text/javascript; charset=utf-8',
  'text/css; charset=utf-8',
  'image/svg+xml',
] as const;

export type Asset = { url: string; contentType: (typeof ASSET_TYPES)[number]; content: StaticContent };

/** All there is: a name that is not made from this list leads nowhere. */
const FILES = {
  baseStyle: 'base.css',
  referenceStyle: 'reference.css',
  pagesStyle: 'pages.css',
  referenceScript: 'reference.js',
  tryItScript: 'try-it.js',
  icon: 'icon.svg',
};
export type DocsAssets = Record<keyof typeof FILES, Asset>;

const TYPE_OF: Readonly<Record<string, Asset['contentType']>> = {
  '.js': ASSET_TYPES[0],
  '.css': ASSET_TYPES[1],
  '.svg': ASSET_TYPES[2],
};

/** Reads the files of the pages into memory, once a process. */
export const loadDocsAssets = (): DocsAssets =>
  Object.fromEntries(Object.entries(FILES).map(([key, file]) => [key, loadAsset(file)])) as DocsAssets;

function loadAsset(file: string): Asset {
  const { name, ext } = path.parse(file);
  const contentType = TYPE_OF[ext];
  if (contentType === undefined) throw new Error(`no media type for ${ext}`);
  const bytes = readFileSync(new URL(file, import.meta.url));
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return {
    url: `${ASSETS_PATH}/${name}.${digest}${ext}`,
    contentType,
    content: new StaticContent(bytes, FOR_EVER),
  };
}
