import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { parsedOnce } from '../../../shared/clinical/parsed-cache.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'triage-parsed-'));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

const documents = [{ name: 'a.yaml', data: { system: 'test' } }];
const counting = () => {
  const calls = { count: 0 };
  return { calls, parse: () => ((calls.count += 1), documents) };
};

test.serial('what was parsed is read again without parsing', async (t) => {
  const { calls, parse } = counting();
  t.deepEqual(await parsedOnce('one', parse, folder), documents);
  t.deepEqual(await parsedOnce('one', parse, folder), documents);
  t.is(calls.count, 1);
});

test.serial('a file that is not as it was written is parsed anew', async (t) => {
  const { calls, parse } = counting();
  const file = path.join(folder, 'one.json');
  for (const wrong of ['', 'null', readFileSync(file, 'utf8').replace('test', 'best')]) {
    writeFileSync(file, wrong);
    t.deepEqual(await parsedOnce('one', parse, folder), documents);
  }
  t.is(calls.count, 3);
});

test.serial('where nothing can be kept it is parsed each time', async (t) => {
  const { calls, parse } = counting();
  const unwritable = path.join(folder, 'one.json', 'below-a-file');
  await parsedOnce('two', parse, unwritable);
  t.deepEqual(await parsedOnce('two', parse, unwritable), documents);
  t.is(calls.count, 2);
});

test.serial('only the last few are kept', async (t) => {
  for (let count = 0; count < 8; count += 1) await parsedOnce(`many-${count}`, counting().parse, folder);
  t.true(readdirSync(folder).length <= 4);
  t.true(readdirSync(folder).includes('many-7.json'));
});
