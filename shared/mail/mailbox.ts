import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { MailTransport } from './mail.ts';

/** Older mails than the newest so many are removed. */
const KEPT_MAILS = 500;
const FILE = /^(\d{8}T\d{9}Z-[0-9a-f-]{36})\.json$/;

const storedMail = z.object({
  at: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
});
export type StoredMail = z.output<typeof storedMail> & { mail_id: string };

/**
 * The mailbox of a development machine: every mail a file that only its owner can read. Codes and links stand in it in
 * clear, so it is no place for a service that others use.
 */
export function createMailbox(options: { dir: string; now: () => Date; newId: () => string }): MailTransport {
  const { dir, now, newId } = options;
  return {
    deliver: async (mail) => {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const at = now().toISOString();
      const file = path.join(dir, `${at.replaceAll(/[-:.]/g, '')}-${newId()}.json`);
      const { kind, to, subject, text } = mail;
      // Under its own name only once it is whole: somebody may be reading the box.
      const content = JSON.stringify({ at, kind, to, subject, text }, null, 2);
      await writeFile(`${file}.part`, content, { mode: 0o600, flag: 'wx' });
      await rename(`${file}.part`, file);
      const names = await mailFiles(dir);
      for (const name of names.slice(KEPT_MAILS)) await rm(path.join(dir, name), { force: true });
    },
    isFinal: () => false,
    close: () => undefined,
  };
}

/** Names of the files, the newest first. */
async function mailFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .filter((name) => FILE.test(name))
    .sort()
    .reverse();
}

/** The mails in the box, the newest first, at most `limit`. An empty list where there is no box. */
export async function listMailbox(dir: string, limit = KEPT_MAILS): Promise<StoredMail[]> {
  const names = (await mailFiles(dir)).slice(0, limit);
  return Promise.all(names.map((name) => readMailFile(dir, name)));
}

/** One mail by its id, null where there is none. */
export async function findInMailbox(dir: string, mailId: string): Promise<StoredMail | null> {
  const name = `${mailId}.json`;
  return (await mailFiles(dir)).includes(name) ? readMailFile(dir, name) : null;
}

async function readMailFile(dir: string, name: string): Promise<StoredMail> {
  const mail = storedMail.parse(JSON.parse(await readFile(path.join(dir, name), 'utf8')));
  return { mail_id: name.slice(0, -'.json'.length), ...mail };
}
