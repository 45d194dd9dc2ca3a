/**
 * Settings of the embedded Postgres, given on its command line, where they win over every file. A real one
 * (distributed mode) should have those of the group "privacy" as well; docs for operators say so.
 */
export type PostgresTuning = {
  /** False gives up what only the end of the whole machine can take: throw-away databases of tests only. */
  durable: boolean;
  sharedBuffersMb: number;
  /** Default 200. */
  maxConnections?: number;
};

const privacy = {
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  // The text of an error ("invalid input syntax ...") can repeat a value; the caller gets it, the log does not.
  log_min_messages: 'log',
  // The shortest that there is. Statements are parameterised, so their texts hold no values in any case.
  track_activity_query_size: '100',
};

const network = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
};

const behaviour = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Short statements on few cores: parallel workers cost more than they bring, and need a large /dev/shm.
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  log_checkpoints: 'off',
  // The service notifies nobody, but every login may: the default lets what it sends take 8 GB of the disk. This is 512 KB.
  max_notify_queue_pages: '64',
};

/** All settings as `name=value`, ready for `-c`. */
export function postgresSettings({
  durable,
  sharedBuffersMb,
  maxConnections = 200,
}: PostgresTuning): string[] {
  const safe = durable ? 'on' : 'off';
  const settings = {
    ...privacy,
    ...network,
    ...behaviour,
    max_connections: String(maxConnections),
    shared_buffers: `${sharedBuffersMb}MB`,
    fsync: safe,
    full_page_writes: safe,
    // In throw-away databases too: tests kill the server, and what was committed by then has to be there again.
    synchronous_commit: 'on',
  };
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}
