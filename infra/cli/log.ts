import { InvalidArgumentError, type Command } from 'commander';
import { KeyMissingError } from '../../shared/crypto/data-keys.ts';
import { skipEvent, SkipRefusal } from '../log/skip-event.ts';
import { uuid } from './arguments.ts';
import { CommandFailure } from './connection.ts';
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

/** `log skip` */
export function logCommands(program: Command, run: Run): void {
  program
    .command('log')
    .description('repair what another application did to the event log')
    .command('skip')
    .description(
      'pass over an event for good that another application put into a stream of a name like ours, and at which ' +
        'projections stand still. Refused for events that the service wrote, and in streams that hold such. Leaves a ' +
        'row in the audit trail of the tenant',
    )
    .requiredOption('--event <event_id>', 'id of the event, as ops.parked_events shows it', uuid)
    .requiredOption('--position <position>', 'its position, from there as well', position)
    .requiredOption('--tenant <tenant_id>', 'whose audit trail shows it', uuid)
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
