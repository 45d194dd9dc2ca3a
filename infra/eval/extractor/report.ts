import { percentile } from '../../bench/report/statistics.ts';
import { renderAlarms } from '../alarms.ts';
import { renderAnswers } from '../answers.ts';
import { percent, renderScores, renderTable } from '../report.ts';
import type { Results } from '../run.ts';
import { scoreOf } from '../score.ts';
import { renderSentences } from '../sentences.ts';
import type { Calls } from './asker.ts';
import { READERS, type ReadByAll } from './readers.ts';

/** The tables of the evaluation, for each reader of the same texts. A table without texts is left out. */
export function renderReaders(read: ReadByAll): string {
  const vignettes = (mode: 'text' | 'interview', title: string): string[] => {
    const columns = READERS.flatMap((name) => {
      const results = read[name][mode];
      return results.length === 0 ? [] : [{ name, score: scoreOf(results) }];
    });
    return columns.length === 0 ? [] : [`${title}\n\n${renderScores(columns)}`];
  };
  const rows = <Table extends 'sentences' | 'answers' | 'alarms'>(
    table: Table,
    title: string,
    render: (rows: Results[Table]) => string,
  ): string[] =>
    READERS.flatMap((reader) =>
      read[reader][table].length === 0 ? [] : [`${title}, ${reader}\n\n${render(read[reader][table])}`],
    );
  return [
    ...vignettes('text', 'All text at once'),
    ...vignettes('interview', 'Interview'),
    ...rows('sentences', 'Sentence by sentence', renderSentences),
    ...rows('answers', 'Answer by answer', renderAnswers),
    ...rows('alarms', 'Alarms', renderAlarms),
  ].join('\n\n');
}

/** How the model kept to its task: calls, answers that were none, findings that were not taken, time and size. */
export function renderCalls(calls: Calls): string {
  const { sent, reused, failures, dropped, findings, latenciesMs, promptChars, stopped } = calls;
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const whole = (value: number): string => (Number.isNaN(value) ? '-' : value.toFixed(0));
  const rows = [
    ['requests sent', String(sent)],
    ['answers of an earlier run, used again', String(reused)],
    ['requests without a usable answer', `${failed} (${percent(failed / sent)})`],
    ...[...failures].sort().map(([failure, count]) => [`  ${failure}`, String(count)]),
    ['findings that were taken', String(findings)],
    ['findings that were not', String(dropped.unknown_code + dropped.invalid_value + dropped.contradictory)],
    ...Object.entries(dropped).map(([reason, count]) => [`  ${reason}`, String(count)]),
    ...[0.5, 0.9, 0.99, 1].map((share) => [
      share === 1 ? 'slowest answer, ms' : `answered within, ms, ${share * 100} %`,
      whole(percentile(latenciesMs, share)),
    ]),
    ['characters of a prompt, median', whole(percentile(promptChars, 0.5))],
    ['characters of a prompt, longest', whole(percentile(promptChars, 1))],
    ...(stopped === null ? [] : [['not all was asked', stopped]]),
  ];
  return renderTable(rows);
}
