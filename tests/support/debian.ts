import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../infra/embedded/program.ts';

export const run = promisify(execFile);

const FOLDERS = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];
const find = (program: string): string | undefined =>
  FOLDERS.map((folder) => path.join(folder, program)).find((file) => existsSync(file));

const apt = (...args: string[]): void => {
  const options = ['-qq', '-o', 'Acquire::Retries=2', '-o', 'APT::Sandbox::User=root'];
  // At this run level no service is started by its installation.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', [...options, ...args], {
    cwd: DOWNLOADS,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
};
const DOWNLOADS = path.join(projectRoot, 'build/debian');

function install(name: string): void {
  apt('update');
  apt('install', '-y', '--no-install-recommends', name);
}

/** The path of a library in the folder of this machine's kind, which Debian's package brings as it does a program. */
export function debianLibrary(library: string, name: string): string {
  const find = (): string | undefined =>
    readdirSync('/usr/lib')
      .filter((folder) => folder.endsWith('-linux-gnu'))
      .map((folder) => path.join('/usr/lib', folder, library))
      .find((file) => existsSync(file));
  const found = find();
  if (found !== undefined) return found;
  mkdirSync(DOWNLOADS, { recursive: true });
  install(name);
  return find() ?? library;
}

/**
 * The path of a program, which Debian's package brings where it is missing. For drills alone: takes the network, and has to
 * be root. `unpacked` keeps the package apart from the system; for a program that needs no library of its own.
 */
export function debianProgram(program: string, name = program, { unpacked = false } = {}): string {
  const folder = path.join(DOWNLOADS, name);
  const own = path.join(folder, 'usr/bin', program);
  const found = find(program) ?? (existsSync(own) ? own : undefined);
  if (found !== undefined) return found;
  mkdirSync(folder, { recursive: true });
  if (!unpacked) {
    install(name);
    return find(program) ?? program;
  }
  apt('update');
  apt('download', name);
  const file = readdirSync(DOWNLOADS).find((one) => one.startsWith(`${name}_`)) ?? '';
  execFileSync('dpkg-deb', ['-x', path.join(DOWNLOADS, file), folder]);
  return own;
}
