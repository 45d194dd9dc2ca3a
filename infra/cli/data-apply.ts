import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { applyExtracts } from '../data/apply/apply.ts';
import { CommandFailure } from './connection.ts';
import { told } from './data-told.ts';

type ApplyFlags = { to: string; schema: string; keys?: string };

/** Works for a recipient, without an installation. */
export function applyCommand(data: Command): void {
  data
    .command('apply')
    .description(
      'merge extracts, in order, into tables of your own: delete what was erased, then put in what is new or was ' +
        'changed. Needs no installation. Refuses an extract that does not follow on the one before',
    )
    .argument('<folder...>', 'folders of extracts, the oldest first')
    .requiredOption('--to <target>', 'a file of DuckDB, or postgresql://user@server/database')
    .option('--schema <name>', 'schema of the tables in Postgres', 'facts_copy')
    .option('--keys <file>', KEYS_MEANING)
    .action(async (folders: string[], { to, schema, keys }: ApplyFlags) => {
      const publicKeys = keys === undefined ? null : await readKeys(keys);
      const absolute = folders.map((folder) => path.resolve(folder));
      const applied = await told(applyExtracts(absolute, { to, schema, publicKeys }));
      console.log(JSON.stringify(applied, null, 2));
    });
}

export const KEYS_MEANING =
  'public keys of the operator, as `audit public-key` prints them; without it the key that stands in the manifest is believed';

const keysSchema = z.array(z.object({ public_key: z.string() })).min(1);

/** The keys in a file that `audit public-key` wrote. */
export async function readKeys(file: string): Promise<string[]> {
  try {
    return keysSchema.parse(JSON.parse(await readFile(file, 'utf8'))).map((key) => key.public_key);
  } catch {
    throw new CommandFailure(
      `${file} is no list of public keys, as npm run ops -- audit public-key prints it`,
    );
  }
}
