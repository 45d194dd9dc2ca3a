import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { transformSync } from 'esbuild';
import { projectRoot } from '../../infra/embedded/program.ts';
import { fillEntry, LANGUAGES, type Entries, type Language } from '../../dashboard/src/i18n/catalogue.ts';

const SOURCES = path.join(projectRoot, 'dashboard/src');

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Catalogues stand beside what says them: `en.ts`, `cs.ts`; each export is one. */
const folders = filesIn(SOURCES)
  .filter((file) => path.basename(file) === 'en.ts')
  .map((file) => path.dirname(file));

async function cataloguesIn(folder: string, language: Language): Promise<Entries[]> {
  const { code } = transformSync(readFileSync(path.join(folder, `${language}.ts`), 'utf8'), {
    loader: 'ts',
    format: 'esm',
  });
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return Object.values(module as Record<string, Entries>);
}

const holesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].sort();
const textsOf = (entry: Entries[string]): string[] =>
  typeof entry === 'string' ? [entry] : Object.values(entry);

test('each language has every entry, with the same holes and all its plural forms', async (t) => {
  t.true(folders.length > 5);
  for (const folder of folders) {
    const english = (await cataloguesIn(folder, 'en'))[0] ?? {};
    for (const language of LANGUAGES) {
      const words = (await cataloguesIn(folder, language))[0] ?? {};
      const where = path.relative(SOURCES, folder);
      t.deepEqual(Object.keys(words).sort(), Object.keys(english).sort(), `${where} ${language}`);
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
      for (const [key, entry] of Object.entries(words)) {
        const place = `${where} ${language} ${key}`;
        t.true(
          textsOf(entry).every((text) => text.trim() !== ''),
          place,
        );
        if (typeof entry !== 'string') t.deepEqual(Object.keys(entry).sort(), forms, place);
        const wanted = new Set(textsOf(english[key] ?? '').flatMap(holesOf));
        const used = new Set(textsOf(entry).flatMap(holesOf));
        t.deepEqual([...used].sort(), [...wanted].sort(), place);
      }
    }
  }
});

/** Keys that the code of a folder says: in quotes, or as the beginning of a template. */
function isSaid(key: string, code: string): boolean {
  if (code.includes(`'${key}'`)) return true;
  const parts = key.split(/(?<=\.)|(?=[A-Z])/);
  // `say(\`fault.${code}\`)`, `say(\`${why}Title\`)`
  return (
    parts.some((_, index) => index > 0 && code.includes(`\`${parts.slice(0, index).join('')}\${`)) ||
    parts.some((_, index) => index > 0 && code.includes(`}${parts.slice(index).join('')}\``))
  );
}

test('no catalogue has an entry that nobody says', async (t) => {
  const pages = path.join(SOURCES, 'pages');
  const all = filesIn(SOURCES)
    .filter((file) => !['en.ts', 'cs.ts'].includes(path.basename(file)))
    .map((file) => ({ file, code: readFileSync(file, 'utf8') }));
  for (const folder of folders) {
    // Words of a page are its own; those of terms are said by what they name.
    if (folder.endsWith('i18n/terms')) continue;
    const near = folder.startsWith(pages) ? folder : SOURCES;
    const code = all
      .filter(({ file }) => file.startsWith(near))
      .map((each) => each.code)
      .join('\n');
    const [words = {}] = await cataloguesIn(folder, 'en');
    t.deepEqual(
      Object.keys(words).filter((key) => !isSaid(key, code)),
      [],
      path.relative(SOURCES, folder),
    );
  }
});

test('an entry is filled as its language writes numbers and plurals', (t) => {
  const keys = { one: '{count} klíč', few: '{count} klíče', many: '{count} klíče', other: '{count} klíčů' };
  t.is(fillEntry('cs', keys, { count: 1 }), '1 klíč');
  t.is(fillEntry('cs', keys, { count: 3 }), '3 klíče');
  t.is(fillEntry('cs', keys, { count: 0.5 }), '0,5 klíče');
  t.is(fillEntry('cs', keys, { count: 12_000 }), '12\u00a0000 klíčů');
  t.is(fillEntry('en', 'Hello {name}, {name}', { name: '{other}' }), 'Hello {other}, {other}');
});
