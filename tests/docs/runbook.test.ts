import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { projectRoot } from '../../infra/embedded/program.ts';
import { startDatabase } from '../support/database.ts';
import { shellBlocks } from '../support/page-blocks.ts';
import { readPage } from './pages.ts';

/** The shell functions of the runbook, as an operator pastes them. */
const { databaseUrl, stop } = await startDatabase();
test.after.always(stop);
const functions = shellBlocks('docs/operator/runbook.md').find((block) => block.includes('sql()')) ?? '';

test('sql asks the database that is named, or that a file names', async (t) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'triage-runbook-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'database-url');
  writeFileSync(file, `${databaseUrl}\n`);
  for (const settings of [{ DATABASE_URL_FILE: file }, { DATABASE_URL: databaseUrl }]) {
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', `${functions}\nsql 'SELECT 40 + 2 AS answer'`],
      {
        cwd: projectRoot,
        env: { PATH: process.env.PATH, ...settings },
      },
    );
    t.regex(stdout, /answer[^]*42/);
  }
});

test('metrics asks every port that the unit of a process has', (t) => {
  const ports = [
    ...readPage('docs/operator/deploy.md').matchAll(/^\| `triage-[\w-]+` \| \d* ?\| (\d+) \|$/gm),
  ];
  t.true(ports.length >= 5);
  const asked = /metrics\(\) \{ for port in ([\d ]+);/.exec(functions)?.[1]?.split(' ');
  t.deepEqual(
    asked,
    ports.map(([, port]) => port),
  );
});
