import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../report/environment.ts';
import type { Measure, SectionResult } from '../report/measure.ts';
import { projectRoot } from '../../embedded/program.ts';

/** The sections that docs/operator/capacity.md quotes. */
export const QUOTED = ['capacity', 'partitions'] as const;
type Quoted = (typeof QUOTED)[number];

/** One section of a run of the bench, and on what it ran. */
export type Measured = { measured_at: string; machine: Environment } & SectionResult;
export type Figures = Record<Quoted, Measured>;

const FILE = path.join(projectRoot, 'infra/bench/capacity/measured.json');

/** What a run of the bench writes to bench-results/. */
type BenchRun = { started_at: string; quick: boolean; machine: Environment; results: SectionResult[] };

/** What the page quotes. */
export const keptFigures = (): Figures => JSON.parse(readFileSync(FILE, 'utf8')) as Figures;

/**
 * Has the page quote the results of a run; a section that it has not measured stays as it was. Returns the sections. Throws
 * where it was a quick one.
 */
export function keepFigures(resultFile: string): string[] {
  const { started_at, quick, machine, results } = JSON.parse(readFileSync(resultFile, 'utf8')) as BenchRun;
  if (quick) throw new Error('numbers of a quick run mean little: they are not kept');
  const kept = existsSync(FILE) ? (keptFigures() as Partial<Figures>) : {};
  const taken = results.filter(({ section }) => QUOTED.some((name) => name === section));
  for (const result of taken)
    kept[result.section as Quoted] = { measured_at: started_at, machine, ...result };
  writeFileSync(FILE, `${JSON.stringify(kept, null, 2)}\n`);
  return taken.map(({ section }) => section);
}

/** A measure by its name. Throws where there is none. */
export function measureOf(
  { section, measures }: Pick<SectionResult, 'section' | 'measures'>,
  name: string,
): Measure {
  const found = measures.find((measure) => measure.name === name);
  if (!found) throw new Error(`${section} has not measured: ${name}`);
  return found;
}
