import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { settleAccess, type StoreAccess } from '../../infra/event-store/access/settle-access.ts';
import { authority, certificate, privateKey } from './event-store-front/certificates.ts';

/** Puts the fixed test authority and its certificate in a folder of secrets, so that no test waits for new ones. */
export function putCertificates(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = {
    'event-store-ca.crt': authority,
    'event-store.crt': certificate,
    'event-store.key': privateKey,
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), content, { mode: 0o600 });
  }
}

let made: string | undefined;

/** A folder of secrets for the event stores of a test file; removed when its process ends. */
export function storeSecrets(): string {
  if (made !== undefined) return made;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'store-secrets-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  putCertificates(folder);
  made = folder;
  return folder;
}

/** Password and certificate of the event stores of a test file. */
export const storeAccess = (): Promise<StoreAccess> =>
  settleAccess({ folder: storeSecrets(), host: '127.0.0.1', now: () => new Date() });
