import test from 'ava';
import { createProgram } from '../../../infra/cli/program.ts';
import { readRunbook } from '../../support/alert-rules.ts';
import { startDatabase } from '../../support/database.ts';

const runbook = readRunbook();
const database = await startDatabase();

test.after.always(database.stop);

test('every statement of the runbook runs on the tables that there are', async (t) => {
  const statements = [...runbook.matchAll(/`sql "([^"]+)"`/g)].map(([, statement = '']) => statement);
  t.true(statements.length >= 8);
  for (const statement of statements) await t.notThrowsAsync(database.pool.query(statement), statement);
});

test('every operator command of the runbook exists, with the options that it is given', (t) => {
  const program = createProgram(() => Promise.reject(new Error('is not to be run')));
  const lines = [...runbook.matchAll(/npm run ops -- ([a-z][^`#\n]*)/g)].map(([, line = '']) => line);
  t.true(lines.length >= 8);
  for (const line of lines) {
    const [name, sub] = line.trim().split(/\s+/);
    const group = program.commands.find((command) => command.name() === name);
    const command = group?.commands.length ? group.commands.find((one) => one.name() === sub) : group;
    t.truthy(command, line);
    const options = new Set(command?.options.map((option) => option.long));
    for (const [option] of line.matchAll(/--[a-z-]+/g)) t.true(options.has(option), `${line}: ${option}`);
  }
});
