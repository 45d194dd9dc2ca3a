import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { writeDuckFile } from '../data/facts-duck.ts';
import type { Format } from '../../projectors/extracts/format.ts';
import { FORMATS } from '../../shared/data-extracts/record.ts';
import { readManifest } from '../../projectors/extracts/manifest.ts';
import { questions } from '../data/questions/all.ts';
import { reportOf } from '../data/report/report.ts';
import { writeSample } from '../data/sample/sample.ts';
import { wholeNumber } from './arguments.ts';
import { extractFormat } from './data.ts';
import { told } from './data-told.ts';
import { progressBar } from './progress.ts';

const pathOf = (text: string): string => path.resolve(text);
const LEAST_SESSIONS = 100;
const MOST_SESSIONS = 1_000_000;
const MOST_SEED = 1_000_000;

/** `data sample|duckdb|report`: what needs no installation that runs. */
export function answerCommands(data: Command): void {
  sampleCommand(data);
  duckCommand(data);
  reportCommand(data);
}

const print = (result: unknown): void => console.log(JSON.stringify(result, null, 2));

type SampleFlags = { sessions: number; seed: number; to: string; format: Format };

function sampleCommand(data: Command): void {
  data
    .command('sample')
    .description(
      'write the extract of a made year without personal data: simulated patients, and the real engine. The same numbers ' +
        'give the same bytes. Nothing has to run',
    )
    .option(
      '--sessions <number>',
      'how many are opened in the year',
      wholeNumber(LEAST_SESSIONS, MOST_SESSIONS),
      100_000,
    )
    .option('--seed <number>', 'another number gives another year', wholeNumber(0, MOST_SEED), 1)
    .option('--format <format>', FORMATS.join(', '), extractFormat, 'parquet')
    .requiredOption('--to <folder>', 'a folder that is empty or not there yet', pathOf)
    .action(async ({ to: folder, ...options }: SampleFlags) => {
      const bar = progressBar('{phase} | {value} of {total}');
      try {
        const { datasets } = await told(
          writeSample({
            ...options,
            folder,
            onProgress: (phase, done, total) => bar.show(done, total, { phase }),
          }),
        );
        print({ folder, rows: Object.fromEntries(datasets.map(({ name, rows }) => [name, rows])) });
      } finally {
        bar.stop();
      }
    });
}

const FROM = ['--from <folder>', 'the folder of an extract', pathOf] as const;
type FromTo = { from: string; to: string };

function duckCommand(data: Command): void {
  data
    .command('duckdb')
    .description(
      'write a DuckDB file with a view of each dataset of an extract, a view of each question of docs/data/questions.md in ' +
        'the schema `answers`, and their SQL in the table `saved_queries`. It holds no row, and reads the extract where it ' +
        'lies',
    )
    .requiredOption(...FROM)
    .requiredOption('--to <file>', 'a file that is not there yet', pathOf)
    .action(async ({ from: folder, to: file }: FromTo) => {
      const { statement } = await told(readManifest(folder));
      print({ file, ...(await told(writeDuckFile({ folder, statement }, file))) });
    });
}

function reportCommand(data: Command): void {
  data
    .command('report')
    .description(
      'answer the questions of docs/data/questions.md on an extract, as one HTML file with charts and tables that needs ' +
        'nothing else',
    )
    .requiredOption(...FROM)
    .requiredOption('--to <file>', 'an HTML file', pathOf)
    .action(async ({ from: folder, to: file }: FromTo) => {
      const bar = progressBar('{value} of {total} questions', questions.length);
      try {
        const page = await told(reportOf(folder, (done) => bar.show(done)));
        // Whole or not there.
        await writeFile(`${file}.partial`, page, { mode: 0o600 });
        await rename(`${file}.partial`, file);
        print({ file, questions: questions.length });
      } finally {
        bar.stop();
      }
    });
}
