import { InvalidArgumentError, type Command } from 'commander';
import { KeyMissingError } from '../../shared/crypto/data-keys.ts';
import { acceptLog, TooLateError } from '../log/accept-unsigned.ts';
import { checkLog } from '../log/readability.ts';
import { skipEvent, SkipRefusal } from '../log/skip-event.ts';
import { uuid } from './arguments.ts';
import { CommandFailure } from './connection.ts';
import { progressBar } from './progress.ts';
import type { Run } from './run.ts';

const MAX_REASON = 500;

function position(text: string): bigint {
  if (!/^\d{1,19}$/.test(text)) throw new InvalidArgumentError('a position of the log, in digits');
  return BigInt(text);
}

function reason(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_REASON)
    throw new InvalidArgumentError(`1 to ${MAX_REASON} characters`);
  return trimmed;
}

type SkipOptions = { event: string; position: bigint; tenant: string; reason: string };

/** `log check`, `log skip`, `log accept-unsigned` */
export function logCommands(program: Command, run: Run): void {
  const log = program
    .command('log')
    .description('find events that nobody can read, and have them passed over');
  checkCommand(log, run);
  skipCommand(log, run);
  acceptCommand(log, run);
}

function checkCommand(log: Command, run: Run): void {
  log
    .command('check')
    .description(
      'read and open the whole log; lists the events that cannot be read, and those that were skipped. Exits with 1 ' +
        'where an event cannot be read and was not skipped',
    )
    .action(() =>
      run(async (installation) => {
        const bar = progressBar('check, at position {value} of the log');
        try {
          const events = await checkLog(installation, (position) => bar.show(Number(position)));
          if (events.some(({ problem }) => problem !== 'skipped')) process.exitCode = 1;
          return { events };
        } finally {
          bar.stop();
        }
      }),
    );
}

function acceptCommand(log: Command, run: Run): void {
  log
    .command('accept-unsigned')
    .description(
      'have the events without a MAC count that stand in the log now. For an update from an older version that makes no ' +
        'MACs, to which you had gone back: before a process of this version starts. Whoever else has written to the event ' +
        'store meanwhile counts as well',
    )
    .action(() =>
      run(async (installation) => {
        try {
          return await acceptLog(installation);
        } catch (error) {
          if (error instanceof TooLateError) throw new CommandFailure(error.message);
          throw error;
        }
      }),
    );
}

function skipCommand(log: Command, run: Run): void {
  log
    .command('skip')
    .description(
      'pass over an event for good that nobody can read, and at which projections stand still. Refused for events that ' +
        'can be read, and where only a data key is missing. A session with such an event can only be erased; an API key ' +
        'or member has no access any more. Leaves a row in the audit trail of the tenant',
    )
    .requiredOption(
      '--event <event_id>',
      'id of the event, as `log check` or ops.parked_events shows it',
      uuid,
    )
    .requiredOption('--position <position>', 'its position, from there as well', position)
    .requiredOption('--tenant <tenant_id>', 'whose event it is; if nobody knows, whose trail shows it', uuid)
    .requiredOption('--reason <text>', 'why; kept sealed', reason)
    .action((options: SkipOptions) =>
      run(async (installation) => {
        try {
          const { event: eventId, tenant: tenantId, position: at, reason: why } = options;
          return await skipEvent(installation, { eventId, position: at, tenantId, reason: why });
        } catch (error) {
          if (error instanceof SkipRefusal) throw new CommandFailure(error.message);
          if (error instanceof KeyMissingError) throw new CommandFailure('there is no such tenant');
          throw error;
        }
      }),
    );
}
