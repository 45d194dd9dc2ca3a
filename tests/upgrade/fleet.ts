import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { freePort } from '../../infra/embedded/ports.ts';
import { ENTRIES, type ProcessName } from '../support/own-process.ts';
import { until } from '../support/until.ts';
import { programIn, type Release } from '../support/releases.ts';

const START_LIMIT_MS = 60_000;
const PAST_ERROR = 50;

/** Settings of an installation, the same for both releases, and a folder for what their processes say. */
export type Installation = { env: Record<string, string>; logs: string };

/** A process of one of the releases. */
export type Member = {
  name: ProcessName;
  release: Release;
  baseUrl: string;
  /** What it has logged as an error, message by message. */
  errors: string[];
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
};

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok === true;
}

/** Starts a process of a release, and waits until it says that it is ready. */
export async function join(
  release: Release,
  name: ProcessName,
  { env, logs }: Installation,
): Promise<Member> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child: ChildProcess = spawn(process.execPath, [programIn(release, ENTRIES[name])], {
    cwd: release.root,
    env: { PATH: process.env.PATH, ...env, PORT: String(port), METRICS_PORT: String(metricsPort) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  mkdirSync(logs, { recursive: true });
  const file = path.join(logs, `${release.name}-${name}-${port}.log`);
  const errors: string[] = [];
  const keep = (line: string): void => {
    appendFileSync(file, `${line}\n`);
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    if (level >= PAST_ERROR) errors.push(msg);
  };
  if (child.stdout) createInterface(child.stdout).on('line', keep);
  if (child.stderr) createInterface(child.stderr).on('line', (line) => errors.push(line));
  const closed = once(child, 'close') as Promise<[number | null]>;
  let isOver = false;
  void closed.then(() => (isOver = true));
  await until(`${release.name} ${name} is ready`, START_LIMIT_MS, () => {
    if (isOver) throw new Error(`${release.name} ${name} ended: ${errors.join('; ')}`);
    return answers(`http://127.0.0.1:${metricsPort}/ready`);
  });
  return {
    name,
    release,
    baseUrl: `http://127.0.0.1:${port}`,
    errors,
    stop: async () => {
      child.kill('SIGTERM');
      return (await closed)[0];
    },
  };
}

export type OpsResult = { code: number | null; stdout: string; stderr: string };

/** An operator command of a release. */
export async function ops(
  release: Release,
  words: readonly string[],
  { env }: Installation,
): Promise<OpsResult> {
  const child = spawn(process.execPath, [programIn(release, 'infra/cli/main.ts'), ...words], {
    cwd: release.root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

/** The processes that run, of whichever release: those of the APIs share the calls. */
export function createFleet(installation: Installation) {
  const members: Member[] = [];
  /** Out of the proxy's rotation, as before a restart. */
  const leaving = new Set<Member>();
  const ended: Member[] = [];
  const leave = async (member: Member): Promise<void> => {
    leaving.add(member);
    const code = await member.stop();
    members.splice(members.indexOf(member), 1);
    ended.push(member);
    if (code !== 0) throw new Error(`${member.release.name} ${member.name} ended with ${code}`);
  };
  return {
    join: async (release: Release, name: ProcessName): Promise<void> => {
      members.push(await join(release, name, installation));
    },
    /** Stops the processes of a release by that name, one after the other. */
    leave: async (release: Release, name: ProcessName): Promise<void> => {
      for (const member of members.filter((one) => one.release === release && one.name === name)) {
        await leave(member);
      }
    },
    /** An API process that takes calls, any of them. */
    pick: (name: 'command-api' | 'query-api'): Member => {
      const open = members.filter((member) => member.name === name && !leaving.has(member));
      const chosen = open[Math.floor(Math.random() * open.length)];
      if (chosen === undefined) throw new Error(`no ${name} takes calls`);
      return chosen;
    },
    /** What processes have logged as errors since this was asked last, by release and process. */
    takeErrors: (): string[] =>
      [...members, ...ended].flatMap(({ release, name, errors }) =>
        errors.splice(0).map((error) => `${release.name} ${name}: ${error}`),
      ),
    stop: async (): Promise<void> => {
      await Promise.all(members.splice(0).map((member) => member.stop()));
    },
  };
}
export type Fleet = ReturnType<typeof createFleet>;
