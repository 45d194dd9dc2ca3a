import { readPage } from '../docs/pages.ts';

/** The blocks of shell commands of a page, in their order; of one heading where that is named. */
export function shellBlocks(page: string, heading?: string): string[] {
  const text = readPage(page);
  const from = heading === undefined ? 0 : text.indexOf(`\n## ${heading}\n`) + 1;
  if (heading !== undefined && from === 0) throw new Error(`${page} has no heading ${heading}`);
  const end = heading === undefined ? -1 : text.indexOf('\n## ', from);
  const part = text.slice(from, end === -1 ? undefined : end);
  return [...part.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = '']) => block);
}
