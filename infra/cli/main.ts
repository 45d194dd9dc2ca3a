import { CommanderError } from 'commander';
import { DomainError } from '../../domain/kernel/errors.ts';
import { MasterKeysError } from '../../shared/crypto/master-keys.ts';
import { LogUnavailableError } from '../../shared/event-log/event-log.ts';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { describeDatabaseProblem } from '../../shared/postgres/describe-problem.ts';
import { CommandFailure } from './connection.ts';
import { createProgram } from './program.ts';
import { run } from './run.ts';

/** One line for the operator. Unexpected errors tell their class only: a message could hold a value. */
function explain(error: unknown): string {
  if (error instanceof CommandFailure || error instanceof DomainError) return error.message;
  if (error instanceof StartupError || error instanceof MasterKeysError) return error.message;
  if (error instanceof LogUnavailableError) return error.message;
  return describeDatabaseProblem(error) ?? `unexpected ${error instanceof Error ? error.name : 'error'}`;
}

try {
  await createProgram(run).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    console.error(explain(error));
    // At once: the driver may still look for a node of a cluster, for up to minutes.
    process.exit(1);
  }
}
