// Compiles the service into build/, file by file, so that it runs on Node alone: a process that compiles its own modules
// starts a second later and holds 40 MB more. `npm run build` compiles the service; everything that runs it or its tests
// sees to it by itself.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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

function digestOf(files) {
  const digest = createHash('sha256');
  for (const file of files) {
    const { mtimeMs, size } = statSync(path.join(root, file));
    digest.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return digest.digest('hex');
}

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

const plugin = {
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

/** Compiles the folders where anything in them has changed since; `stamp` names the file that says what was compiled. */
async function compile(folders, stamp) {
  const files = sourcesIn(folders);
  const stampFile = path.join(target, stamp);
  const digest = digestOf(files);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return;
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir: target,
    outbase: root,
    bundle: true, // imports are only rewritten in a bundle; the plugin keeps each file one of its own
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked', // read with --enable-source-maps only, as the tests do
    logLevel: 'warning',
    plugins: [plugin],
    write: false,
  });
  for (const { path: file, contents } of outputFiles) replaceFile(file, contents);
  removeOthers(folders, new Set(outputFiles.map(({ path: file }) => file)));
  replaceFile(stampFile, digest);
}

/** Compiles what has changed of the service. */
export const ensureBuilt = () => compile(service, 'sources.sha256');

/** Compiles what has changed of the service and its tests. */
export async function ensureTestsBuilt() {
  await ensureBuilt();
  await compile(['tests'], 'tests.sha256');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureBuilt();
