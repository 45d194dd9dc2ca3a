import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { Command, InvalidArgumentError } from 'commander';
import { createLogger } from '../../shared/logging/logger.ts';
import { keepFigures, QUOTED } from './capacity/figures.ts';
import { CAPACITY_PAGE, capacityPage, tablesOf } from './capacity/page.ts';
import { describeMachine, loadNow } from './report/environment.ts';
import type { SectionResult } from './report/measure.ts';
import { renderTable } from './report/table.ts';
import type { BenchOptions, Section } from './section.ts';
import { accessRows } from './sections/access-rows.ts';
import { answerPath } from './sections/answer-path.ts';
import { apiProcesses } from './sections/api-processes.ts';
import { audit } from './sections/audit.ts';
import { backupSection } from './sections/backup.ts';
import { capacity } from './sections/capacity.ts';
import { dataExtract } from './sections/data-extract.ts';
import { deliveryLists } from './sections/delivery-lists.ts';
import { eventsFeed } from './sections/events-feed.ts';
import { dispatcher } from './sections/dispatcher.ts';
import { dispatcherFairness } from './sections/dispatcher-fairness.ts';
import { dispatcherLatency } from './sections/dispatcher-latency.ts';
import { dispatcherSoak } from './sections/dispatcher-soak.ts';
import { endpointHealth } from './sections/endpoint-health.ts';
import { engineSection } from './sections/engine.ts';
import { erasure } from './sections/erasure.ts';
import { factsSection } from './sections/facts.ts';
import { eventStore } from './sections/event-store.ts';
import { lists } from './sections/lists.ts';
import { partitions } from './sections/partitions.ts';
import { projection } from './sections/projection.ts';
import { protection } from './sections/protection.ts';
import { readAfterWrite } from './sections/read-after-write.ts';
import { rebuildSection } from './sections/rebuild-long.ts';
import { eventMacs } from './sections/event-macs.ts';
import { storeAccess } from './sections/store-access.ts';
import { usageLists } from './sections/usage-lists.ts';

const SECTIONS: readonly Section[] = [
  answerPath,
  apiProcesses,
  protection,
  storeAccess,
  accessRows,
  eventMacs,
  readAfterWrite,
  capacity,
  projection,
  partitions,
  rebuildSection,
  backupSection,
  dispatcher,
  dispatcherFairness,
  dispatcherLatency,
  dispatcherSoak,
  engineSection,
  lists,
  deliveryLists,
  endpointHealth,
  usageLists,
  eventsFeed,
  factsSection,
  dataExtract,
  audit,
  erasure,
  eventStore,
];
const names = SECTIONS.map(({ name }) => name);
const RESULTS = path.resolve(import.meta.dirname, '../../bench-results');

function parseSections(text: string): string[] {
  const wanted = text.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new InvalidArgumentError(`some of ${names.join(', ')}`);
  return wanted;
}

async function runSection(section: Section, options: BenchOptions): Promise<SectionResult> {
  const startedMs = performance.now();
  const { conditions, measures } = await section.run(options);
  return {
    section: section.name,
    conditions,
    measures,
    seconds: (performance.now() - startedMs) / 1_000,
  };
}

const program = new Command('npm run bench --')
  .description(
    'Measures the service on this machine, on servers and data of its own. Ratios (bound) are to hold anywhere; ' +
      'other numbers (goal) depend on the machine. The table goes to stdout, the same as JSON to bench-results/. ' +
      'Exit code 0: measured, whatever came out; 1: a section could not be measured; the others are told.',
  )
  .option('--only <section[,section]>', `run ${names.join(', ')}`, parseSections)
  .option(
    '--keep <file...>',
    `run nothing; write ${QUOTED.join(' and ')} of results in bench-results/ into ${CAPACITY_PAGE}`,
  )
  .option('--quick', 'small sizes and short windows, to see that everything runs', false)
  .parse();
const { only, quick, keep } = program.opts<{ only?: string[]; quick: boolean; keep?: string[] }>();

if (keep !== undefined) {
  const kept = keep.flatMap(keepFigures);
  writeFileSync(path.resolve(import.meta.dirname, '../..', CAPACITY_PAGE), capacityPage());
  console.log(`${CAPACITY_PAGE} quotes ${kept.join(', ')}`);
  process.exit(kept.length > 0 ? 0 : 1);
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const started = new Date();
const loadBefore = loadNow();
const file = path.join(RESULTS, `${started.toISOString().replace(/[:.]/g, '-')}.json`);
const results: SectionResult[] = [];
const failed: string[] = [];
let machine = describeMachine(loadBefore);

mkdirSync(RESULTS, { recursive: true });
for (const section of SECTIONS.filter(({ name }) => only?.includes(name) ?? true)) {
  const options: BenchOptions = {
    quick,
    env: process.env,
    logger: createLogger({ name: 'bench', level: 'silent' }),
    tell: (line) => tell(`[${section.name}] ${line}`),
  };
  options.tell('starting');
  try {
    results.push(await runSection(section, options));
  } catch (error) {
    options.tell(`could not be measured: ${inspect(error)}`);
    failed.push(section.name);
  }
  // After each section: what was measured stays, whatever becomes of the next.
  machine = describeMachine(loadBefore);
  const measured = { started_at: started, quick, machine, failed, results };
  writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
}

console.log(renderTable(results));
const costs = results.find(({ section }) => section === 'capacity');
if (costs) console.log(`\nas in ${CAPACITY_PAGE}, from these numbers:\n\n${tablesOf(costs)}`);
if (failed.length > 0) console.log(`\ncould not be measured: ${failed.join(', ')}`);
console.log(
  `\n${machine.cores} x ${machine.cpu}, ${machine.memory_gb} GB, node ${machine.node}, load ${machine.load_before.toFixed(2)} before and ${machine.load_after.toFixed(2)} after${quick ? ', quick' : ''}`,
);
console.log(file);
process.exit(failed.length > 0 ? 1 : 0); // keep-alive connections of the load generator are still open
