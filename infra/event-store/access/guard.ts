import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  ResponderBuilder,
  ServerInterceptingCall,
  ServerListenerBuilder,
  type Metadata,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import { GOSSIP, SERVER_FEATURES } from '../protocol.ts';
import { unauthenticated } from '../wire/rpc-error.ts';
import type { StoreAccess } from './settle-access.ts';

/**
 * What EventStoreDB answers to everybody. A client asks it before it knows where to send a password: which methods there
 * are, and at which address the node is. Neither says anything of the log.
 */
export const OPEN_METHODS: readonly string[] = [SERVER_FEATURES.getSupportedMethods.path, GOSSIP.read.path];

/** User and password of HTTP's basic authentication; null where the header is another one, none, or there are several. */
function credentialsOf(metadata: Metadata): Buffer | null {
  const [header, ...others] = metadata.get('authorization');
  if (typeof header !== 'string' || others.length > 0) return null;
  const token = /^basic +([a-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  return token === undefined ? null : Buffer.from(token, 'base64');
}

/**
 * Refuses calls without the right user and password with UNAUTHENTICATED, before any of their messages is read. Values of any
 * length are compared in the same time: by their keyed hashes.
 */
export function createGuard({ user, password }: Pick<StoreAccess, 'user' | 'password'>): ServerInterceptor {
  const key = randomBytes(32);
  const hashOf = (credentials: Buffer): Buffer => createHmac('sha256', key).update(credentials).digest();
  const right = hashOf(Buffer.from(`${user}:${password}`));
  const isRight = (metadata: Metadata): boolean => {
    const given = credentialsOf(metadata);
    return given !== null && timingSafeEqual(hashOf(given), right);
  };
  return ({ path }, call) => {
    if (OPEN_METHODS.includes(path)) return new ServerInterceptingCall(call);
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        if (isRight(metadata)) next(metadata);
        else call.sendStatus(unauthenticated());
      })
      .build();
    return new ServerInterceptingCall(
      call,
      new ResponderBuilder().withStart((next) => next(listener)).build(),
    );
  };
}
