import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { Logger } from 'pino';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { GOSSIP, SERVER_FEATURES, STREAMS } from './protocol.ts';
import { createCommitSignal } from './reading/commit-signal.ts';
import { createLogReader, RECENT_RECORDS } from './reading/log-reader.ts';
import { createStreamReader } from './reading/stream-reader.ts';
import { createAppendHandler } from './services/append.ts';
import { createBatchAppendHandler } from './services/batch-append.ts';
import type { Behaviour, OpenCalls, StoreContext } from './services/context.ts';
import { createDeleteHandler } from './services/delete.ts';
import { createGossipHandler } from './services/gossip.ts';
import { createReadHandler } from './services/read.ts';
import { createSupportedMethodsHandler } from './services/server-features.ts';
import type { StoreMetrics } from './metrics.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { lockDirectory } from './storage/directory-lock.ts';
import { unavailable, type RpcError } from './wire/rpc-error.ts';
import { createCommitter } from './writing/committer.ts';
import { ignoreRepetitions } from './writing/ignore-repetitions.ts';

export type EventStoreOptions = {
  /** Holds the LMDB files and the lock; made if it is not there. */
  directory: string;
  host: string;
  /** 0 takes a free port. */
  port: number;
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

export type EventStore = { port: number; connectionString: string; stop(): Promise<void> };

const DEFAULT_MAX_APPEND_BYTES = 1024 * 1024;
/** Above the largest append, so that one that is too large is told so instead of breaking the call. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;
/** Calls of one connection at a time; every subscription is one. */
const MAX_CALLS_PER_CONNECTION = 4_096;
/** A stop waits this long for calls to end by themselves before it cuts them. */
const CALLS_END_TIMEOUT_MS = 2_000;

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

function createServer(context: StoreContext): Server {
  const server = new Server({
    'grpc.max_receive_message_length': Math.max(MAX_MESSAGE_BYTES, context.maxAppendBytes * 2),
    'grpc.max_send_message_length': -1,
    'grpc.max_concurrent_streams': MAX_CALLS_PER_CONNECTION,
  });
  server.addService(STREAMS, {
    read: createReadHandler(context),
    append: createAppendHandler(context),
    batchAppend: createBatchAppendHandler(context),
    delete: createDeleteHandler('delete', context),
    tombstone: createDeleteHandler('tombstone', context),
  });
  server.addService(SERVER_FEATURES, { getSupportedMethods: createSupportedMethodsHandler() });
  server.addService(GOSSIP, { read: createGossipHandler(context.newId(), context.now) });
  return server;
}

const bind = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(new StartupError(`the event store cannot listen on ${host}:${port} (is the port taken?)`));
    });
  });

/** Lets calls end by themselves for a while, then cuts what is left. */
async function shutDown(server: Server): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CALLS_END_TIMEOUT_MS);
    server.tryShutdown(() => resolve());
  });
  clearTimeout(timer);
  server.forceShutdown();
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
  const unlock = await lockDirectory(directory);
  let database: Database | undefined;
  let server: Server | undefined;
  try {
    database = openDatabase(join(directory, 'data'));
    const openCalls = createOpenCalls();
    const context = createContext(database, options, openCalls);
    server = createServer(context);
    const port = await bind(server, host, options.port);
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
      connectionString: `esdb://${host}:${port}?tls=false`,
      stop: () => (stopped ??= stop(running, open)),
    };
  } catch (error) {
    server?.forceShutdown();
    await database?.close();
    await unlock();
    throw error;
  }
}
