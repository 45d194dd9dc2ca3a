import { readFileSync } from 'node:fs';
import type { Json } from '../http/openapi-schemas.ts';

type Described = { info: { contact: Json }; servers: Json[] } & Json;

/**
 * The description of the whole interface, whichever process serves it: generated from the routes of both APIs by
 * `npm run generate`, and held to them by a test. Where the address of the installation is known it is the first
 * server; a description that was saved to a file then still leads to it.
 */
export function interfaceDocument(publicUrl?: string): Json {
  const text = readFileSync(new URL('./openapi.json', import.meta.url), 'utf8');
  const document = JSON.parse(text) as Described;
  if (publicUrl === undefined) return document;
  const { info, servers } = document;
  return {
    ...document,
    info: { ...info, contact: { ...info.contact, url: `${publicUrl}/v1/docs/index` } },
    servers: [{ url: publicUrl, description: 'The public address of this installation.' }, ...servers],
  };
}
