import type { DuckDBConnection } from '@duckdb/node-api';

/** DuckDB in this process. */
export type Duck = {
  run: (sql: string) => Promise<void>;
  rows: (sql: string) => Promise<Record<string, unknown>[]>;
  close: () => void;
};

/** Of the 300 MB that an extract may take; the rest is Node's, the library's and what its allocator holds on to. */
const MEMORY = '64MB';

/**
 * One thread: the same rows give the same bytes, and another core stays free. `scratch`: where it puts what exceeds its memory.
 * Nothing is kept in it but what goes into a `file`.
 */
export async function openDuck(
  scratch: string,
  { file = ':memory:', memory = MEMORY }: { file?: string; memory?: string } = {},
): Promise<Duck> {
  // Loaded when it is used: the projectors would wait for its 70 MB at each start.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(file, {
    threads: '1',
    memory_limit: memory,
    temp_directory: scratch,
    // Everything that is needed is built in; nothing is to be fetched.
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  return duckOn(connection, () => {
    connection.closeSync();
    instance.closeSync();
  });
}

const duckOn = (connection: DuckDBConnection, close: () => void): Duck => ({
  run: async (sql) => void (await connection.run(sql)),
  rows: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
  close,
});

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
