import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { OTHER_COPIES } from '../../../infra/compliance/other-copies.ts';
import { PROCESSING_RECORD, processingRecord } from '../../../infra/compliance/processing-record.ts';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { eventDefinitions } from '../../../shared/event-log/registry.ts';
import { startDatabase } from '../../support/database.ts';

/** The record of processing activities says what the code does, and nothing is left out of it. */
const database = await startDatabase();
test.after.always(database.stop);

test('the record is what the code gives: else run npm run generate', (t) => {
  t.is(readFileSync(path.join(projectRoot, PROCESSING_RECORD), 'utf8'), processingRecord());
});

test('each event stands in it once, with each sealed group and the key that destroys it', (t) => {
  const lines = processingRecord().split('\n');
  for (const { type, sealed } of eventDefinitions) {
    const rows = lines.filter((line) => line.startsWith(`| \`${type}\` | `) && !line.includes('`data`'));
    t.is(rows.length, 1, type);
    for (const [name, { key }] of Object.entries(sealed)) {
      t.true(rows[0]?.includes(`${name} (key of the ${key}): `), `${type}.${name}`);
    }
  }
});

test('every table of the operational schema is accounted for', async (t) => {
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'ops'::regnamespace AND relkind = 'r' ORDER BY 1",
  );
  t.deepEqual(
    OTHER_COPIES.flatMap(({ tables }) => tables).toSorted(),
    rows.map(({ name }) => name).toSorted(),
  );
});
