import path from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { DataError } from '../data/data-error.ts';
import { FORMATS, type Format } from '../data/format.ts';
import { writeSample } from '../data/sample/sample.ts';
import { wholeNumber } from './arguments.ts';
import { CommandFailure } from './connection.ts';
import { progressBar } from './progress.ts';

const folderOf = (text: string): string => path.resolve(text);
function format(text: string): Format {
  const found = FORMATS.find((known) => known === text);
  if (!found) throw new InvalidArgumentError(`one of ${FORMATS.join(', ')}`);
  return found;
}

const MOST_SESSIONS = 1_000_000;
const MOST_SEED = 1_000_000;

/** `data sample|duckdb|report`: what needs no installation that runs. */
export function answerCommands(data: Command): void {
  sampleCommand(data);
}

type SampleArguments = { sessions: number; seed: number; to: string; format: Format };

function sampleCommand(data: Command): void {
  data
    .command('sample')
    .description(
      'write the extract of a made year, without personal data: simulated patients and the real engine. The same numbers ' +
        'give the same bytes. Nothing has to run',
    )
    .option('--sessions <number>', 'how many sessions', wholeNumber(100, MOST_SESSIONS), 100_000)
    .option('--seed <number>', 'another number gives another year', wholeNumber(0, MOST_SEED), 1)
    .option('--format <format>', FORMATS.join(', '), format, 'parquet')
    .requiredOption('--to <folder>', 'a folder that is empty or not there yet', folderOf)
    .action(async ({ to, ...options }: SampleArguments) => {
      const bar = progressBar('{phase} {bar} | {value}/{total}');
      const { datasets } = await told(
        writeSample({
          ...options,
          folder: to,
          onProgress: (phase, done, total) => bar.show(done, total, { phase }),
        }).finally(() => bar.stop()),
      );
      print({ folder: to, rows: Object.fromEntries(datasets.map(({ name, rows }) => [name, rows])) });
    });
}

const print = (result: unknown): void => console.log(JSON.stringify(result, null, 2));

/** A mistake of whoever asks, told in one line. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof DataError ? new CommandFailure(error.message) : error;
  }
}
