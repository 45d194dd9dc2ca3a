import type { Concept } from '../../domain/clinical/types.ts';
import type { LoadedKnowledge } from '../clinical/load-knowledge.ts';
import { compare } from '../collections/compare.ts';
import { complaints, conditions, findingsCatalogue, questions, rules } from './dimensions.ts';
import type { Dimension } from './dataset.ts';

/** The catalogue of an engine: its compiled knowledge, and its concepts (`engine.concepts`). */
export type Catalogue = { knowledge: LoadedKnowledge['knowledge']; concepts: readonly Concept[] };

/** A row of a dimension, by the names of its columns. */
export type DimensionRow = Record<string, string | null>;

/** A dimension whose rows follow from the catalogue alone, and how. */
export type CatalogueDimension = { dimension: Dimension; rowsOf: (catalogue: Catalogue) => DimensionRow[] };

const named = ({ code, name, name_cs }: Concept): DimensionRow => ({ code, name, name_cs });

function questionRows({ knowledge, concepts }: Catalogue): DimensionRow[] {
  const types = new Map(concepts.map(({ code, answer_type }) => [code, answer_type]));
  return knowledge.findings
    .filter(({ askable }) => askable)
    .map(({ code, entry }) => ({
      code,
      text: entry.en.ask ?? null,
      text_cs: entry.cs.ask ?? null,
      answer_type: types.get(code) ?? null,
    }));
}

const ruleRows = ({ knowledge: { rules: compiled, sources } }: Catalogue): DimensionRow[] =>
  compiled.map(({ code, entry }) => ({
    code,
    name: entry.en,
    name_cs: entry.cs,
    triage_level: entry.level,
    source: sources.get(entry.source)?.citation ?? entry.source,
  }));

const OF_CATALOGUE: readonly CatalogueDimension[] = [
  {
    dimension: conditions,
    rowsOf: ({ concepts }) =>
      concepts
        .filter(({ type }) => type === 'condition')
        .map((concept) => ({ ...named(concept), icd: concept.icd })),
  },
  {
    dimension: findingsCatalogue,
    rowsOf: ({ concepts }) =>
      concepts
        .filter(({ type }) => type === 'finding' || type === 'risk_factor')
        .map((concept) => ({ ...named(concept), kind: concept.type, unit: concept.unit })),
  },
  { dimension: questions, rowsOf: questionRows },
  {
    dimension: complaints,
    rowsOf: ({ concepts }) => concepts.filter(({ type }) => type === 'complaint').map(named),
  },
  { dimension: rules, rowsOf: ruleRows },
];

/** The dimensions that the catalogue makes, each with its rows in the order of their codes. */
export const catalogueDimensions: readonly CatalogueDimension[] = OF_CATALOGUE.map(
  ({ dimension, rowsOf }) => ({
    dimension,
    rowsOf: (catalogue) => rowsOf(catalogue).sort((a, b) => compare(a.code ?? '', b.code ?? '')),
  }),
);

/**
 * SQL of the rows of `calendar`, a row a day from the first to the last one, in order. Both are SQL expressions of type date;
 * null: no rows.
 */
export const calendarRows = (first: string, last: string): string =>
  `SELECT d.day::date AS day, date_trunc('week', d.day)::date AS week, date_trunc('month', d.day)::date AS month,
     extract(isodow FROM d.day)::int AS weekday, extract(isodow FROM d.day) >= 6 AS is_weekend
   FROM generate_series((${first})::timestamp, (${last})::timestamp, interval '1 day') AS d (day)`;
