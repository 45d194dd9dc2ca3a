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
  /** Server-side limit of one statement; below the handler's own limit. */
  statementTimeoutMs?: number;
};

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 5_000;
/** A connection that waits for hours, as one that holds a lock does, is dropped by firewalls that see nothing on it. */
const KEEP_ALIVE_AFTER_MS = 60_000;

/** A pool of one process. Every statement has a time limit; idle connections that break are replaced. */
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

function startOptions({ waitForDisk, role }: PoolOptions): string {
  const settings = {
    search_path: 'read,ops,public',
    ...(waitForDisk === false ? { synchronous_commit: 'off' } : {}),
    ...(role === undefined ? {} : { role }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

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
  '40P01',
]);

/** True where Postgres could not be reached or gave up, as opposed to having refused the statement. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') return UNREACHABLE.has(code);
  return /^(Connection terminated|timeout exceeded|Query read timeout|Client has encountered)/.test(
    error.message,
  );
}
