import type { Command } from 'commander';
import { loadEngine } from '../../shared/clinical/load-knowledge.ts';
import { compareEngine } from '../engine-compare/compare.ts';
import { uuid, wholeNumber } from './arguments.ts';
import { CommandFailure } from './connection.ts';
import { countBar } from './progress.ts';
import type { Run } from './run.ts';

type Options = { tenant?: string; all: boolean; details: number };

/** `engine compare <folder>` */
export function engineCommands(program: Command, run: Run): void {
  program
    .command('engine')
    .description('look at the clinical engine')
    .command('compare')
    .description(
      'run stored sessions through the knowledge base in a folder and report what would have changed in triage level ' +
        'and first diagnosis; changes nothing, prints codes and ids only',
    )
    .argument('<folder>', 'folder of the other knowledge base, with its knowledge/ and lexicon/')
    .option('--tenant <tenant_id>', 'sessions of this tenant only', uuid)
    .option('--all', 'sessions that are not finalized as well', false)
    .option('--details <count>', 'how many changed sessions to name ', wholeNumber(0, 10_000), 20)
    .action((folder: string, options: Options) =>
      run(async (installation) => {
        const engine = await loadEngine(folder).catch((error: unknown) => {
          throw new CommandFailure(
            error instanceof Error ? error.message : 'the knowledge base cannot be read',
          );
        });
        const bar = countBar('compare', 0);
        try {
          return await compareEngine(installation, {
            engine,
            tenantId: options.tenant ?? null,
            finalized: !options.all,
            details: options.details,
            onProgress: bar.show,
          });
        } finally {
          bar.stop();
        }
      }),
    );
}
