import test from 'ava';
import { linksOf, pages, problemOf, readPage } from './pages.ts';

for (const page of pages) {
  test(`${page}: every link and anchor exists`, (t) => {
    t.deepEqual(
      linksOf(page)
        .map(problemOf)
        .filter((problem) => problem !== null),
      [],
    );
  });
}

test('a link that leads nowhere is found', (t) => {
  t.is(problemOf({ file: 'docs/nothing.md', anchor: null }), 'there is no docs/nothing.md');
  t.is(problemOf({ file: 'README.md', anchor: 'nothing' }), 'README.md has no heading nothing');
  t.is(problemOf({ file: 'README.md', anchor: 'run-it' }), null);
});

test('the README is short', (t) => {
  t.true(readPage('README.md').trimEnd().split('\n').length <= 150);
});

test('every page is reached from docs/README.md', (t) => {
  const reached = new Set(['docs/README.md']);
  for (const page of reached) {
    for (const { file } of linksOf(page)) if (pages.includes(file)) reached.add(file);
  }
  t.deepEqual(
    pages.filter((page) => page !== 'README.md' && !reached.has(page)),
    [],
  );
});

test('every page begins with one heading of its own', (t) => {
  const titles = pages.map((page) => /^# (.+)\n/.exec(readPage(page))?.[1]);
  t.false(titles.includes(undefined));
  t.is(new Set(titles).size, titles.length);
});
