import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import test from 'ava';
import { compiledOnce } from '../../../shared/clinical/compiled-cache.ts';
import { loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';

const { knowledge } = await loadKnowledge();
const folder = mkdtempSync(path.join(os.tmpdir(), 'triage-compiled-'));
test.after.always(() => rmSync(folder, { recursive: true, force: true }));

const counting = () => {
  const calls = { count: 0 };
  return { calls, compile: () => ((calls.count += 1), knowledge) };
};

test.serial('what was compiled is read again without compiling, and is the same', async (t) => {
  const { calls, compile } = counting();
  t.is(await compiledOnce('one', compile, folder), knowledge);
  t.true(isDeepStrictEqual(await compiledOnce('one', compile, folder), knowledge));
  t.is(calls.count, 1);
});

test.serial('what belongs together still does: a finding by its code is the one in the list', async (t) => {
  const again = await compiledOnce('one', counting().compile, folder);
  t.not(again, knowledge);
  t.true(again.findings.every((finding) => again.findingByCode.get(finding.code) === finding));
});

test.serial('a file that is not as it was written is compiled anew', async (t) => {
  const { calls, compile } = counting();
  const file = path.join(folder, 'one.bin');
  const written = readFileSync(file);
  const other = Buffer.from(written);
  other.writeUInt8(written.readUInt8(written.length - 1) ^ 1, written.length - 1);
  for (const wrong of [Buffer.alloc(0), written.subarray(0, written.length >> 1), other]) {
    writeFileSync(file, wrong);
    t.is(await compiledOnce('one', compile, folder), knowledge);
  }
  t.is(calls.count, 3);
});

test.serial('where nothing can be kept it is compiled each time', async (t) => {
  const { calls, compile } = counting();
  const unwritable = path.join(folder, 'one.bin', 'below-a-file');
  await compiledOnce('two', compile, unwritable);
  t.is(await compiledOnce('two', compile, unwritable), knowledge);
  t.is(calls.count, 2);
});

test.serial('only the last few are kept', async (t) => {
  for (let count = 0; count < 8; count += 1) await compiledOnce(`many-${count}`, counting().compile, folder);
  t.true(readdirSync(folder).length <= 4);
  t.true(readdirSync(folder).includes('many-7.bin'));
});
