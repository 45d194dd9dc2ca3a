import { z } from 'zod';
import { count, id, instant, text } from '../../domain/kernel/fields.ts';
import { datasets } from '../datasets/all.ts';
import type { RandomBytes } from '../crypto/seal.ts';
import { writeLink, type LinkKey } from './link.ts';

/** In which files an extract is written. */
export const FORMATS = ['parquet', 'ndjson', 'csv'] as const;
export const format = z.enum(FORMATS).meta({
  id: 'ExtractFormat',
  description: 'Apache Parquet (zstd), one JSON object a line, or CSV with a header.',
  examples: ['parquet'],
});

const [firstDataset = '', ...otherDatasets] = datasets.map(({ name }) => name);
export const datasetName = z.enum([firstDataset, ...otherDatasets]).meta({
  id: 'DatasetName',
  description: 'Name of a dataset, see docs/data.',
  examples: ['session_steps'],
});

/** The recipient that a tenant has without a grant: its own team. */
export const OWN_TEAM = 'team';

/** How long the files of an extract stay, and how long a link to one of them works. */
export const KEPT_MS = 24 * 3_600_000;
export const LINK_MS = 15 * 60_000;

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 of its bytes, in hex.', examples: ['b'.repeat(64)] });

const path = text(
  'Where it stands in the folder of the extract.',
  'dataset=sessions/day=2026-11-28/part-0.parquet',
);

const file = z
  .object({
    path,
    bytes: z
      .int()
      .min(0)
      .meta({ description: 'Its size in bytes.', examples: [20_480] }),
    sha256,
    url: z.url().meta({
      description: 'Where it can be fetched, without a credential, until `links_expire_at`.',
      examples: ['https://triage.example.org/v1/data/files?token=Zm9v'],
    }),
  })
  .meta({ id: 'ExtractFile', description: 'A file of an extract.' });

export const extractSchema = z
  .object({
    extract_id: id('The extract: GET /v1/admin/data/extracts/{extract_id} tells of it.'),
    status: z
      .enum(['queued', 'running', 'done', 'failed', 'expired'])
      .meta({
        id: 'ExtractStatus',
        description: 'expired: it was done, and its files have been removed.',
        examples: ['done'],
      })
      .describe('How far it is. expired: it was done, and its files have been removed.'),
    recipient: text('For whom it was made: whose pseudonyms it has.', OWN_TEAM),
    datasets: z.array(datasetName).meta({ description: 'What it holds.' }),
    format: format.describe('What its files are: Parquet, NDJSON or CSV.'),
    since: text('Cursor that it goes on from; null where it holds everything.', 'MTIzNDU2').nullable(),
    until: text(
      'Cursor that the next one goes on from, as `since`; null until it is done.',
      'MTIzNDU2',
    ).nullable(),
    rows: count('Rows written so far.', 1_200),
    problem: text('Why it failed; null where it did not.', 'the cursor is of another recipient').nullable(),
    created_at: instant('When it was asked for.'),
    finished_at: instant('When it was done or failed; null before.').nullable(),
    expires_at: instant('When its files are removed; null until it is done.').nullable(),
    links_expire_at: instant(
      'Until when the links of its files work; a new call gives new ones. Null where there are none.',
    ).nullable(),
    files: z.array(file).meta({
      description: 'Its files, `manifest.json` first; empty until it is done, and once it has expired.',
    }),
  })
  .meta({ id: 'DataExtract', description: 'An extract of data for analysts.' });

type StoredFile = Pick<z.output<typeof file>, 'path' | 'bytes' | 'sha256'>;

/** A row of ops.data_extracts. */
export type ExtractRow = {
  extract_id: string;
  tenant_id: string;
  status: z.output<typeof extractSchema>['status'];
  recipient: string;
  datasets: string[];
  format: (typeof FORMATS)[number];
  since: string | null;
  until: string | null;
  rows_written: number;
  problem: string | null;
  files: StoredFile[] | null;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
};

export const EXTRACT_COLUMNS =
  'extract_id, tenant_id, status, recipient, datasets, format, since, until, rows_written, problem, files, created_at, ' +
  'finished_at, expires_at';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export type Presenting = { key: LinkKey; publicUrl: string; now: Date; random: RandomBytes };

/** The extract as callers see it. Links are made anew each time, and end with the files. */
export function presentExtract(
  row: ExtractRow,
  { key, publicUrl, now, random }: Presenting,
): z.output<typeof extractSchema> {
  const { files, rows_written: rows, tenant_id: tenantId, ...rest } = row;
  const isThere = row.status === 'done' && row.expires_at !== null && row.expires_at > now;
  const end = new Date(Math.min(now.getTime() + LINK_MS, row.expires_at?.getTime() ?? 0));
  const linkTo = (path: string): string => {
    const link = { tenantId, extractId: row.extract_id, path, expiresAt: end.toISOString() };
    return `${publicUrl}/v1/data/files?token=${writeLink(key, link, random)}`;
  };
  return {
    ...rest,
    status: row.status === 'done' && !isThere ? 'expired' : row.status,
    datasets: row.datasets,
    rows,
    created_at: row.created_at.toISOString(),
    finished_at: iso(row.finished_at),
    expires_at: iso(row.expires_at),
    links_expire_at: isThere ? end.toISOString() : null,
    files: isThere ? (files ?? []).map((one) => ({ ...one, url: linkTo(one.path) })) : [],
  };
}
