// Builds dashboard/ into build/dashboard, packed for browsers, and tells what a first visit loads.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { digestOf } from './digest.mjs';
import { root } from './install.mjs';

const target = path.join(root, 'build/dashboard');
const stampFile = path.join(root, 'build/dashboard.sha256');

const filesIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

const sources = () => [
  ...filesIn('dashboard'),
  ...filesIn('client').filter((file) => file.endsWith('.ts')),
  'package-lock.json',
  'infra/scripts/dashboard.mjs',
];

const isPackable = (file) => /\.(js|css|html|svg|webmanifest)$/.test(file);

/** Once at build, so as small as it gets: brotli at 11 is a sixth smaller than at 5. */
async function pack(folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, name))
    .filter(isPackable);
  const packOne = async (file) => {
    const bytes = readFileSync(file);
    const br = await promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  };
  await Promise.all(files.map(packOne));
}

/**
 * What a browser loads before the first page shows, by page: the frame, which every page needs, and the page's own part.
 * Bytes as they are sent, with brotli.
 */
function firstLoads(folder = target) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
  const reach = (name, found = new Set()) => {
    if (found.has(name)) return found;
    found.add(name);
    for (const next of manifest[name].imports ?? []) reach(next, found);
    return found;
  };
  const bytesOf = (chunks) => {
    const files = new Set(['index.html']);
    for (const name of chunks) {
      files.add(manifest[name].file);
      for (const file of manifest[name].css ?? []) files.add(file);
    }
    let sum = 0;
    for (const file of files) sum += readFileSync(path.join(folder, `${file}.br`)).length;
    return sum;
  };
  const frame = reach('index.html');
  const pages = Object.keys(manifest).filter((name) => /^src\/pages\/[^/]+\/page\.tsx$/.test(name));
  return {
    frame: bytesOf(frame),
    pages: Object.fromEntries(
      pages.map((name) => [name.split('/')[2], bytesOf(new Set([...frame, ...reach(name)]))]),
    ),
  };
}

const inKb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

function tellSizes() {
  const { frame, pages } = firstLoads();
  const [name, largest] = Object.entries(pages).sort(([, a], [, b]) => b - a)[0];
  console.error(
    `dashboard built: a first visit loads ${inKb(frame)} and its page, with the largest (${name}) ${inKb(largest)}`,
  );
}

/** Another process that builds the same may be first: then what it has put there stays. */
function putInPlace(folder) {
  rmSync(target, { recursive: true, force: true });
  try {
    renameSync(folder, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds what has changed of the dashboard; renamed into place when it is whole. */
export async function ensureDashboardBuilt() {
  const digest = digestOf(sources());
  const isBuilt = existsSync(path.join(target, 'index.html')) && existsSync(stampFile);
  if (isBuilt && readFileSync(stampFile, 'utf8') === digest) return;
  const { build } = await import('vite');
  const outDir = `${target}.${process.pid}`;
  await build({
    configFile: path.join(root, 'dashboard/vite.config.mjs'),
    root: path.join(root, 'dashboard'),
    build: { outDir },
  });
  await pack(outDir);
  putInPlace(outDir);
  writeFileSync(stampFile, digest);
  tellSizes();
}
