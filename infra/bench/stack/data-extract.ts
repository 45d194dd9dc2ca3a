import { loadCatalogue } from '../../../shared/clinical/load-knowledge.ts';
import { writeCatalogue } from '../../analytics/catalogue.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Installation } from '../../cli/connection.ts';
import { grantRecipient } from '../../../projectors/extracts/recipients.ts';
import { programOf } from '../../embedded/program.ts';
import type { BenchStack } from './bench-stack.ts';

/** What a task of `sections/data-extract-process.ts` took. */
export type Ran = { ms: number; rows: number; cpuMs: number; peakMb: number };
const run = promisify(execFile);

/** In a process of its own, so that its memory and processor time are nobody else's. */
export async function runProcess(task: Record<string, string>, env: NodeJS.ProcessEnv): Promise<Ran> {
  const { stdout } = await run(
    process.execPath,
    [programOf('infra/bench/sections/data-extract-process.ts'), JSON.stringify(task)],
    { env: { PATH: process.env['PATH'], ...env }, maxBuffer: 1_000_000 },
  );
  return JSON.parse(stdout) as Ran;
}

export const connectionsOf = ({ infrastructure }: BenchStack): NodeJS.ProcessEnv => ({
  DATABASE_URL: infrastructure.databaseUrl,
  EVENTSTORE_URL: infrastructure.eventStoreUrl,
  MASTER_KEY_FILE: infrastructure.masterKeyFile,
});

/** The recipient that the tasks take extracts for, and the catalogue that goes into them. */
export async function grantBench(
  { pool, random, newId, now }: Installation,
  tenantId: string,
): Promise<void> {
  const recipient = { recipientId: newId(), tenantId, name: 'bench', exactTimes: false, grantedAt: now() };
  await grantRecipient(pool, recipient, random);
  await writeCatalogue(pool, await loadCatalogue());
}
