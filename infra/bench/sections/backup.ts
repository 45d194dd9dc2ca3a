import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { allProjections } from '../../../projectors/all.ts';
import { awaitCaughtUp } from '../../../shared/projection/await-caught-up.ts';
import { createProjectionRunner } from '../../../shared/projection/runner.ts';
import { goalAtMost, repeated, type Measure } from '../report/measure.ts';
import type { BenchOptions, Section } from '../section.ts';
import { durability, operatorEnv, withInfrastructure, type BenchStack } from '../stack/bench-stack.ts';
import { openSessionLog } from '../stack/session-log.ts';
import { runOperator, type Ended } from './operator-process.ts';
import { startRebuild } from './rebuild-process.ts';

const TENANTS = 8;
const sizeOf = ({ quick }: BenchOptions) =>
  quick ? { events: 20_000, added: 1_000, rounds: 2 } : { events: 1_000_000, added: 10_000, rounds: 2 };
const TELL_EVERY = 100_000;
const CATCH_UP_LIMIT_MS = 600_000;
const MB = 1_000_000;

/** Of what the commands print. */
type Taken = { events: number; rows: number; bytes: number; position: number };
type Restored = { intact: boolean; position: number };

export const backupSection: Section = {
  name: 'backup',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const root = mkdtempSync(path.join(os.tmpdir(), 'triage-bench-backups-'));
      try {
        return await measureBackups(stack, options, root);
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }),
};

/** Has the read models follow the log as the projectors' process does, until they have caught up with it. */
async function followLog({ installation }: BenchStack, { logger }: BenchOptions): Promise<void> {
  const runner = createProjectionRunner({
    ...installation,
    name: 'projections',
    holder: installation.newId(),
    projections: allProjections,
    logger,
    registry: new Registry(),
  });
  await runner.start();
  try {
    const position = await installation.log.lastPosition();
    const projections = allProjections.map(({ name }) => name);
    const limits = { timeoutMs: CATCH_UP_LIMIT_MS, pollMs: 100 };
    await awaitCaughtUp(installation.pool, { projections, position, ...limits });
  } finally {
    await runner.stop();
  }
}

/**
 * Full backups and such that go on from the one before, alternating, of a long log with all of its read models; then the
 * restore to a moment between the two backups of the last chain. All by the operator's commands, with the start of their process.
 */
async function measureBackups(stack: BenchStack, options: BenchOptions, root: string) {
  const { events, added, rounds } = sizeOf(options);
  const { writer } = await openSessionLog(stack.installation, { tenants: TENANTS, keysPerTenant: 1 });
  for (let written = 0; written < events;) {
    written += (await writer.write(Math.min(TELL_EVERY, events - written))).events;
    options.tell(`${written} of ${events} events written`);
  }
  const env = { ...options.env, ...operatorEnv(stack) };
  await startRebuild(stack, options).result; // faster than to follow
  await followLog(stack, options);
  options.tell('read models made');
  const fulls: Ended<Taken>[] = [];
  const parts: Ended<Taken>[] = [];
  const folderOf = (kind: string, round: number): string => path.join(root, `${kind}-${round}`);
  for (let round = 1; round <= rounds; round++) {
    // 1,000,000 events are 10 GB: room for one chain is enough.
    for (const kind of ['full', 'part']) rmSync(folderOf(kind, round - 1), { recursive: true, force: true });
    fulls.push(await runOperator<Taken>(['backup', folderOf('full', round)], env));
    await writer.write(added);
    await followLog(stack, options);
    const words = ['backup', folderOf('part', round), '--since', folderOf('full', round)];
    parts.push(await runOperator<Taken>(words, env));
    options.tell(`round ${round} of ${rounds}: ${JSON.stringify([fulls.at(-1), parts.at(-1)])}`);
  }
  const until = (fulls.at(-1)?.result.position ?? 0) + Math.floor(added / 2);
  const words = ['restore', folderOf('part', rounds), '--no-ledger', '--until', String(until)];
  const elsewhere = { ...env, DATABASE_URL: undefined, DATA_DIR: path.join(root, 'restored') };
  const restored = await runOperator<Restored>(words, elsewhere);
  if (!restored.result.intact) throw new Error('the restored installation is not intact');
  // The call at the moment counts as a whole.
  const isCut = restored.result.position >= until && restored.result.position < until + added / 2;
  if (!isCut) throw new Error('the restored log does not end at the moment');
  return {
    conditions: [
      ...(await durability(stack)),
      `${fulls[0]?.result.events ?? 0} events, ${fulls[0]?.result.rows ?? 0} rows; ${rounds} full backups and as many that go on from them after ${added} more events, alternating; each a process of its own. There are no deliveries and no rows of calls`,
    ],
    measures: measuresOf({ fulls, parts, restored, added }),
  };
}

type Runs = { fulls: Ended<Taken>[]; parts: Ended<Taken>[]; restored: Ended<Restored>; added: number };

function measuresOf({ fulls, parts, restored, added }: Runs): Measure[] {
  const part = `backup of ${added} more events`;
  const seconds = (runs: Ended<Taken>[]): number[] => runs.map((run) => run.seconds);
  const megabytes = (runs: Ended<Taken>[]): number[] => runs.map(({ result }) => result.bytes / MB);
  const ratios = parts.map(({ result }, round) => result.bytes / (fulls[round]?.result.bytes ?? 0));
  const memory = Math.max(...[...fulls, ...parts].map((run) => run.memoryMb));
  return [
    repeated({ name: 'full backup, s', unit: 'count' }, seconds(fulls)),
    repeated({ name: 'full backup, MB', unit: 'count' }, megabytes(fulls)),
    repeated({ name: `${part}, s`, unit: 'count' }, seconds(parts)),
    repeated({ name: `${part}, MB`, unit: 'count' }, megabytes(parts)),
    repeated({ name: 'its bytes to those of a full one', unit: 'ratio', target: goalAtMost(0.1) }, ratios),
    { name: 'restore of the chain to a moment, all checks, s', unit: 'count', value: restored.seconds },
    { name: 'memory of a backup at most, MB', unit: 'count', value: memory, target: goalAtMost(400) },
    { name: 'memory of the restore at most, MB', unit: 'count', value: restored.memoryMb },
  ];
}
