import { Command, CommanderError } from 'commander';
import { DomainError } from '../../domain/kernel/errors.ts';
import { MasterKeysError } from '../../shared/crypto/master-keys.ts';
import { LogUnavailableError } from '../../shared/event-log/event-log.ts';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { isUnreachable } from '../../shared/postgres/pool.ts';
import { analyticsCommands } from './analytics.ts';
import { auditCommands } from './audit.ts';
import { backupCommands } from './backup.ts';
import { CommandFailure } from './connection.ts';
import { engineCommands } from './engine.ts';
import { erasureCommands } from './erasure.ts';
import { keyCommands } from './key.ts';
import { masterKeyCommands } from './keys.ts';
import { mailCommands } from './mail.ts';
import { memberCommands } from './member.ts';
import { migrateCommand } from './migrate.ts';
import { rebuildCommand } from './rebuild.ts';
import { run } from './run.ts';
import { ssoCommands } from './sso.ts';
import { tenantCommands } from './tenant.ts';
import { webhookCommands } from './webhooks.ts';

/** One line for the operator. Unexpected errors tell their class only: a message could hold a value. */
function explain(error: unknown): string {
  if (error instanceof CommandFailure || error instanceof DomainError) return error.message;
  if (error instanceof StartupError || error instanceof MasterKeysError) return error.message;
  if (error instanceof LogUnavailableError) return 'the event store is out of reach';
  if (isUnreachable(error)) return 'the database is out of reach';
  return `unexpected ${error instanceof Error ? error.name : 'error'}`;
}

const program = new Command('npm run ops --')
  .description('Operator commands. Exit code 0: done; 1: failed, or a check found something; 2: wrong usage.')
  .exitOverride()
  .showHelpAfterError();
tenantCommands(program, run);
keyCommands(program, run);
masterKeyCommands(program, run);
engineCommands(program, run);
memberCommands(program, run);
erasureCommands(program, run);
ssoCommands(program, run);
rebuildCommand(program, run);
backupCommands(program);
auditCommands(program, run);
analyticsCommands(program, run);
mailCommands(program);
webhookCommands(program, run);
migrateCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    console.error(explain(error));
    process.exitCode = 1;
  }
}
