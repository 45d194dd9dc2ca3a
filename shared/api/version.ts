import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * The version of the service. package.json is the one place that has it: the health checks, the interface description,
 * backups and the newest release of the changelog show the same.
 */
export const serviceVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version;
