import { readFileSync } from 'node:fs';
import { z } from 'zod';

const versions = z.record(z.string(), z.int().min(1));

const schema = z.object({
  /** Of this repository: what tests/upgrade runs beside this version. */
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  /** The newest migration that it has. */
  last_migration: z.string().endsWith('.sql'),
  /** Its projections and events, by name with their version. */
  projections: versions,
  events: versions,
});
export type PreviousRelease = z.output<typeof schema>;

const file = new URL('previous-release.json', import.meta.url);

/** The release before this one, to which an operator can go back. CONTRIBUTING says how it moves on. */
export const previousRelease = schema.parse(JSON.parse(readFileSync(file, 'utf8')));

type Versioned = { name: string; version: number };

/** What of this version the release before does not have, or has in an older version. */
export const unknownTo = <Item extends Versioned>(
  known: Readonly<Record<string, number>>,
  items: readonly Item[],
): Item[] => items.filter(({ name, version }) => version > (known[name] ?? 0));
