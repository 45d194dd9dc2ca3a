import test from 'ava';
import { playInterviews } from '../../../infra/data/sample/play.ts';
import { checkExtract } from '../../../infra/data/check/check.ts';
import { isSigned, readManifest } from '../../../projectors/extracts/manifest.ts';
import { datasets } from '../../../shared/datasets/all.ts';
import { createYears, type Year } from './made-year.ts';

/** A made year is the same for the same numbers. What formats have in common is shown with other extracts. */
const SMALL = { sessions: 200, seed: 7, everyDays: 73, patients: 3 };
const years = createYears();
const parquet = await years.make('parquet', SMALL);
test.after.always(() => {
  parquet.close();
  years.remove();
});

const everything = async ({ answer }: Year): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    await Promise.all(
      datasets.map(
        async ({ name }) => [name, (await answer(`SELECT * FROM ${name} ORDER BY ALL`)).rows] as const,
      ),
    ),
  );

test.serial('made once more, in another format, it has the same rows', async (t) => {
  const year = await years.make('csv', { ...SMALL, format: 'csv' });
  t.deepEqual(await everything(year), await everything(parquet));
  year.close();
});

// It plays here as well, and nothing else can go on meanwhile.
test.serial('workers play the same interviews as this process', async (t) => {
  const told: number[] = [];
  const onPlayed = (done: number): void => void told.push(done);
  const played = await playInterviews({ ...SMALL, fromWorkers: 1 }, onPlayed);
  t.deepEqual(played, await playInterviews(SMALL, () => undefined));
  t.is(told.at(-1), 2 * SMALL.patients);
});

test.serial('it is an extract as every other: signed, and as it was signed', async (t) => {
  const manifest = await readManifest(parquet.folder);
  const keys = [manifest.signature.public_key];
  t.true(isSigned(manifest, keys));
  t.deepEqual((await checkExtract(parquet.folder, keys)).problems, []);
  await t.throwsAsync(years.make('parquet', SMALL), { message: /^.* holds an extract/ });
});
