import type { Logger } from 'pino';
import type { CommitSignal } from '../reading/commit-signal.ts';
import type { LogReader } from '../reading/log-reader.ts';
import type { StreamReader } from '../reading/stream-reader.ts';
import type { RpcError } from '../wire/rpc-error.ts';
import type { Committer } from '../writing/committer.ts';

/** Calls that stay open until somebody ends them; a stop of the server ends them with an error. */
export type OpenCalls = {
  /** Registers a call's way to end with an error; returns how to forget it. */
  add(end: (error: RpcError) => void): () => void;
};

/**
 * Where EventStoreDB 23.10 behaves otherwise than this store, "23.10" does as it does: a filtered subscription to $all
 * is not told that it has caught up, a read of a stream forwards from its end fails, a repetition of an append that is
 * still under way is not answered before its deadline, and `$all` takes appends, since there are no users.
 */
export type Behaviour = 'own' | '23.10';

/** What the services work on. */
export type StoreContext = {
  log: LogReader;
  streams: StreamReader;
  signal: CommitSignal;
  committer: Committer;
  /** Counts a subscription until the function that it returns is called. */
  subscribed: () => () => void;
  openCalls: OpenCalls;
  now: () => Date;
  newId: () => Buffer;
  /** Largest append in bytes: data, metadata and twice the type's length of all its events. */
  maxAppendBytes: number;
  /** Events that may wait for a live subscriber that does not read, before it is dropped. */
  maxLiveBacklog: number;
  behaviour: Behaviour;
  logger: Logger | undefined;
};
