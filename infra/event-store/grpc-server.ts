import { Server, ServerCredentials } from '@grpc/grpc-js';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { createGuard } from './access/guard.ts';
import type { StoreAccess } from './access/settle-access.ts';
import { GOSSIP, SERVER_FEATURES, STREAMS } from './protocol.ts';
import { createAppendHandler } from './services/append.ts';
import { createBatchAppendHandler } from './services/batch-append.ts';
import type { StoreContext } from './services/context.ts';
import { createDeleteHandler } from './services/delete.ts';
import { createGossipHandler } from './services/gossip.ts';
import { createReadHandler } from './services/read.ts';
import { createSupportedMethodsHandler } from './services/server-features.ts';

/** Above the largest append, so that one that is too large is told so instead of breaking the call. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;
/** Calls of one connection at a time; every subscription is one. */
const MAX_CALLS_PER_CONNECTION = 4_096;
/** A stop waits this long for calls to end by themselves before it cuts them. */
const CALLS_END_TIMEOUT_MS = 2_000;

/** The gRPC server with all methods, and with its guard where there is one. */
export function createServer(context: StoreContext, access: StoreAccess | null): Server {
  const server = new Server({
    interceptors: access === null ? [] : [createGuard(access)],
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
  server.addService(SERVER_FEATURES, { getSupportedMethods: createSupportedMethodsHandler(context) });
  server.addService(GOSSIP, { read: createGossipHandler(context.newId(), context.now) });
  return server;
}

function serverCredentials(access: StoreAccess | null): ServerCredentials {
  if (access === null) return ServerCredentials.createInsecure();
  const pair = {
    cert_chain: Buffer.from(access.certificate),
    private_key: Buffer.from(access.privateKey),
  };
  return ServerCredentials.createSsl(null, [pair]);
}

export type Address = { host: string; port: number; access: StoreAccess | null };

/** Listens, and returns the port. Throws StartupError. */
export const bind = (server: Server, { host, port, access }: Address): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, serverCredentials(access), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(new StartupError(`the event store cannot listen on ${host}:${port} (is the port taken?)`));
    });
  });

/** Lets calls end by themselves for a while, then cuts what is left. */
export async function shutDown(server: Server): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CALLS_END_TIMEOUT_MS);
    server.tryShutdown(() => resolve());
  });
  clearTimeout(timer);
  server.forceShutdown();
}
