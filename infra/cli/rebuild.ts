import os from 'node:os';
import type { Command } from 'commander';
import { allProjections } from '../../projectors/all.ts';
import { NotRebuildableError } from '../../projectors/rebuild/clone-tables.ts';
import { LogBehindError } from '../../projectors/rebuild/live-checkpoints.ts';
import { rebuild, RebuildRunningError } from '../../projectors/rebuild/rebuild.ts';
import { CommandFailure } from './connection.ts';
import type { Run } from './run.ts';
import { progressBar } from './progress.ts';

/** Whether a rebuild could not be made, for a reason that its message tells the operator. */
export const isRebuildRefusal = (error: unknown): error is Error =>
  [RebuildRunningError, LogBehindError, NotRebuildableError].some((refusal) => error instanceof refusal);

/** `rebuild <projection...> [--check]` */
export function rebuildCommand(program: Command, run: Run): void {
  const names = allProjections.map((projection) => projection.name);
  program
    .command('rebuild')
    .description(
      'build read models again from the log, beside the live ones, and switch; with --check compare only ' +
        '(exit code 1 where a live table differs from the log)',
    )
    .argument('[projection...]', `some of ${names.join(', ')}`)
    .option('--all', 'every projection', false)
    .option('--check', 'compare and leave the live tables alone', false)
    .action((asked: string[], options: { all: boolean; check: boolean }) =>
      run(async (installation) => {
        const wanted = options.all ? names : asked;
        const unknown = wanted.filter((name) => !names.includes(name));
        if (wanted.length === 0) throw new CommandFailure(`name a projection (${names.join(', ')}) or --all`);
        if (unknown.length > 0) throw new CommandFailure(`no such projection: ${unknown.join(', ')}`);
        // Where cores are short, callers come first: nobody waits for a rebuild.
        os.setPriority(os.constants.priority.PRIORITY_LOW);
        const bar = progressBar('{phase} {bar} {percentage}% | {events} events | {rate} events/s');
        try {
          const result = await rebuild({
            ...installation,
            projections: allProjections.filter((projection) => wanted.includes(projection.name)),
            check: options.check,
            onProgress: ({ phase, events, position, lastPosition, eventsPerSecond }) => {
              const payload = { phase, events, rate: Math.round(eventsPerSecond) };
              bar.show(Number(position), Number(lastPosition), payload);
            },
          });
          if (!result.isSame) process.exitCode = 1;
          return result;
        } catch (error) {
          throw isRebuildRefusal(error) ? new CommandFailure(error.message) : error;
        } finally {
          bar.stop();
        }
      }),
    );
}
