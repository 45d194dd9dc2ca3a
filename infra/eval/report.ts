import { TRIAGE_LEVELS } from '../../domain/clinical/types.ts';
import type { Result, Score } from './score.ts';

/** A share of 1 as a percentage; - where there is nothing to share. */
export const percent = (value: number): string =>
  Number.isNaN(value) ? '-' : `${(value * 100).toFixed(1)} %`;

type Line = { name: string; of: (score: Score) => string; asked: string };

const LINES: readonly Line[] = [
  { name: 'vignettes', of: (score) => String(score.vignettes), asked: '' },
  { name: 'right diagnosis first', of: (score) => percent(score.top1), asked: '>= 52 %' },
  { name: '  in the first 3', of: (score) => percent(score.top3), asked: '>= 70 %' },
  { name: '  in the first 5', of: (score) => percent(score.top5), asked: '>= 77 %' },
  { name: '  in the first 10', of: (score) => percent(score.top10), asked: '' },
  { name: 'triage exact', of: (score) => percent(score.triageExact), asked: '>= 78 %' },
  { name: '  in three tiers', of: (score) => percent(score.tierExact), asked: '' },
  { name: '  too urgent', of: (score) => percent(score.overTriage), asked: '' },
  { name: '  not urgent enough', of: (score) => percent(score.underTriage), asked: '<= 4 %' },
  {
    name: 'emergencies told as one',
    of: (score) => percent(score.emergencySensitivity),
    asked: '100 %',
  },
  {
    name: 'care at home told as such',
    of: (score) => `${percent(score.selfCareExact)} of ${score.selfCareCases}`,
    asked: '>= 73 %',
  },
  {
    name: 'minor cases not told as emergency',
    of: (score) => `${percent(score.minorSpecificity)} of ${score.minorCases}`,
    asked: '>= 85 %',
  },
  {
    name: 'calibration error',
    of: (score) => (Number.isNaN(score.calibrationError) ? '-' : score.calibrationError.toFixed(3)),
    asked: '< 0.070',
  },
  {
    name: '  of a true engine, by chance',
    of: (score) => (Number.isNaN(score.calibrationByChance) ? '-' : score.calibrationByChance.toFixed(3)),
    asked: '',
  },
  {
    name: 'questions asked',
    of: (score) => (Number.isNaN(score.questions) ? '-' : score.questions.toFixed(1)),
    asked: '<= 14',
  },
];

/** Rows of cells as lines, each column as wide as its widest cell. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Scores side by side, a column each. */
export function renderScores(columns: readonly { name: string; score: Score }[]): string {
  const rows = [
    ['', ...columns.map(({ name }) => name), 'asked'],
    ...LINES.map((line) => [line.name, ...columns.map(({ score }) => line.of(score)), line.asked]),
  ];
  return renderTable(rows);
}

/** Which level was told for which. */
export function renderLevels(results: readonly Result[]): string {
  const header = ['right \\ told', ...TRIAGE_LEVELS];
  const rows = TRIAGE_LEVELS.map((right) => [
    right,
    ...TRIAGE_LEVELS.map((told) =>
      String(
        results.filter(({ vignette, outcome }) => vignette.level === right && outcome.triage_level === told)
          .length,
      ),
    ),
  ]);
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell) => cell.padEnd(20))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

/** One line for each vignette that came out wrong, worst first. */
export function renderFailures(results: readonly Result[]): string {
  const wrong = results.filter(({ urgencyError, rank }) => urgencyError !== 0 || rank !== 1);
  return wrong
    .toSorted((one, two) => one.urgencyError - two.urgencyError)
    .map(({ vignette, outcome, rank }) => {
      const first = outcome.differentials.slice(0, 3).map(({ icd, probability }) => `${icd} ${probability}`);
      const { kind, code } = outcome.triage_reason;
      return [
        vignette.id.padEnd(14),
        `${vignette.level} -> ${outcome.triage_level} (${kind} ${code})`.padEnd(70),
        `${vignette.diagnosis.icd} ${rank ?? '-'}`.padEnd(10),
        `[${outcome.active_branches.join(' ')}]`,
        first.join(', '),
      ].join(' ');
    })
    .join('\n');
}
