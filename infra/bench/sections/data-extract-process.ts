import os from 'node:os';
import { DuckDBInstance } from '@duckdb/node-api';
import { findConnections, withInstallation } from '../../cli/connection.ts';
import { datasetsNamed, extract } from '../../../projectors/extracts/extract.ts';
import type { EventLog } from '../../../shared/event-log/event-log.ts';
import type { Ran } from '../stack/data-extract.ts';

/** One task of the benchmark, named as JSON in the arguments; prints what it took. */
type Task =
  /** behind: of what the projections have come to, without waiting for them, and at the priority of the command. */
  | { kind: 'extract'; tenantId: string; to: string; behind?: 'yes' }
  | { kind: 'load'; from: string; table: string }
  | { kind: 'copy'; table: string; to: string };

const task = JSON.parse(process.argv[2] ?? '{}') as Task;

/** A log that seems to be empty when it is first asked: what the projections have come to then is taken. */
function emptyAtFirst(log: Pick<EventLog, 'lastPosition'>): Pick<EventLog, 'lastPosition'> {
  let asked = 0;
  return { lastPosition: () => (asked++ === 0 ? Promise.resolve(0n) : log.lastPosition()) };
}

async function withDuck(file: string, sql: string): Promise<{ ms: number; rows: number; cpuMs: number }> {
  const instance = await DuckDBInstance.create(file, { threads: '1' });
  const connection = await instance.connect();
  const before = process.cpuUsage();
  const startedMs = performance.now();
  const [row] = (await connection.runAndReadAll(sql)).getRowObjectsJson();
  const ms = performance.now() - startedMs;
  const cpuMs = cpuSince(before);
  connection.closeSync();
  instance.closeSync();
  return { ms, rows: Number(row?.['Count'] ?? 0), cpuMs };
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function perform(): Promise<Omit<Ran, 'peakMb'>> {
  if (task.kind === 'load') {
    return withDuck(
      task.table,
      `CREATE TABLE steps AS SELECT * FROM read_parquet('${task.from}/dataset=session_steps/*/*.parquet')`,
    );
  }
  if (task.kind === 'copy') {
    return withDuck(
      task.table,
      `COPY (SELECT * FROM steps ORDER BY day, session, step) TO '${task.to}'
       (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (day), WRITE_PARTITION_COLUMNS true)`,
    );
  }
  if (task.behind) os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  return withInstallation(findConnections(process.env), async (installation) => {
    const before = process.cpuUsage();
    const startedMs = performance.now();
    const { datasets } = await extract(
      task.behind ? { ...installation, log: emptyAtFirst(installation.log) } : installation,
      {
        tenantId: task.tenantId,
        name: 'bench',
        folder: task.to,
        datasets: datasetsNamed(['session_steps']),
        format: 'parquet',
        since: null,
        until: null,
      },
    );
    return {
      ms: performance.now() - startedMs,
      rows: datasets[0]?.rows ?? 0,
      cpuMs: cpuSince(before),
    };
  });
}

const KB_PER_MB = 1_000;
const ran: Ran = { ...(await perform()), peakMb: process.resourceUsage().maxRSS / KB_PER_MB };
console.log(JSON.stringify(ran));
process.exit(0); // the driver of the event store may still hold a connection
