import path from 'node:path';
import type { Command } from 'commander';
import { checkWhole } from '../data/check/check-whole.ts';
import { NothingRunsError } from './connection.ts';
import { KEYS_MEANING, readKeys } from './data-apply.ts';
import { told } from './data-told.ts';
import type { Run } from './run.ts';

type CheckFlags = { sinceFolder?: string; keys?: string };
const absolute = (text: string): string => path.resolve(text);

/** Without an installation, as a recipient has none, it leaves out what needs one, and says so. */
export function checkCommand(data: Command, run: Run): void {
  data
    .command('check')
    .description(
      'check an extract: its signature and files; its rows by their schemas: keys, references, values, what is of erased ' +
        'sessions; and, on an installation, sessions, steps, tokens, deliveries, the audit trail and erasures by the log ' +
        'itself. Exit code 1 where something differs',
    )
    .argument('<folder>', 'the folder of an extract', absolute)
    .option(
      '--since-folder <folder>',
      'an earlier extract: no row may have a lower revision than there',
      absolute,
    )
    .option('--keys <file>', KEYS_MEANING)
    .action(async (folder: string, { sinceFolder: earlierFolder, keys }: CheckFlags) => {
      const named = keys === undefined ? null : await readKeys(keys);
      const failing = <T extends { problems: string[] }>(checked: T): T => {
        if (checked.problems.length > 0) process.exitCode = 1;
        return checked;
      };
      try {
        await run(async (installation) => {
          const own = (await installation.signer.publicKeys()).map((key) => key.public_key);
          const options = { publicKeys: named ?? own, earlierFolder, installation };
          return failing(await told(checkWhole(folder, options)));
        });
      } catch (error) {
        if (!(error instanceof NothingRunsError)) throw error;
        const options = { publicKeys: named, earlierFolder, installation: null };
        console.log(JSON.stringify(failing(await told(checkWhole(folder, options))), null, 2));
      }
    });
}
