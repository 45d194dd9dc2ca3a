import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { settings } from '../../shared/config/settings.ts';
import { listMasterKeys } from '../keys/list.ts';
import { retireMasterKey } from '../keys/retire.ts';
import { KeysRefusal, writeFirstRing } from '../keys/ring-changes.ts';
import { addMasterKey, rotateMaster, type KeysParts } from '../keys/rotate.ts';
import { CommandFailure, type Installation } from './connection.ts';
import { progressBar } from './progress.ts';
import type { Run } from './run.ts';

/** `keys list|add|rotate-master|retire|make-ring` */
export function masterKeyCommands(program: Command, run: Run): void {
  const keys = program.command('keys').description('list, rotate and retire the master keys');
  keys
    .command('list')
    .description('every master key, and how many data keys and signing keys it wraps')
    .action(() => run(({ pool, masterKeys }) => listMasterKeys(pool, masterKeys)));
  keys
    .command('add')
    .description(
      'add a new master key to the key ring file without using it, so that the file can be brought to every host first',
    )
    .action(() =>
      run((installation) =>
        refusable(async () => ({ added: await addMasterKey(partsOf(installation)), ...keepACopy })),
      ),
    );
  rotateCommand(keys, run);
  keys
    .command('retire')
    .description('take a master key that wraps nothing any more out of the key ring, for good')
    .argument('<master_id>', 'id of the master key', masterId)
    .action((id: string) =>
      run((installation) => refusable(() => retireMasterKey(partsOf(installation), id))),
    );
  makeRingCommand(keys);
}

const keepACopy = { note: 'keep a copy of the key ring file apart from the data' };

function rotateCommand(keys: Command, run: Run): void {
  keys
    .command('rotate-master')
    .description(
      'make a new master key, or use the one that is named, and wrap every data and signing key with it while everything ' +
        'goes on. Stopped midway, it goes on where it was when it is started again. Exit code 1 where a key is left over',
    )
    .option('--to <master_id>', 'a key of the ring instead of a new one', masterId)
    .action((options: { to?: string }) =>
      run((installation) =>
        refusable(async () => {
          const bar = progressBar('rewrap {bar} {percentage}% | {value}/{total} keys');
          try {
            const result = await rotateMaster(partsOf(installation), { ...options, onProgress: bar.show });
            if (result.left > 0) process.exitCode = 1;
            return { ...result, ...keepACopy };
          } finally {
            bar.stop();
          }
        }),
      ),
    );
}

/** Needs neither database nor event store: it is run before there is either. */
function makeRingCommand(keys: Command): void {
  keys
    .command('make-ring')
    .description('write MASTER_KEY as a key ring file; name that file in MASTER_KEY_FILE instead, to rotate')
    .argument('<file>', 'the file to write')
    .action(async (file: string) => {
      const made = await refusable(() => Promise.resolve(makeRing(file, process.env.MASTER_KEY)));
      console.log(JSON.stringify(made, null, 2));
    });
}

function makeRing(file: string, masterKey: string | undefined): { file: string; active: string } {
  if (masterKey === undefined || masterKey === '')
    throw new KeysRefusal('MASTER_KEY is not set: there is a key ring file already');
  if (!settings.MASTER_KEY.safeParse(masterKey).success)
    throw new KeysRefusal('MASTER_KEY must be 32 bytes in base64');
  return { file, active: writeFirstRing(file, masterKey).active };
}

function partsOf({ pool, keySource, dataDir, now, random }: Installation): KeysParts {
  const { masterKey, masterKeyFile } = keySource;
  if (masterKey !== undefined || masterKeyFile === undefined) {
    throw new KeysRefusal(
      'MASTER_KEY holds one key only: keys make-ring, then set MASTER_KEY_FILE in its place',
    );
  }
  return { pool, ring: { file: masterKeyFile, dataDir }, now, random };
}

async function refusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof KeysRefusal ? new CommandFailure(error.message) : error;
  }
}

function masterId(text: string): string {
  if (!/^[\w.-]{1,40}$/.test(text)) throw new InvalidArgumentError('the id of a master key, see keys list');
  return text;
}
