import { readFileSync } from 'node:fs';
import type { Json } from '../http/openapi-schemas.ts';

/**
 * The description of the whole interface, whichever process serves it: generated from the routes of both APIs by
 * `npm run generate`, and held to them by a test.
 */
export const interfaceDocument = (): Json =>
  JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')) as Json;
