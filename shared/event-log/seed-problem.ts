import { readFileSync } from 'node:fs';
import { connect as connectPlainly, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { connectionProblem, type ConnectionProblem } from './connection-problem.ts';

type Seeds = { hosts: { host: string; port: number }[]; isSecure: boolean; caFile: string | null };

const DEFAULT_PORT = 2113;

/** The nodes that a cluster's connection string names; null for the string of a single server. */
function seedsOf(connectionString: string): Seeds | null {
  const [, discover, list = '', query = ''] =
    /^\w+(\+discover)?:\/\/(?:[^@/]*@)?([^/?]+)\/?(?:\?(.*))?$/.exec(connectionString.trim()) ?? [];
  const hosts = list.split(',').map((one) => {
    const [host = '', port = String(DEFAULT_PORT)] = one.split(':');
    return { host, port: Number(port) };
  });
  if (discover === undefined && hosts.length < 2) return null;
  const options = new Map([...new URLSearchParams(query)].map(([key, value]) => [key.toLowerCase(), value]));
  return { hosts, isSecure: options.get('tls') !== 'false', caFile: options.get('tlscafile') ?? null };
}

function connectionTo({ host, port }: Seeds['hosts'][number], { isSecure, caFile }: Seeds): [Socket, string] {
  if (!isSecure) return [connectPlainly({ host, port }), 'connect'];
  const name = isIP(host) === 0 ? { servername: host } : {};
  const ca = caFile === null ? {} : { ca: readFileSync(caFile) };
  return [connectSecurely({ host, port, ...name, ...ca, ALPNProtocols: ['h2'] }), 'secureConnect'];
}

/** Null where a connection stands. */
function problemOfSeed(seed: Seeds['hosts'][number], seeds: Seeds, signal: AbortSignal) {
  return new Promise<ConnectionProblem | null>((resolve) => {
    const [socket, standing] = connectionTo(seed, seeds);
    const end = (problem: ConnectionProblem | null): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.once(standing, () => end(null));
    socket.once('error', (error) => end(connectionProblem(error)));
    signal.addEventListener('abort', () => end('no_answer'), { once: true });
  });
}

/**
 * Of a cluster the driver says only that it found no node. So its nodes are connected to one by one: null where the string
 * names one server, one of the nodes takes the connection, or nothing more than that can be said.
 */
export async function seedProblem(
  connectionString: string,
  limitMs: number,
): Promise<ConnectionProblem | null> {
  const seeds = seedsOf(connectionString);
  if (seeds === null) return null;
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), limitMs);
  try {
    const problems = await Promise.all(seeds.hosts.map((seed) => problemOfSeed(seed, seeds, over.signal)));
    if (problems.includes(null)) return null;
    return problems.find((problem) => problem !== null && TELLING.has(problem)) ?? 'no_node';
  } catch {
    return null; // a file that cannot be read has been told when the driver was made
  } finally {
    clearTimeout(timer);
  }
}

/** What an operator has to mend, as opposed to nodes that are down. */
const TELLING = new Set<ConnectionProblem>([
  'untrusted_authority',
  'wrong_host_name',
  'expired_certificate',
  'no_tls',
  'unknown_host',
]);
