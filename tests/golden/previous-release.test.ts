import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { projectRoot } from '../../infra/embedded/program.ts';
import { previousRelease, unknownTo } from '../../infra/rollback/previous-release.ts';
import { eventDefinitions } from '../../shared/event-log/registry.ts';

/** What the release before cannot read is told to operators, since it makes the way back impossible once it is written. */
const HEADING = '## What the release before does not know';

test('each event that the release before lacks, or has in an older version, is told', (t) => {
  const page = readFileSync(path.join(projectRoot, 'docs/operator/upgrades.md'), 'utf8');
  const [section = ''] = page.slice(page.indexOf(HEADING) + HEADING.length).split('\n## ');
  const told = new Set([...section.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name));
  const declared = eventDefinitions.map(({ type, version }) => ({ name: type, version }));
  const unknown = unknownTo(previousRelease.events, declared).map(({ name }) => name);
  t.deepEqual(
    unknown.filter((name) => !told.has(name)),
    [],
  );
  t.deepEqual(
    [...told].filter((name) => !declared.some((one) => one.name === name)),
    [],
    'and nothing that is no event',
  );
  // That the release before knows fewer is found at all.
  t.deepEqual(
    unknownTo({ ...previousRelease.events, 'session-opened': 2 }, declared).map(({ name }) => name),
    [...unknown, 'session-opened'],
  );
});

test('no event is gone that the release before writes', (t) => {
  const known = new Set<string>(eventDefinitions.map(({ type }) => type));
  t.deepEqual(
    Object.keys(previousRelease.events).filter((type) => !known.has(type)),
    [],
  );
});
