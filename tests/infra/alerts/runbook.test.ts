import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { readRunbook } from '../../support/alert-rules.ts';
import { startDatabase } from '../../support/database.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const runbook = readRunbook();
const database = await startDatabase();

test.after.always(database.stop);

test('every statement of the runbook runs on the tables that there are', async (t) => {
  const statements = [...runbook.matchAll(/`sql "([^"]+)"`/g)].map(([, statement = '']) => statement);
  t.true(statements.length >= 8);
  for (const statement of statements) await t.notThrowsAsync(database.pool.query(statement), statement);
});

test('every operator command of the runbook exists, with the options that it is given', async (t) => {
  const commands = [...runbook.matchAll(/npm run ops -- ([a-z][^`#\n]*)/g)].map(([, line = '']) => line);
  const groups = new Map<string, string>();
  const help = async (...words: string[]): Promise<string> => {
    const known = groups.get(words.join(' '));
    if (known !== undefined) return known;
    const args = ['--import', 'tsx', 'infra/cli/main.ts', ...words, '--help'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    groups.set(words.join(' '), stdout);
    return stdout;
  };
  for (const line of commands) {
    const [name = '', sub = ''] = line.split(' ');
    const own = await help(name);
    t.regex(own, new RegExp(`^Usage: npm run ops -- ${name} `), line);
    const isGroup = /^Commands:/m.test(own);
    if (isGroup) t.regex(own, new RegExp(`^  ${sub}\\b`, 'm'), line);
    const text = isGroup ? await help(name, sub) : own;
    for (const [option] of line.matchAll(/--[a-z-]+/g)) t.true(text.includes(option), `${line}: ${option}`);
  }
  t.true(commands.length >= 8);
});
