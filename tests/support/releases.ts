import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../infra/embedded/program.ts';
import { previousRelease } from '../../infra/rollback/previous-release.ts';

const run = promisify(execFile);
const LIMIT_MS = 15 * 60_000;

/** A version of the service, compiled in a folder of its own. */
export type Release = { name: string; root: string };

export const thisRelease: Release = { name: 'new', root: projectRoot };

const isSameFile = (one: string, other: string): boolean => readFileSync(one).equals(readFileSync(other));

/** The packages of this release where the lock file is the same, else what npm installs, from its cache where it can. */
async function install(root: string): Promise<void> {
  const lock = path.join(projectRoot, 'package-lock.json');
  if (isSameFile(lock, path.join(root, 'package-lock.json'))) {
    cpSync(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'), { recursive: true });
    return;
  }
  const nats = path.join('node_modules', '.cache', 'nats-server');
  const options = ['--omit=dev', '--include=optional', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['ci', ...options], { cwd: root, timeout: LIMIT_MS });
  // npm start of that version looks for it there.
  if (existsSync(path.join(projectRoot, nats))) {
    cpSync(path.join(projectRoot, nats), path.join(root, nats), { recursive: true });
  }
}

/** Unpacks a commit of this clone. Says in one line where the clone lacks it. */
async function checkOut(commit: string, root: string): Promise<void> {
  const archive = `${root}.tar`;
  const git = ['-C', projectRoot, 'archive', '--format=tar', '-o', archive, commit];
  await run('git', git).catch(() => {
    throw new Error(`this clone lacks commit ${commit}: git fetch --unshallow, or clone it whole`);
  });
  await run('tar', ['-xf', archive, '-C', root]);
  rmSync(archive);
}

/** A commit of this clone, installed and compiled; kept below `build` for the next run. */
export async function releaseOf(commit: string): Promise<Release> {
  const root = path.join(projectRoot, 'build', 'releases', commit.slice(0, 12));
  const done = path.join(root, '.complete');
  if (!existsSync(done)) {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    await checkOut(commit, root);
    await install(root);
    await run('npm', ['run', 'build'], { cwd: root, timeout: LIMIT_MS });
    writeFileSync(done, commit);
  }
  return { name: 'old', root };
}

/** The release that infra/rollback/previous-release.json names. */
export const previous = (): Promise<Release> => releaseOf(previousRelease.commit);

/** The compiled form of a program in a release. */
export const programIn = ({ root }: Release, source: string): string =>
  path.join(root, 'build', source.replace(/\.ts$/, '.js'));
