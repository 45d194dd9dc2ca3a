import type { Command } from 'commander';
import { allProjections } from '../../projectors/all.ts';
import { rollBack, TablesInUseError, UnreadableForPreviousError } from '../rollback/roll-back.ts';
import { CommandFailure } from './connection.ts';
import type { Run } from './run.ts';

/** `rollback` */
export function rollbackCommand(program: Command, run: Run): void {
  program
    .command('rollback')
    .description(
      'make the database ready for the release before this one, which you start next; loses nothing',
    )
    .action(() =>
      run(({ pool, log }) =>
        rollBack({ pool, log, projections: allProjections }).catch((error: unknown) => {
          const isRefusal = error instanceof UnreadableForPreviousError || error instanceof TablesInUseError;
          throw isRefusal ? new CommandFailure(error.message) : error;
        }),
      ),
    );
}
