import { verdictOf, type Measure, type SectionResult } from './measure.ts';
import type { Spread } from './statistics.ts';

const grouped = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');

/** A number as people read it: ratios with two decimals, rates and counts whole, milliseconds with two digits that matter. */
export function formatValue(value: number, unit: Measure['unit']): string {
  if (Number.isNaN(value)) return 'none';
  switch (unit) {
    case 'ratio':
      return value.toFixed(2);
    case 'per_s':
      return `${grouped(value)}/s`;
    case 'count':
      return grouped(value);
    case 'bytes':
      return `${grouped(value)} B`;
    case 'mb':
      return `${grouped(value)} MB`;
    case 'ms':
      return `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`;
  }
}

const formatSpread = ({ min, max, samples }: Spread, unit: Measure['unit']): string =>
  `${formatValue(min, unit)} .. ${formatValue(max, unit)} (${samples})`;

function formatTarget({ target, unit }: Measure): string {
  if (!target) return '';
  const sign = target.direction === 'at_least' ? '>=' : '<=';
  const aim = target.aim === undefined ? '' : `, aim ${formatValue(target.aim, unit)}`;
  return `${target.kind} ${sign} ${formatValue(target.value, unit)}${aim}`;
}

const HEADER = ['measure', 'value', 'min .. max (samples)', 'asked', 'verdict'];

const cellsOf = (measure: Measure): string[] => [
  measure.name,
  formatValue(measure.value, measure.unit),
  measure.spread ? formatSpread(measure.spread, measure.unit) : '',
  formatTarget(measure),
  verdictOf(measure),
];

/** One block a section: its conditions, then its measures in aligned columns. */
export function renderTable(results: readonly SectionResult[]): string {
  const rows = results.flatMap(({ measures }) => measures.map(cellsOf));
  const widths = HEADER.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const blocks = results.map(({ section, conditions, measures, seconds }) =>
    [
      `== ${section} (${Math.round(seconds)} s)`,
      ...conditions.map((condition) => `   ${condition}`),
      line(HEADER),
      line(widths.map((width) => '-'.repeat(width))),
      ...measures.flatMap((measure) => [
        line(cellsOf(measure)),
        ...(measure.note === undefined ? [] : [`    ${measure.note}`]),
      ]),
    ].join('\n'),
  );
  return blocks.join('\n\n');
}
