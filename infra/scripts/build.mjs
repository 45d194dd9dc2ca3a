// Compiles the service into build/, file by file, so that it runs on Node alone: a process that compiles its own modules
// starts a second later and holds 40 MB more. `npm run build` compiles the service; everything that runs it or its tests
// sees to it by itself. Tests are bundled with what they import: 300 processes load them.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureDashboardBuilt } from './dashboard.mjs';
import { digestOf } from './digest.mjs';
import { root } from './install.mjs';

/** The folders that hold the service's sources. */
export const service = [
  'command-api',
  'query-api',
  'projectors',
  'domain',
  'webhook-dispatcher',
  'shared',
  'infra',
  'client',
];
const target = path.join(root, 'build');

const sourcesIn = (folders) =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
      .map((name) => path.join(folder, name)),
  );

/** Where the compiled form of a source file is, both relative to the project. */
export const compiledName = (source) => path.join('build', source.replace(/\.ts$/, '.js'));

/**
 * Compiled files find YAML, SQL and pages next to their sources: `import.meta.url` and `import.meta.dirname` are
 * rewritten to the place of the source. Only `import.meta.filename` names the compiled file.
 */
function withSourcePlace(file) {
  const folder = path.relative(path.dirname(compiledName(file)), path.dirname(file));
  return readFileSync(path.join(root, file), 'utf8')
    .replaceAll('import.meta.url', `new URL('${folder}/${path.basename(file)}', import.meta.url).href`)
    .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`);
}

const fileByFile = {
  name: 'file by file',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path: name }) =>
      kind === 'entry-point'
        ? undefined
        : { path: name.startsWith('.') ? name.replace(/\.ts$/, '.js') : name, external: true },
    );
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({
      contents: withSourcePlace(path.relative(root, file)),
      loader: 'ts',
    }));
  },
};

/**
 * Packages that most tests load, of many files each. Not bundled are those that load files of their own (native code,
 * workers), CommonJS that is imported when it is first needed (its names get lost in a bundle), and the official client of
 * the event store: the service also asks for the messages in it by their path, and a second copy would replace the first.
 */
const bundledPackages = new Set([
  '@koa/router',
  'ajv',
  'ajv-formats',
  'cookie',
  'csv-stringify',
  'fast-check',
  'highlight.js',
  'ipaddr.js',
  'jose',
  'js-yaml',
  'koa',
  'koa-body',
  'markdown-it',
  'minisearch',
  'nats',
  'nodemailer',
  'openid-client',
  'pg',
  'prom-client',
  'undici',
  'uuid',
  'zod',
]);

/** Packages in CommonJS that are bundled ask for what Node has. */
const requireInBundles =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);";

const packageOf = (name) => /^(@[^/]+\/)?[^/]+/.exec(name)[0];

/** In a bundle, a file still finds what stands beside its source, and programs of ours beside its compiled form. */
function withPlaces(file) {
  const meta = {
    url: pathToFileURL(file).href,
    dirname: path.dirname(file),
    filename: path.join(root, compiledName(path.relative(root, file))),
  };
  return readFileSync(file, 'utf8').replaceAll('import.meta', `(${JSON.stringify(meta)})`);
}

const bundled = {
  name: 'bundled',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ importer, path: name }) => {
      const isInPackage = importer.includes('/node_modules/');
      return isInPackage || bundledPackages.has(packageOf(name)) ? undefined : { path: name, external: true };
    });
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => ({ contents: withPlaces(file), loader: 'ts' }));
  },
};

/** Renamed into place when it is whole: another process may be starting from it. */
function replaceFile(file, contents) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, contents);
  renameSync(`${file}.${process.pid}`, file);
}

/** What was compiled from a source that is gone: a deleted test would go on running. */
function removeOthers(folders, wanted) {
  for (const folder of folders.map((name) => path.join(target, name))) {
    for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(name.parentPath, name.name);
      if (name.isFile() && /\.js(\.map)?$/.test(file) && !wanted.has(file)) rmSync(file);
    }
  }
}

const common = {
  absWorkingDir: root,
  outdir: target,
  outbase: root,
  bundle: true, // imports are only rewritten in a bundle; the plugin of the service keeps each file one of its own
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked', // read with --enable-source-maps only
  logLevel: 'warning',
  write: false,
};

/**
 * Compiles into the folders with these options of esbuild, unless that was done with the same digest; `stamp` names the
 * file that holds it.
 */
async function compile({ folders, digest, stamp }, options) {
  const stampFile = path.join(target, stamp);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return;
  const { build } = await import('esbuild');
  const { outputFiles } = await build({ ...common, ...options });
  for (const { path: file, contents } of outputFiles) replaceFile(file, contents);
  removeOthers(folders, new Set(outputFiles.map(({ path: file }) => file)));
  replaceFile(stampFile, digest);
}

/** Compiles what has changed of the service. */
export async function ensureBuilt() {
  const files = sourcesIn(service);
  const what = { folders: service, digest: digestOf(files), stamp: 'sources.sha256' };
  await compile(what, { entryPoints: files, plugins: [fileByFile] });
}

/** Test files, what ava loads before each, and what they start as processes of their own. */
const isTestProgram = (file) =>
  /\.(test|drill)\.ts$/.test(file) || file.includes('/fixtures/') || STARTED.includes(file);
const STARTED = ['tests/support/ending.ts', 'tests/support/log-front/main.ts'];

/** Compiles what has changed of the service and its tests. */
export async function ensureTestsBuilt() {
  await ensureBuilt();
  const tests = sourcesIn(['tests']);
  const files = [...sourcesIn(service), ...tests, 'package-lock.json', 'infra/scripts/build.mjs'];
  const digest = digestOf(files, root); // bundles name the places of sources in full
  await compile(
    { folders: ['tests'], digest, stamp: 'tests.sha256' },
    {
      entryPoints: tests.filter(isTestProgram),
      keepNames: true, // classes of errors are told by their names
      splitting: true, // what several import becomes a file of its own, which holds the state that they share
      chunkNames: 'tests/chunks/[name]-[hash]',
      plugins: [bundled],
      banner: { js: requireInBundles },
    },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt();
  await ensureDashboardBuilt();
}
