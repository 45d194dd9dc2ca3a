import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../embedded/program.ts';
import { keptFigures, type Figures } from './figures.ts';
import { costsTable, measuredHow, sessionTable, singlesTable, sizesTable, partsTable } from './tables.ts';

/** The page whose numbers come from the bench, between markers. */
export const CAPACITY_PAGE = 'docs/operator/capacity.md';

/** What stands between the markers of each name. */
const partsOfPage = ({ capacity, partitions }: Figures): Record<string, string> => ({
  machine: measuredHow(capacity),
  costs: costsTable(capacity),
  session: sessionTable(capacity),
  singles: singlesTable(capacity),
  sizes: sizesTable(capacity),
  'parts-machine': measuredHow(partitions),
  parts: partsTable(partitions),
});

const MARKED = /<!-- measured: ([a-z-]+) -->\n[^]*?<!-- end -->/g;

/** Puts what was measured between the markers of a page. Throws where the page and the parts name different ones. */
export function fillPage(text: string, parts: Readonly<Record<string, string>>): string {
  const left = new Set(Object.keys(parts));
  const filled = text.replaceAll(MARKED, (_all, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`nothing is measured under ${name}`);
    left.delete(name);
    return `<!-- measured: ${name} -->\n\n${part}\n\n<!-- end -->`;
  });
  if (left.size > 0) throw new Error(`the page has no place for ${[...left].join(', ')}`);
  return filled;
}

/** The page with the numbers that are kept. */
export const capacityPage = (): string =>
  fillPage(readFileSync(path.join(projectRoot, CAPACITY_PAGE), 'utf8'), partsOfPage(keptFigures()));

/** The same tables of another run, to be read in a terminal. */
export const tablesOf = (capacity: Parameters<typeof costsTable>[0]): string =>
  [costsTable, sessionTable, singlesTable, sizesTable].map((table) => table(capacity)).join('\n\n');
