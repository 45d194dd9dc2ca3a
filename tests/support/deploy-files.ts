import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { projectRoot } from '../../infra/embedded/program.ts';
import { readPage } from '../docs/pages.ts';

/** A file of infra/deploy. */
export const deployFile = (name: string): string => path.join(projectRoot, 'infra/deploy', name);

export const readDeployFile = (name: string): string => readFileSync(deployFile(name), 'utf8');

/** The documents of a YAML file, with merge keys. Throws at what is no YAML, and at a key that stands twice. */
export function readYaml<T>(text: string): T[] {
  return parseAllDocuments(text, { merge: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as T;
  });
}

const settings = new Set(
  [...readPage('docs/operator/settings.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name),
);
/** Node's own. */
const OF_NODE = new Set(['NODE_ENV']);

/** Whether the reference of settings has this variable of the environment, given as it is or in a file. */
export const isSetting = (name: string): boolean =>
  settings.has(name) || OF_NODE.has(name) || (name.endsWith('_FILE') && settings.has(name.slice(0, -5)));

/** Names and values of a file of settings, as Docker, Kubernetes and systemd read it. */
export const readEnv = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

const FLAGS = /^--max-(old-space|semi-space)-size=\d+$/;
const LIMITS: Record<string, string> = { 'build/webhook-dispatcher/main.js': '32' };

/** What is wrong with the arguments of Node: no program of the project, or other limits than the documented ones. */
export function problemOfArguments(args: readonly string[]): string | null {
  const flags = args.filter((one) => FLAGS.test(one));
  const [program = ''] = args.slice(flags.length);
  const source = program.startsWith('build/') ? program.slice(6).replace(/\.js$/, '.ts') : program;
  if (!existsSync(path.join(projectRoot, source))) return `there is no ${source}`;
  const semi = flags.findLast((flag) => flag.includes('semi'))?.split('=')[1] ?? '8';
  return semi === (LIMITS[program] ?? '8') ? null : `${program} has a semi-space of ${semi}`;
}

/** Images that anybody may change under their name are none. */
export const isPinned = (image: string): boolean => /:\d+\.\d+[\w.-]*$/.test(image);
