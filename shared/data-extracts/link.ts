import { z } from 'zod';
import {
  NotJsonError,
  openJson,
  sealJson,
  TamperedError,
  type DataKey,
  type RandomBytes,
} from '../crypto/seal.ts';

/** The key that links to files are sealed under: one of the installation's own. */
export type LinkKey = DataKey;

const PLACE = 'data-extract-link';

const linkSchema = z.strictObject({
  tenantId: z.uuid(),
  extractId: z.uuid(),
  /** Of the file, within the extract's folder. */
  path: z.string().max(300),
  expiresAt: z.iso.datetime(),
});
/** What a link to one file of an extract says. Whoever has it reads the file, until it ends. */
export type FileLink = z.output<typeof linkSchema>;

/** A link that nobody can make, change or read who has not the key. */
export const writeLink = (key: LinkKey, link: FileLink, random: RandomBytes): string =>
  sealJson(key, PLACE, link, random).toString('base64url');

/** What a link says; null for one that we have not made, or that has ended. */
export function readLink(key: LinkKey, token: string, now: Date): FileLink | null {
  try {
    const link = linkSchema.parse(openJson(key, PLACE, Buffer.from(token, 'base64url')));
    return Date.parse(link.expiresAt) > now.getTime() ? link : null;
  } catch (error) {
    if (error instanceof TamperedError || error instanceof NotJsonError || error instanceof z.ZodError)
      return null;
    throw error;
  }
}
