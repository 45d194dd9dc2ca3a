import type { Column, Dataset } from '../../../shared/datasets/dataset.ts';

/** A cell of a table in Markdown. */
const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => `\`${text}\``;

function rowOf({ name, type, unit, meaning, values, nullable, sensitivity, references }: Column): string {
  const details = [
    meaning,
    ...(values ? [`One of ${values.map(code).join(', ')}.`] : []),
    ...(references === undefined ? [] : [`Names a row of ${code(references)}.`]),
  ].join(' ');
  const typed = [type, ...(unit === undefined ? [] : [unit]), ...(nullable ? ['may be empty'] : [])];
  return `| ${code(name)} | ${typed.join(', ')} | ${cell(details)} | ${sensitivity} |`;
}

function sectionOf({ name, version, about, key, columns }: Dataset): string {
  return [
    `## ${name}`,
    `${about} Version ${version}. Key: ${key.map(code).join(', ')}.`,
    ['| Column | Type | Meaning | Sensitivity |', '|---|---|---|---|', ...columns.map(rowOf)].join('\n'),
  ].join('\n\n');
}

const INTRODUCTION = `# Dictionary

What the datasets and their columns mean. Sensitivity says what somebody could do with a column: \`none\`; \`pseudonym\`: it
stands for an id, and only within what the same recipient was given; \`quasi\`: together with others it may tell who somebody is;
\`clinical\`: it tells something about the patient's health.`;

/** The meaning of every dataset and column, as a page of Markdown. */
export const dictionaryOf = (datasets: readonly Dataset[]): string =>
  `${[INTRODUCTION, ...datasets.map(sectionOf)].join('\n\n')}\n`;
