import type { Measure, SectionResult } from '../report/measure.ts';
import { PROCESSES, type ProcessName } from '../stack/every-process.ts';
import { measureOf, type Measured } from './figures.ts';
import { ALONE, DELIVERING, names, type Counted } from './names.ts';
import { PLANNED_SHARE, POSTGRES_CORES, sizeFor, type Sizing } from './sizing.ts';
import { STORED_ANSWERS, TABLE_GROUPS } from './storage.ts';

type Result = Pick<SectionResult, 'section' | 'measures'>;

/** Rates that the page sizes for. */
export const RATES = [10, 100, 1_000, 10_000] as const;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table in Markdown. */
const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(header), row(header.map(() => '---')), ...rows.map(row)].join('\n');

const grouped = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');

/** Two digits that matter. */
function rounded(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  if (Math.abs(value) < 0.005) return '0';
  if (Math.abs(value) < 10) return String(Number(value.toPrecision(2)));
  const size = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  return grouped(Math.round(value / size) * size);
}

/** The median, and the least and the most that a round gave. */
function spread({ value, spread: of }: Measure): string {
  const told = rounded(value);
  return of && of.samples > 1 ? `${told} (${rounded(of.min)} to ${rounded(of.max)})` : told;
}

const told = (result: Result, name: string): string => spread(measureOf(result, name));

/** When and on what it was measured, and how. */
export function measuredHow({ measured_at, machine, measures, conditions }: Measured): string {
  const rounds = Math.max(...measures.map((measure) => measure.spread?.samples ?? 1));
  const load = `load ${machine.load_before.toFixed(1)} before and ${machine.load_after.toFixed(1)} after`;
  const line = `Measured on ${measured_at.slice(0, 10)} on ${machine.cores} cores (${machine.cpu}), ${machine.memory_gb} GB, Node ${machine.node.slice(1)}, ${load}; ${rounds} rounds:`;
  return [line, '', ...conditions.map((condition) => `- ${condition}`)].join('\n');
}

/** What each process takes. */
export const costsTable = (result: Result): string =>
  tableOf(
    [
      'Process',
      'Idle, ms a second',
      'An answer at 10 a second, ms',
      'An answer at full load, ms',
      'Of that, a delivery, ms',
      'Memory, MB',
    ],
    PROCESSES.map((name) => [
      name,
      told(result, names.idle(name)),
      told(result, names.answer(name, 'slow')),
      told(result, names.answer(name, 'full')),
      DELIVERING.includes(name) ? told(result, names.delivery(name)) : '',
      told(result, names.memory(name)),
    ]),
  );

/** What a session is, and what it leaves behind. */
export function sessionTable(result: Result): string {
  const events: [string, string, string] = [
    'Event log: the events themselves',
    told(result, names.eventBytes),
    'for ever; sealed contents end with their keys',
  ];
  const file: [string, string, string] = [
    "Event log: the embedded event store's file",
    told(result, names.logBytes),
    'the same',
  ];
  const groups = TABLE_GROUPS.map(({ name, stays }) => [
    `Postgres: ${name}`,
    told(result, names.bytes(name)),
    stays,
  ]);
  const stored = [
    `Postgres: of the idempotency keys, the stored answers`,
    told(result, names.bytes(STORED_ANSWERS.name)),
    'a day',
  ];
  const wal = [
    'Postgres: write-ahead log',
    told(result, names.walBytes),
    'until the next checkpoint or your archive',
  ];
  const { value: answers } = measureOf(result, names.answersOfSession);
  const perSession = (what: Counted): string =>
    rounded(measureOf(result, names.perAnswer(what)).value * answers);
  const counts = `A session has ${rounded(answers)} answers on average; it makes ${perSession('events')} events and ${perSession('deliveries')} deliveries.`;
  const rows = [events, file, ...groups, stored, wal];
  return `${counts}\n\n${tableOf(['Where', 'Bytes a session', 'Stays'], rows)}`;
}

/** What the parts get done of which there is one. */
export function singlesTable(result: Result): string {
  const answerMs = (process: ProcessName): number => measureOf(result, names.answer(process, 'full')).value;
  const followers = ALONE.map((part) => {
    const own = measureOf(result, names.aloneOwn(part));
    const database = part === 'reader of $all' ? null : measureOf(result, names.aloneDatabase(part));
    const perAnswer = measureOf(result, names.perAnswer('events')).value;
    const busy = own.value + (database?.value ?? 0);
    return [
      `one ${part}`,
      `${told(result, names.aloneRate(part))} events/s`,
      spread(own),
      database ? spread(database) : '',
      rounded(1_000_000 / busy / perAnswer),
    ];
  });
  const store = [
    'one embedded event store',
    `${told(result, names.appends)} appends/s`,
    told(result, names.appendCpu),
    '',
    rounded(1_000 / answerMs('event store')),
  ];
  // A session takes as many admissions as there are appends, nearly all of which cost tokens.
  const admissions = measureOf(result, names.perAnswer('appends')).value;
  const locked = measureOf(result, names.tenantLock);
  const lock = [
    'the lock of one tenant',
    `${spread(locked)} admissions/s`,
    '',
    '',
    `${rounded(locked.value / admissions)} of this tenant`,
  ];
  const reactors = ['the reactors', '', '', '', rounded(1_000 / answerMs('reactors'))];
  const postgres = [
    `one Postgres of ${POSTGRES_CORES} cores`,
    '',
    '',
    '',
    rounded((POSTGRES_CORES * 1_000) / answerMs('Postgres')),
  ];
  return tableOf(
    ['Part', 'Alone', 'Own time for 1,000, ms', "Postgres' time for 1,000, ms", 'Full at answers/s'],
    [...followers, store, lock, reactors, postgres],
  );
}

const percent = (share: number): string => `${rounded(share * 100)} %`;

function overfull({ singles }: Sizing): string {
  const over = singles.filter(({ share }) => share > PLANNED_SHARE);
  if (over.length === 0)
    return `none; the first is the ${singles[0]?.part} (${percent(singles[0]?.share ?? 0)})`;
  return over.map(({ part, share }) => `${part} (${percent(share)})`).join(', ');
}

const size = (gb: number): string => (gb >= 1_000 ? `${rounded(gb / 1_000)} TB` : `${rounded(gb)} GB`);

/** What to provide for so many answers a second. */
export function sizesTable(result: Result): string {
  const sizings = RATES.map((rate) => sizeFor(result, rate));
  const line = (title: string, cell: (sizing: Sizing) => string): string[] => [title, ...sizings.map(cell)];
  return tableOf(
    ['Answers a second', ...RATES.map(grouped)],
    [
      line('Cores in all', ({ cores }) => grouped(cores)),
      ...PROCESSES.map((name) =>
        line(`– of them busy: ${name}`, ({ busyCores }) => rounded(busyCores[name])),
      ),
      line('Processes `command-api`', ({ processes }) => grouped(processes['command-api'])),
      line('Processes `query-api`', ({ processes }) => grouped(processes['query-api'])),
      line('Processes `webhook-dispatcher`', ({ processes }) => grouped(processes['webhook-dispatcher'])),
      line('Memory of all processes', ({ memoryMb }) => size(memoryMb / 1_000)),
      line('Connections to Postgres, at most', ({ connections }) => grouped(connections)),
      line('Event log, a day', ({ logGb }) => size(logGb.day)),
      line('Event log, a year', ({ logGb }) => size(logGb.year)),
      line('Postgres, a day', ({ tablesGb }) => size(tablesGb.day)),
      line('Postgres, a year', ({ tablesGb }) => size(tablesGb.year)),
      line('Write-ahead log of Postgres', ({ walMbPerS }) => `${rounded(walMbPerS)} MB/s`),
      line('Single parts that are too busy', overfull),
    ],
  );
}

/** What the simulation of divided followers found. */
export function partsTable(result: Result): string {
  const works = ['projections', 'fan-out'];
  const differing = (name: string): string => {
    const { value, note } = measureOf(result, name);
    return value === 0 ? 'none' : (note ?? grouped(value));
  };
  const rows = works.flatMap((work) => [
    ...[1, 2, 4].map((count) => [
      work,
      String(count),
      told(result, `${work} in ${count}, events of the log`),
      told(result, `${work} in ${count}, processor time of the busiest part for 1000 events of the log`),
      count === 1 ? '' : differing(`${work} in ${count}, one killed: differ from one process`),
    ]),
    [
      `${work}, all by stream`,
      '2',
      '',
      '',
      differing(`${work} in 2, all by stream: differ from one process`),
    ],
  ]);
  return tableOf(
    [
      'Work',
      'Processes',
      'Events of the log a second',
      'Busiest process, ms for 1,000 events',
      'Differs from one process',
    ],
    rows,
  );
}
