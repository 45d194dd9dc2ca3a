import test from 'ava';
import { checkExtract } from '../../../infra/data/check/check.ts';
import { isSigned, readManifest } from '../../../projectors/extracts/manifest.ts';
import { datasets } from '../../../shared/datasets/all.ts';
import { createYears, type Year } from './made-year.ts';

/** A made year is the same for the same numbers, in every format. */
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

for (const format of ['csv', 'ndjson'] as const) {
  test(`made once more, as ${format}, it has the same rows`, async (t) => {
    const year = await years.make(format, { ...SMALL, format });
    t.deepEqual(await everything(year), await everything(parquet));
    year.close();
  });
}

test('it is an extract as every other: signed, and as it was signed', async (t) => {
  const manifest = await readManifest(parquet.folder);
  const keys = [manifest.signature.public_key];
  t.true(isSigned(manifest, keys));
  t.deepEqual((await checkExtract(parquet.folder, keys)).problems, []);
  await t.throwsAsync(years.make('parquet', SMALL), { message: /^.* holds an extract/ });
});
