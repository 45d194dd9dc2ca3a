import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';

const FOLDERS = ['command-api', 'query-api', 'shared', 'projectors', 'webhook-dispatcher', 'infra'];

/**
 * A connection refuses two statements of one name, and connections are shared: which call meets the refusal depends on
 * who called before.
 */
test('no two prepared statements have the same name', (t) => {
  const names = FOLDERS.flatMap((name) => {
    const folder = new URL(`../../../${name}/`, import.meta.url);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [
        ...readFileSync(new URL(file, folder), 'utf8').matchAll(
          /name: '([a-z-]+)',\s+text:|statement: '([a-z-]+)'/g,
        ),
      ])
      .map(([, ofQuery, ofTable]) => ofQuery ?? ofTable);
  });
  t.true(names.length > 50);
  t.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});
