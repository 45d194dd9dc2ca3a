import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import {
  localMasterKeys,
  MASTER_KEYS_TIMEOUT_MS,
  MasterKeysRefusedError,
  MasterKeysUnreachableError,
  UnknownMasterKeyError,
  type KeyRing,
  type MasterKeys,
} from '../../../shared/crypto/master-keys.ts';
import { TamperedError } from '../../../shared/crypto/seal.ts';
import { listen } from '../../support/listening.ts';

/** How the key management service behaves: it works, says no, never answers, or answers with something else. */
export type Mood = 'well' | 'refusing' | 'hanging' | 'raving';

const ask = z.array(z.object({ key_id: z.string(), master_id: z.string().optional(), bytes: z.base64() }));

/** A key management service of its own, over HTTP: `POST /wrap`, `POST /unwrap` for many keys at once, and `GET /ids`. */
export async function startKms(ring: KeyRing) {
  const inner = localMasterKeys(ring);
  const kms = { mood: 'well' as Mood, asked: 0 };

  async function answer(path: string, request: IncomingMessage): Promise<unknown> {
    if (path === '/ids') return inner.ids();
    const keys = ask.parse(await json(request));
    if (path === '/wrap') {
      const wrapped = await inner.wrap(
        keys.map(({ key_id, bytes }) => ({ keyId: key_id, key: Buffer.from(bytes, 'base64') })),
      );
      return wrapped.map((one) => ({ master_id: one.masterId, bytes: toText(one.wrapped) }));
    }
    const opened = await inner.unwrap(
      keys.map(({ key_id, master_id = '', bytes }) => ({
        keyId: key_id,
        masterId: master_id,
        wrapped: Buffer.from(bytes, 'base64'),
      })),
    );
    return opened.map((key) => ({ bytes: toText(key) }));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    kms.asked += 1;
    if (kms.mood === 'hanging') return;
    if (kms.mood === 'refusing') {
      end(response, 403, {});
      return;
    }
    if (kms.mood === 'raving') {
      end(response, 200, 'no list at all');
      return;
    }
    try {
      end(response, 200, await answer(request.url ?? '', request));
    } catch (error) {
      if (error instanceof UnknownMasterKeyError) {
        end(response, 404, { message: error.message });
        return;
      }
      if (error instanceof TamperedError) {
        end(response, 422, {});
        return;
      }
      throw error;
    }
  }

  const server = createServer((request, response) => void handle(request, response));
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    become: (mood: Mood) => (kms.mood = mood),
    asked: () => kms.asked,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function end(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const idsTold = z.object({ active: z.string(), known: z.array(z.string()) });
const told = z.array(z.object({ master_id: z.string().optional(), bytes: z.base64() }));

/** The adapter to it, as docs/operator/keys.md tells to write one: the batch goes over once, and every answer is one of the port's. */
export function kmsMasterKeys(url: string, timeoutMs = MASTER_KEYS_TIMEOUT_MS): MasterKeys {
  async function call(path: string, body?: unknown): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(url + path, {
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
    } catch {
      throw new MasterKeysUnreachableError();
    }
    if (response.status === 403) throw new MasterKeysRefusedError();
    if (response.status === 404) throw new UnknownMasterKeyError('that was asked for');
    if (response.status === 422) throw new TamperedError();
    if (!response.ok) throw new MasterKeysUnreachableError();
    return response.json().catch(() => {
      throw new MasterKeysUnreachableError();
    });
  }
  async function callForKeys(path: string, keys: readonly object[]) {
    const parsed = told.safeParse(await call(path, keys));
    if (!parsed.success || parsed.data.length !== keys.length) throw new MasterKeysUnreachableError();
    return parsed.data.map(({ master_id, bytes }) => ({
      masterId: master_id ?? '',
      bytes: new Uint8Array(Buffer.from(bytes, 'base64')),
    }));
  }
  return {
    ids: async () => {
      const parsed = idsTold.safeParse(await call('/ids'));
      if (!parsed.success) throw new MasterKeysUnreachableError();
      return parsed.data;
    },
    wrap: async (keys) => {
      const body = keys.map(({ keyId, key }) => ({ key_id: keyId, bytes: toText(key) }));
      return (await callForKeys('/wrap', body)).map(({ masterId, bytes }) => ({ masterId, wrapped: bytes }));
    },
    unwrap: async (keys) => {
      const body = keys.map(({ keyId, masterId, wrapped }) => ({
        key_id: keyId,
        master_id: masterId,
        bytes: toText(wrapped),
      }));
      return (await callForKeys('/unwrap', body)).map(({ bytes }) => bytes);
    },
  };
}
