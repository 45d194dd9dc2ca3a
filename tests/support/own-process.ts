import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { programOf, projectRoot } from '../../infra/embedded/program.ts';
import { until } from './until.ts';

/** The processes as an operator of several machines starts them, by their names in metrics. */
export const ENTRIES = {
  'command-api': 'command-api/main.ts',
  'query-api': 'query-api/main.ts',
  projectors: 'projectors/main.ts',
  reactors: 'command-api/reactors/main.ts',
  'webhook-dispatcher': 'webhook-dispatcher/main.ts',
} as const;
export type ProcessName = keyof typeof ENTRIES;

type Line = { level: number; msg: string; port?: number; metrics_port?: number };
type ReadyAnswer = {
  ready: boolean;
  problems: string[];
  needs: Record<string, { required: boolean; problem: string | null }>;
  behind: { name: string }[];
};

const START_LIMIT_MS = 30_000;

/** Starts a process with these settings and no others. Whoever starts it ends it. */
export function startOwnProcess(name: ProcessName, env: Record<string, string>) {
  const child = spawn(process.execPath, [programOf(ENTRIES[name])], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: Line[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line) as Line));
  const stderr = textOf(child.stderr);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const portOf = (field: 'port' | 'metrics_port'): number =>
    lines.findLast((line) => line[field] !== undefined)?.[field] ?? 0;
  const ask = async (probe: string) => {
    const answer = await fetch(`http://127.0.0.1:${portOf('metrics_port')}${probe}`);
    return { status: answer.status, text: await answer.text() };
  };
  const ready = async () => {
    const { status, text } = await ask('/ready');
    return { status, ...(JSON.parse(text) as ReadyAnswer) };
  };
  return {
    child,
    lines,
    ask,
    ready,
    port: () => portOf('port'),
    /** Its exit code, and what it wrote beside its log. */
    ended: async () => {
      const [code] = await closed;
      return { code, stderr: await stderr };
    },
    /** What is not required may come later than the process is ready. */
    reachesAll: () =>
      until(`${name} reaches all it needs`, START_LIMIT_MS, async () =>
        Object.values((await ready()).needs).every(({ problem }) => problem === null),
      ),
    isUp: () =>
      until(
        `${name} is ready`,
        START_LIMIT_MS,
        async () => portOf('metrics_port') > 0 && (await ready()).ready,
      ),
  };
}
export type OwnProcess = ReturnType<typeof startOwnProcess>;
