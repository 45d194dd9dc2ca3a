import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Version of the service, as package.json has it. */
export const serviceVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))).version;
