import { Command } from 'commander';
import { accessReviewCommand } from './access-review.ts';
import { analyticsCommands } from './analytics.ts';
import { auditCommands } from './audit.ts';
import { backupCommands } from './backup.ts';
import { backupsCommands } from './backups.ts';
import { answerCommands } from './data-answers.ts';
import { dataCommands } from './data.ts';
import { engineCommands } from './engine.ts';
import { erasureCommands } from './erasure.ts';
import { keyCommands } from './key.ts';
import { masterKeyCommands } from './keys.ts';
import { logCommands } from './log.ts';
import { mailCommands } from './mail.ts';
import { memberCommands } from './member.ts';
import { migrateCommand } from './migrate.ts';
import { rollbackCommand } from './rollback.ts';
import { rebuildCommand } from './rebuild.ts';
import { ssoCommands } from './sso.ts';
import { tenantCommands } from './tenant.ts';
import { webhookCommands } from './webhooks.ts';
import type { Run } from './run.ts';

/** Every operator command. */
export function createProgram(run: Run): Command {
  const program = new Command('npm run ops --')
    .description(
      'Operator commands. Exit code 0: done; 1: failed, or a check found something; 2: wrong usage.',
    )
    .exitOverride()
    .showHelpAfterError();
  tenantCommands(program, run);
  keyCommands(program, run);
  masterKeyCommands(program, run);
  engineCommands(program, run);
  memberCommands(program, run);
  accessReviewCommand(program, run);
  erasureCommands(program, run);
  ssoCommands(program, run);
  rebuildCommand(program, run);
  backupCommands(program);
  backupsCommands(program);
  logCommands(program, run);
  auditCommands(program, run);
  analyticsCommands(program, run);
  answerCommands(dataCommands(program, run));
  mailCommands(program);
  webhookCommands(program, run);
  migrateCommand(program);
  rollbackCommand(program, run);
  return program;
}
