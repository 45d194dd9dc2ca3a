import { z } from 'zod';
import { DataError } from '../../../projectors/extracts/data-error.ts';
import { hasColumn, type DescribedDataset } from '../described.ts';
import { quoted } from '../../../projectors/extracts/duck.ts';
import type { Manifest } from '../../../projectors/extracts/manifest.ts';
import { STATE_TABLE, type Target } from './target.ts';

const versionsSchema = z.array(z.object({ name: z.string(), version: z.int() }));
const rowSchema = z.object({
  ordinal: z.int(),
  manifest_sha256: z.string(),
  recipient_id: z.string(),
  generation: z.int(),
  until: z.string(),
  public_key: z.string(),
  datasets: z.string().transform((text) => versionsSchema.parse(JSON.parse(text))),
});

/** What was applied last. */
export type Applied = z.output<typeof rowSchema>;
export type State = { last: Applied; earlierCursors: ReadonlySet<string> } | null;

/** How far the tables have come; null before the first extract. */
export async function readState(target: Target): Promise<State> {
  const state = target.table(STATE_TABLE);
  const [row] = await target.rows(
    `SELECT ordinal, manifest_sha256, recipient_id, generation, until, public_key, datasets FROM ${state} ORDER BY ordinal DESC LIMIT 1`,
  );
  if (row === undefined) return null;
  const last = rowSchema.parse(row);
  const cursors = await target.rows(
    `SELECT DISTINCT until FROM ${state} WHERE generation = ${last.generation} AND until <> ${quoted(last.until)}`,
  );
  return { last, earlierCursors: new Set(cursors.map(({ until }) => String(until))) };
}

export type Incoming = {
  manifest: Manifest;
  /** SHA-256 (hex) of the manifest. */
  digest: string;
  datasets: readonly DescribedDataset[];
  /** Whether somebody vouched for the key that it is signed with. */
  isKeyNamed: boolean;
};

/** What is to be done with an extract. */
export type Step = 'nothing' | 'replace' | 'merge';

/** Throws DataError where the extract does not follow on what stands. */
export function stepOf({ manifest, digest, datasets, isKeyNamed }: Incoming, state: State): Step {
  const { statement, signature } = manifest;
  const { recipient, since, until } = statement;
  if (state === null) {
    if (since !== null)
      throw new DataError('nothing was applied yet: begin with a full extract, one made without --since');
    return 'replace';
  }
  const { last, earlierCursors } = state;
  if (recipient.recipient_id !== last.recipient_id) {
    throw new DataError('the extract is of another recipient than these tables');
  }
  if (!isKeyNamed && signature.public_key !== last.public_key) {
    throw new DataError(
      'the extract is signed with another key than those before: ask the operator for the list of its keys, and name it with --keys',
    );
  }
  if (digest === last.manifest_sha256) return 'nothing';
  if (recipient.generation < last.generation || earlierCursors.has(until)) {
    throw new DataError('the extract is older than what was applied last');
  }
  if (since === null) return 'replace';
  if (recipient.generation !== last.generation) {
    throw new DataError(
      "the extract is of after the recipient's key was rotated: pseudonyms are new, so begin with a full extract",
    );
  }
  if (since !== last.until) {
    throw new DataError(
      'the extract does not follow on: make one with --since of the cursor that stands last in applied_extracts',
    );
  }
  requireSame(datasets, last);
  return 'merge';
}

const TOMBSTONES = 'tombstones';

/** What is left out once would be missed for ever. */
function requireSame(datasets: readonly DescribedDataset[], { datasets: standing }: Applied): void {
  const named = (list: readonly { name: string; version: number }[]): string[] =>
    list.filter(({ name }) => name !== TOMBSTONES).map(({ name, version }) => `${name} (version ${version})`);
  const [given, known] = [new Set(named(datasets)), new Set(named(standing))];
  const missing = [...known].filter((name) => !given.has(name));
  const added = [...given].filter((name) => !known.has(name));
  if (missing.length > 0)
    throw new DataError(`the extract lacks ${missing.join(', ')}, which the tables have`);
  if (added.length > 0) {
    throw new DataError(`the tables lack ${added.join(', ')}: begin with a full extract`);
  }
  const isOfSessions = datasets.some((dataset) => hasColumn(dataset, 'session'));
  if (isOfSessions && !datasets.some(({ name }) => name === TOMBSTONES)) {
    throw new DataError('the extract lacks tombstones, which say what must be deleted');
  }
}

/** Remembers that an extract was applied. */
export async function writeState(
  target: Target,
  { manifest: { statement, signature }, digest, datasets }: Incoming,
  state: State,
): Promise<void> {
  const { recipient, since, until, engine_version } = statement;
  const versions = JSON.stringify(datasets.map(({ name, version }) => ({ name, version })));
  const values = [
    ...[String((state?.last.ordinal ?? 0) + 1), quoted(digest), quoted(recipient.recipient_id)],
    ...[String(recipient.generation), since === null ? 'NULL' : quoted(since), quoted(until)],
    ...[quoted(engine_version), quoted(signature.public_key), quoted(versions)],
  ];
  await target.run(`INSERT INTO ${target.table(STATE_TABLE)} VALUES (${values.join(', ')})`);
}
