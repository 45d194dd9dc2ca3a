import pg from 'pg';

export type Sql = Pick<pg.ClientBase, 'query'>;
/** What takes a connection, or lends one out for a transaction. */
export type Pool = Sql & { connect(): Promise<pg.PoolClient> };

// Read once for every connection: 64-bit integers as numbers (all of ours stay below 2^53), times as Date.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** A pool with its end, for whoever made it. */
export type OwnedPool = pg.Pool;

export type PoolOptions = {
  databaseUrl: string;
  /** Shown in pg_stat_activity. */
  name: string;
  maxConnections: number;
  /** False commits without waiting for the disk: only for what the log repairs after a crash. Default true. */
  waitForDisk?: boolean;
  /** The role that statements run with; default the one that connects. */
  role?: string;
  /**
   * Server-side limit of one statement; below the handler's own limit. Where it is given, the work is long, and its transactions
   * may stay idle for as long as they like.
   */
  statementTimeoutMs?: number;
};

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 5_000;
/** A connection that waits for hours, as one that holds a lock does, is dropped by firewalls that see nothing on it. */
const KEEP_ALIVE_AFTER_MS = 60_000;
/**
 * A host that loses power or its network ends none of its connections, and Postgres keeps what they had locked until it notices:
 * hours, as most systems are set. With these it asks the other side after 5 s of silence, and ends a connection after 15 s
 * without a sign of life.
 */
export const LOST_CLIENT_SETTINGS = {
  tcp_keepalives_idle: '5s',
  tcp_keepalives_interval: '3s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '15s',
} as const;
/** A process that is paused in a transaction lets go of its locks. Much longer than ours think between two statements. */
const IDLE_IN_TRANSACTION = '60s';

/**
 * A pool of one process. Every statement has a time limit; idle connections that break are replaced; what the connections of a
 * lost host have locked is free within 15 s.
 */
export function createPool(options: PoolOptions): OwnedPool {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: options.name,
    max: options.maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    query_timeout: (options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS) + 1_000,
    options: startOptions(options),
  });
  // A connection that breaks while its holder is between two statements fails the next statement; without a listener
  // it would end the process instead.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // A broken idle connection is not an error of anybody's call; the pool opens another one.
  pool.on('error', () => undefined);
  return pool;
}

/** Settings of a connection, as its start has them. */
export const asStartOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

const startOptions = ({ waitForDisk, role, statementTimeoutMs }: PoolOptions): string =>
  asStartOptions({
    search_path: 'read,ops,public',
    ...LOST_CLIENT_SETTINGS,
    ...(statementTimeoutMs === undefined ? { idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION } : {}),
    ...(waitForDisk === false ? { synchronous_commit: 'off' } : {}),
    ...(role === undefined ? {} : { role }),
  });

/** Runs `work` in one transaction; rolls back when it throws. */
export async function inTransaction<T>(pool: Pool, work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollback: unknown) => {
      broken = rollback instanceof Error ? rollback : new Error('rollback failed');
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08006',
  '53000',
  '53100',
  '53200',
  '53300',
  '58030',
  '57014',
  '25P03',
  '40P01',
]);

const CONTENTION = new Set(['40001', '40P01', '55P03']);

/** Serialization failure, deadlock, lock not available: what was done is undone, and the same may well succeed the next time. */
export const isContention = (error: unknown): boolean =>
  error instanceof Error && CONTENTION.has(String((error as { code?: unknown }).code));

/** True where Postgres could not be reached or gave up, as opposed to having refused the statement. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') return UNREACHABLE.has(code);
  return /^(Connection terminated|timeout exceeded|Query read timeout|Client has encountered)/.test(
    error.message,
  );
}
