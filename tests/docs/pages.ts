import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { anchorOf } from '../../query-api/public/docs/markdown.ts';

const root = path.resolve(import.meta.dirname, '../..');

export const readPage = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const docs = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' });

/** Every page that people read, relative to the project. */
export const pages: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...docs.filter((name) => name.endsWith('.md')).map((name) => path.posix.join('docs', name)),
  'client/README.md',
];

const withoutCode = (text: string): string => text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

export type Link = { file: string; anchor: string | null };

/** The links of a page to files of the project, relative to it. */
export function linksOf(page: string): Link[] {
  const hrefs = [...withoutCode(readPage(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
  return hrefs
    .filter((href) => !/^[a-z]+:/.test(href))
    .map((href) => {
      const [target = '', anchor = null] = href.split('#');
      const file = target === '' ? page : path.posix.join(path.posix.dirname(page), target);
      return { file, anchor };
    });
}

/** Why a link leads nowhere; null where it is good. */
export function problemOf({ file, anchor }: Link): string | null {
  if (!existsSync(path.join(root, file))) return `there is no ${file}`;
  if (anchor === null) return null;
  const headings = readPage(file)
    .replace(/^```[^]*?^```/gm, '')
    .matchAll(/^#+ (.+)$/gm);
  const anchors = new Set([...headings].map(([, heading = '']) => anchorOf(heading.replaceAll('`', ''))));
  return anchors.has(anchor) ? null : `${file} has no heading ${anchor}`;
}
