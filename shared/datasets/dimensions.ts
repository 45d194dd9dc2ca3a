import type { Column, Dimension } from './dataset.ts';

/** What the codes in the facts mean, from the catalogue of the engine that runs. */

const text = (name: string, meaning: string, more: Partial<Column> = {}): Column => ({
  name,
  type: 'string',
  meaning,
  sensitivity: 'none',
  ...more,
});
const code = text('code', 'Code in the catalogue.');
const names = (what: string): Column[] => [
  text('name', `${what} in English.`),
  text('name_cs', `${what} in Czech.`),
];

const dimension = (
  declared: Pick<Dimension, 'name' | 'about' | 'columns'> & { key?: readonly string[] },
): Dimension => ({ kind: 'dimension', version: 1, key: ['code'], ...declared });

export const conditions = dimension({
  name: 'conditions',
  about: 'Diagnoses of the catalogue.',
  columns: [code, ...names('Name of the diagnosis'), text('icd', 'Its ICD-10 code.')],
});

export const findingsCatalogue = dimension({
  name: 'findings_catalogue',
  about: 'Findings of the catalogue: symptoms, signs, risk factors and measured values.',
  columns: [
    code,
    ...names('Name of the finding'),
    text('kind', 'What kind of finding it is.'),
    text('unit', 'Unit of its value; empty where it has none.', { nullable: true }),
  ],
});

export const questions = dimension({
  name: 'questions',
  about: 'Questions that the engine can ask. The code of a question is that of the finding it asks for.',
  columns: [
    code,
    text('text', 'The question in English.'),
    text('text_cs', 'The question in Czech.'),
    text('answer_type', 'Form of the answer.'),
  ],
});

export const complaints = dimension({
  name: 'complaints',
  about: 'Chief complaints of the catalogue.',
  columns: [code, ...names('Name of the complaint')],
});

export const rules = dimension({
  name: 'rules',
  about: 'Red-flag rules of the catalogue.',
  columns: [
    code,
    ...names('The warning sign'),
    text('triage_level', 'The level that it asks for at least.'),
    text('source', 'Where it is published.'),
  ],
});

export const engineVersions = dimension({
  name: 'engine_versions',
  about: 'Versions of the engine that concluded something in these facts, and the one that runs.',
  key: ['version'],
  columns: [
    text('version', 'Version of the engine and its catalogue.'),
    { name: 'is_current', type: 'boolean', meaning: 'Whether it is the one that runs.', sensitivity: 'none' },
  ],
});

export const calendar = dimension({
  name: 'calendar',
  about: 'A row a day, over the days of the facts.',
  key: ['day'],
  columns: [
    { name: 'day', type: 'date', meaning: 'The day (UTC).', sensitivity: 'none' },
    { name: 'week', type: 'date', meaning: 'Monday of its week.', sensitivity: 'none' },
    { name: 'month', type: 'date', meaning: 'First day of its month.', sensitivity: 'none' },
    { name: 'weekday', type: 'integer', meaning: 'Day of the week, 1 for Monday.', sensitivity: 'none' },
    {
      name: 'is_weekend',
      type: 'boolean',
      meaning: 'Whether it is a Saturday or Sunday.',
      sensitivity: 'none',
    },
  ],
});
