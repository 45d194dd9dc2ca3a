import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { DockerfileParser } from 'dockerfile-ast';
import { projectRoot } from '../../infra/embedded/program.ts';
import { debianProgram, run } from './debian.ts';
import { readDeployFile } from './deploy-files.ts';

/*
 * Builds the image of the Dockerfile with buildah, in a chroot, and runs what is in it. The two images that it begins with
 * are stand-ins, since no registry of images is asked: Debian by debootstrap, and the same with this machine's Node and npm.
 */

const PLACE = path.join(projectRoot, 'build/image-drill');
const BUILD_LIMIT_MS = 15 * 60_000;
/** User of the processes, as the Dockerfile has it. */
const USER = 10_001;

function buildah(...args: string[]): Promise<{ stdout: string }> {
  const storage = [
    '--root',
    path.join(PLACE, 'root'),
    '--runroot',
    path.join(PLACE, 'run'),
    '--storage-driver',
    'vfs',
  ];
  return run(debianProgram('buildah'), [...storage, ...args], {
    cwd: projectRoot,
    timeout: BUILD_LIMIT_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
}

async function debian(): Promise<string> {
  const place = path.join(PLACE, 'debian');
  if (existsSync(path.join(place, 'whole'))) return place;
  rmSync(place, { recursive: true, force: true });
  await run(debianProgram('debootstrap'), ['--variant=minbase', 'bookworm', place], {
    maxBuffer: 64 * 1024 * 1024,
  });
  mkdirSync(path.join(place, 'whole'));
  return place;
}

/** What the image of Node adds to Debian, with the settings by which npm reaches its registry here. */
function node(): string {
  const place = path.join(PLACE, 'node');
  rmSync(place, { recursive: true, force: true });
  const local = path.join(place, 'usr/local');
  mkdirSync(path.join(local, 'bin'), { recursive: true });
  mkdirSync(path.join(local, 'etc'));
  copyFileSync(process.execPath, path.join(local, 'bin/node'));
  const found = (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, 'npm'));
  const npm = path.resolve(realpathSync(found.find((file) => existsSync(file)) ?? 'npm'), '../..');
  cpSync(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
  if (existsSync('/etc/npmrc')) copyFileSync('/etc/npmrc', path.join(local, 'etc/npmrc'));
  const authorities = 'etc/ssl/certs';
  mkdirSync(path.join(place, authorities), { recursive: true });
  copyFileSync(`/${authorities}/ca-certificates.crt`, path.join(place, authorities, 'ca-certificates.crt'));
  return place;
}

async function commit(from: string, folder: string, image: string): Promise<void> {
  const container = (await buildah('from', '--pull-never', from)).stdout.trim();
  await buildah('add', '-q', container, folder, '/');
  await buildah('commit', '-q', '--rm', container, image);
}

export type Image = {
  /** The folder that holds its files. */
  root: string;
  env: Record<string, string>;
  user: string;
  entrypoint: string[];
  remove(): Promise<void>;
};

type Inspected = { OCIv1: { config: { Env: string[]; User: string; Entrypoint: string[] } } };

/** The image of the Dockerfile, built anew and mounted. Takes a minute, and two where Debian is not here yet. */
export async function buildImage(): Promise<Image> {
  const froms = DockerfileParser.parse(readDeployFile('Dockerfile')).getFROMs();
  const [withNode = '', plain = ''] = froms.map((from) => `docker.io/library/${from.getImage() ?? ''}`);
  await commit('scratch', await debian(), plain);
  await commit(plain, node(), withNode);
  const isolated = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--format', 'docker'];
  await buildah('bud', ...isolated, '-f', 'infra/deploy/Dockerfile', '-t', 'triage:drill', '.');
  const container = (await buildah('from', '--pull-never', 'triage:drill')).stdout.trim();
  const root = (await buildah('mount', container)).stdout.trim();
  const { config } = (JSON.parse((await buildah('inspect', container)).stdout) as Inspected).OCIv1;
  return {
    root,
    env: Object.fromEntries(config.Env.map((pair) => pair.split('=') as [string, string])),
    user: config.User,
    entrypoint: config.Entrypoint,
    remove: async () => {
      await buildah('umount', container);
      await buildah('rm', container);
      rmSync(path.join(PLACE, 'root'), { recursive: true, force: true });
    },
  };
}

/** As a container with a read-only root has it; the folder of volumes takes the place of the image's own. */
const SCRIPT = `
mount --bind "$ROOT" "$ROOT" && mount -o remount,ro,bind "$ROOT" &&
mount -t proc proc "$ROOT/proc" && mount -t tmpfs tmpfs "$ROOT/tmp" &&
mount --bind /dev "$ROOT/dev" && mount --bind "$VOLUMES" "$ROOT/var/lib/triage" &&
exec chroot --userspec="$OWNER" "$ROOT" sh -c 'cd /app && exec "$@"' sh "$@"
`;

/** Runs a command in the image, as its user, with what it may write in `volumes` alone. Whoever starts it ends it. */
export function runInImage(
  image: Image,
  volumes: string,
  { env = {}, command }: { env?: Record<string, string>; command: string[] },
) {
  const child = spawn('unshare', ['--mount', 'sh', '-c', SCRIPT, 'sh', ...command], {
    env: {
      ...image.env,
      ...env,
      ROOT: image.root,
      VOLUMES: volumes,
      OWNER: image.user,
      PATH: process.env['PATH'],
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stdout = textOf(child.stdout);
  const stderr = textOf(child.stderr);
  const closed = (once(child, 'close') as Promise<[number | null]>).then(([code]) => code);
  return { child, stdout, stderr, closed };
}

/** Gives a folder to the user of the image. */
export const giveToImage = async (folder: string): Promise<void> => {
  await run('chown', ['-R', `${USER}:${USER}`, folder]);
};
