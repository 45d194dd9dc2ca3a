import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { openDataDir } from '../../../infra/embedded/data-dir.ts';
import { openLog, watchLogs } from '../../../infra/embedded/logs.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'triage-logs-'));
test.after.always(() => rmSync(root, { recursive: true, force: true }));

const large = 17 * 1024 * 1024;

test('new errors of a process are shown in one readable line each', (t) => {
  const dir = openDataDir(path.join(root, 'errors'));
  const log = openLog(dir, 'api');
  const lines = (text: string) => log.lend((fd) => writeSync(fd, text));
  lines('{"level":50,"service":"api","msg":"before the watch"}\n');
  const shown: string[] = [];
  const watch = watchLogs(dir, ['api', 'absent'], (line) => shown.push(line));
  lines('{"level":30,"service":"api","msg":"fine"}\n{"level":50,"service":"api","msg":"insert failed",');
  lines('"err":{"type":"error","code":"23505","stack":"at x"}}\nplain text\n');
  watch.stop();
  t.deepEqual(shown, ['[api] insert failed (error 23505)']);
  t.is(log.lastLine('fine'), '{"level":30,"service":"api","msg":"fine"}');
  t.is(log.lastLine('nowhere'), undefined);
});

test('a large log is moved aside, at the start of a process and under a running one', (t) => {
  const dir = openDataDir(path.join(root, 'large'));
  const log = openLog(dir, 'api');
  writeFileSync(log.file, Buffer.alloc(large, 'x'));
  log.lend((fd) => {
    t.is(statSync(`${log.file}.1`).size, large);
    writeSync(fd, Buffer.alloc(large, 'y'));
    const watch = watchLogs(dir, ['api'], (line) => t.fail(line));
    watch.stop();
    t.is(readFileSync(`${log.file}.1`, 'utf8').charAt(0), 'y');
    writeSync(fd, 'after\n');
  });
  t.is(readFileSync(log.file, 'utf8'), 'after\n');
  t.true(existsSync(log.file));
});
