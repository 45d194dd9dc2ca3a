/** A metric as the reference of operators shows it. */
export type MetricRow = {
  name: string;
  type: string;
  labels: readonly string[];
  /** The processes of `npm start` that export it. */
  processes: readonly string[];
  help: string;
};

const BEGIN = '<!-- metrics: begin -->';
const END = '<!-- metrics: end -->';
const ROW = /^\| `(triage_[a-z0-9_]+)` \| (\w+) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm;

const listed = (cell: string): string[] =>
  cell.split(',').flatMap((one) => one.replaceAll('`', '').trim() || []);

/** The rows that stand in the page. */
export const readMetricRows = (page: string): MetricRow[] =>
  [...page.matchAll(ROW)].map(([, name = '', type = '', labels = '', processes = '', help = '']) => ({
    name,
    type,
    labels: listed(labels),
    processes: listed(processes),
    help: help.trim(),
  }));

/** The page with other rows. Throws where it has no place for them. */
export function withMetricRows(page: string, rows: readonly MetricRow[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('the page has no place for the metrics');
  const lines = rows.map(({ name, type, labels, processes, help }) => {
    const cells = [
      `\`${name}\``,
      type,
      labels.map((label) => `\`${label}\``).join(', '),
      processes.join(', '),
      help,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head = ['| Metric | Type | Labels | Processes | Meaning |', '|---|---|---|---|---|'];
  return `${before}${BEGIN}\n\n${[...head, ...lines].join('\n')}\n\n${END}${after}`;
}
