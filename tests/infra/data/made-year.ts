import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SampleOptions } from '../../../infra/data/sample/settings.ts';
import { writeSample } from '../../../infra/data/sample/sample.ts';
import { openFacts } from '../../../infra/data/facts-duck.ts';
import { readManifest } from '../../../projectors/extracts/manifest.ts';
import type { Format } from '../../../projectors/extracts/format.ts';

/** Made years in a folder that goes at the end. */
export function createYears() {
  const root = mkdtempSync(path.join(os.tmpdir(), 'triage-years-'));
  return {
    root,
    remove: () => rmSync(root, { recursive: true, force: true }),
    /** Writes one, and opens it. */
    make: async (name: string, options: SampleOptions & { format?: Format }) => {
      const folder = path.join(root, name);
      await writeSample({ format: 'parquet', ...options, folder });
      return openYear(folder);
    },
  };
}

export async function openYear(folder: string) {
  const { statement } = await readManifest(folder);
  const facts = await openFacts({ folder, statement });
  return {
    folder,
    statement,
    close: facts.close,
    answer: facts.answer,
    /** Rows by the names of their columns. */
    rows: async (sql: string): Promise<Record<string, string | number | boolean | null>[]> => {
      const { columns, rows } = await facts.answer(sql);
      return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])));
    },
  };
}
export type Year = Awaited<ReturnType<typeof openYear>>;
/** A year that several tests look at, a folder for what they make of it, and how many sessions it was made with. */
export type MadeYear = { year: Year; root: string; sessions: number };
