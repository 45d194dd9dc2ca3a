import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Server } from '@grpc/grpc-js';
import type { Logger } from 'pino';
import { connectionStringOf, type StoreAccess } from './access/settle-access.ts';
import { bind, createServer, shutDown } from './grpc-server.ts';
import { createCommitSignal } from './reading/commit-signal.ts';
import { createLogReader, RECENT_RECORDS } from './reading/log-reader.ts';
import { createStreamReader } from './reading/stream-reader.ts';
import type { Behaviour, OpenCalls, StoreContext } from './services/context.ts';
import type { StoreMetrics } from './metrics.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { lockDirectory } from '../../shared/files/directory-lock.ts';
import { unavailable, type RpcError } from './wire/rpc-error.ts';
import { createCommitter } from './writing/committer.ts';
import { ignoreRepetitions } from './writing/ignore-repetitions.ts';

export type EventStoreOptions = {
  /** Holds the LMDB files and the lock; made if it is not there. */
  directory: string;
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Who may come in, over TLS. Null lets everybody in without TLS: for tests and benchmarks alone. */
  access: StoreAccess | null;
  /** Largest append; default 1 MiB, as in EventStoreDB. */
  maxAppendBytes?: number;
  /**
   * Events that may wait for a live subscriber that has stopped to read, before it is dropped with ABORTED and has to
   * subscribe again. Default 8,192: as many as are kept in memory, so that what is live never waits for the disk.
   */
  maxLiveBacklog?: number;
  /** For tests of what has to hold with a real server as well; `own` unless they say otherwise. */
  behaviour?: Behaviour;
  now: () => Date;
  logger?: Logger;
  /** Left out, nothing is observed. */
  metrics?: StoreMetrics;
  /** The disk refused a commit: nothing can be written any more and the process should end. */
  onFailed?: (error: unknown) => void;
};

export type EventStore = {
  port: number;
  /** Holds the password. */
  connectionString: string;
  stop(): Promise<void>;
};

const DEFAULT_MAX_APPEND_BYTES = 1024 * 1024;
/** UUIDs of version 4 as bytes. */
function newId(): Buffer {
  const id = randomBytes(16);
  id[6] = (id.readUInt8(6) & 0x0f) | 0x40;
  id[8] = (id.readUInt8(8) & 0x3f) | 0x80;
  return id;
}

function createOpenCalls(): OpenCalls & { endAll(error: RpcError): void } {
  const ends = new Set<(error: RpcError) => void>();
  return {
    add(end) {
      ends.add(end);
      return () => ends.delete(end);
    },
    endAll(error) {
      for (const end of [...ends]) end(error);
    },
  };
}

function createContext(database: Database, options: EventStoreOptions, openCalls: OpenCalls): StoreContext {
  const { now, logger, metrics, maxAppendBytes = DEFAULT_MAX_APPEND_BYTES } = options;
  const { maxLiveBacklog = RECENT_RECORDS, behaviour = 'own' } = options;
  const log = createLogReader(database);
  const signal = createCommitSignal();
  const committer = createCommitter({
    database: metrics?.measureDatabase(database) ?? database,
    now,
    newId,
    logger,
    onCommitted({ records, streamNames }) {
      log.publish(records);
      signal.notify(streamNames);
    },
    onFailed: (error) => options.onFailed?.(error),
  });
  const streams = createStreamReader(database, log, now);
  const measured = metrics?.measureCommitter(committer) ?? committer;
  return {
    log,
    streams,
    signal,
    committer: behaviour === 'own' ? measured : ignoreRepetitions(measured, now),
    subscribed: metrics?.subscribed ?? (() => () => undefined),
    openCalls,
    now,
    newId,
    maxAppendBytes,
    maxLiveBacklog,
    behaviour,
    logger,
  };
}

/**
 * Starts an event store that speaks EventStoreDB's gRPC protocol (streams, server features, gossip of one
 * node) and keeps everything in LMDB. What it has acknowledged is on disk. Throws a StartupError of one line
 * where the directory is in use or the port is taken. `stop` refuses new writes, finishes those under way,
 * ends every open call with UNAVAILABLE, and takes less than 5 s.
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { directory, host, logger } = options;
  const unlock = await lockDirectory(directory, `the event store directory ${directory}`, () => {
    logger?.fatal('another process has taken the directory over while this one stood still');
    options.onFailed?.(new Error('the lock of the directory was lost'));
  });
  let database: Database | undefined;
  let server: Server | undefined;
  try {
    database = openDatabase(join(directory, 'data'));
    const openCalls = createOpenCalls();
    const context = createContext(database, options, openCalls);
    server = createServer(context, options.access);
    const port = await bind(server, options);
    const stop = async (running: Server, open: Database): Promise<void> => {
      const closed = shutDown(running); // no new connections and calls from here on
      await context.committer.close();
      openCalls.endAll(unavailable('the server is shutting down'));
      await closed;
      await open.close();
      await unlock();
    };
    let stopped: Promise<void> | undefined;
    const [running, open] = [server, database];
    logger?.info({ host, port, events: context.log.lastPosition() }, 'event store is listening');
    return {
      port,
      connectionString: connectionStringOf(options.access, host, port),
      stop: () => (stopped ??= stop(running, open)),
    };
  } catch (error) {
    server?.forceShutdown();
    await database?.close();
    await unlock();
    throw error;
  }
}
