import test from 'ava';
import { operations } from '../support/description.ts';
import { readPage } from './pages.ts';

/** What a call takes to tell which part of a list it wants. */
const PLACES = ['offset', 'cursor', 'page', 'after'];

/** The rows of the table that says how each list is read on: what is sent, and the calls. */
const [, part = ''] = readPage('docs/partner/limits.md').split('\n## Lists, page by page\n');
const rows = [...(part.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|/gm)];
const documented = rows.flatMap(([, place = '', calls = '', entries = '']) =>
  [...calls.matchAll(/`(GET [^`]+)`/g)].map(([, call = '']) => ({
    place,
    call,
    isArray: entries.includes('array'),
  })),
);

const described = operations.flatMap(({ method, path, parameters, responses }) => {
  const place = parameters.find((one) => one.in === 'query' && PLACES.includes(one.name))?.name;
  if (method !== 'GET' || place === undefined) return [];
  const isArray = responses['200']?.content?.['application/json']?.schema?.type === 'array';
  return [{ place, call: `${method} ${path}`, isArray }];
});

test('each list stands once where partners read how to read it on', (t) => {
  const sorted = (lists: typeof documented): typeof documented =>
    lists.toSorted((a, b) => (a.call < b.call ? -1 : 1));
  t.true(described.length > 10);
  t.deepEqual(sorted(documented), sorted(described));
});
