import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';
import { withInstallation } from '../../infra/cli/connection.ts';
import { createProgram } from '../../infra/cli/program.ts';
import { programOf, projectRoot } from '../../infra/embedded/program.ts';
import { serverSettings } from './servers.ts';
import type { TestStack } from './stack.ts';

/** Runs an operator command as a process of its own, with these settings and no others. */
export async function runOps(words: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [programOf('infra/cli/main.ts'), ...words], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], ...env },
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

/** Runs operator commands over a stack, in this process: each gives its JSON and its exit code. */
export const opsOf =
  (stack: TestStack) =>
  async (...args: string[]): Promise<{ result: unknown; code: unknown }> => {
    let result: unknown;
    const connections = { ...serverSettings(stack), DATA_DIR: stack.dataDir };
    const program = createProgram(async (work) => void (result = await withInstallation(connections, work)));
    await program.parseAsync(args, { from: 'user' });
    const { exitCode } = process;
    process.exitCode = undefined;
    return { result, code: exitCode };
  };

/** Has an event skipped, with `log skip`. */
export const skipWith = (
  ops: ReturnType<typeof opsOf>,
  { eventId, position }: { eventId: string; position: bigint },
  { tenantId, reason }: { tenantId: string; reason: string },
): ReturnType<typeof ops> => {
  const place = ['--event', eventId, '--position', String(position)];
  return ops('log', 'skip', ...place, '--tenant', tenantId, '--reason', reason);
};

/** Rows agree with a rebuild; and of a tenant, the trail with what was signed and with the log, but for what was skipped. */
export async function agrees(
  t: ExecutionContext,
  ops: ReturnType<typeof opsOf>,
  trail?: { tenantId: string; skipped: string[] },
): Promise<void> {
  t.like(await ops('rebuild', '--all', '--check'), { code: undefined, result: { isSame: true } });
  if (trail === undefined) return;
  const { tenantId, skipped } = trail;
  const verified = await ops('audit', 'verify', tenantId, '--against-log');
  t.like(verified, { code: undefined, result: { intact: true, skipped } });
  t.like(await ops('audit', 'checkpoint', tenantId), { code: undefined });
}
