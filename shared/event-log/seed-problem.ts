import { readFileSync } from 'node:fs';
import { connect as connectPlainly, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { connectionProblem, type ConnectionProblem } from './connection-problem.ts';
import { parseConnection, type Connection } from './connection-string.ts';

type Seed = Connection['hosts'][number];

function connectionTo({ host, port }: Seed, { isSecure, caFile }: Connection): [Socket, string] {
  if (!isSecure) return [connectPlainly({ host, port }), 'connect'];
  const name = isIP(host) === 0 ? { servername: host } : {};
  const ca = caFile === null ? {} : { ca: readFileSync(caFile) };
  return [connectSecurely({ host, port, ...name, ...ca, ALPNProtocols: ['h2'] }), 'secureConnect'];
}

/** Null where a connection stands. */
function problemOfSeed(seed: Seed, seeds: Connection, signal: AbortSignal) {
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
  const seeds = parseConnection(connectionString);
  if (!seeds.isCluster) return null;
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

/** What the driver says of a cluster, whatever is wrong with its nodes. */
export const hidesNodes = (problem: ConnectionProblem | null): boolean =>
  problem === 'no_node' || problem === 'no_answer';

/** What an operator has to mend, as opposed to nodes that are down. */
const TELLING = new Set<ConnectionProblem>([
  'untrusted_authority',
  'wrong_host_name',
  'expired_certificate',
  'no_tls',
  'unknown_host',
]);
