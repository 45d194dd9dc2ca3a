import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { folderOf } from '../../shared/data-extracts/folder.ts';
import { readLink } from '../../shared/data-extracts/link.ts';
import type { ExtractRow } from '../../shared/data-extracts/record.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { QueryDeps } from '../kernel/deps.ts';

const query = z.object({
  token: z
    .string()
    .min(1)
    .max(2_000)
    .meta({
      description: 'From the `url` of a file of GET /v1/admin/data/extracts/{extract_id}.',
      examples: ['Zm9v'],
    }),
});

const notFound = (): ApiError =>
  new ApiError('not_found', 'The link has ended, or the file is gone: get the extract for a new link.');

export const getExtractFile = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/data/files',
    operationId: 'getDataExtractFile',
    summary: 'A file of an extract of data',
    description: 'Its links come with the extract and work for 15 minutes; they need no credential.',
    tag: 'Audit',
    access: { kind: 'public' },
    admission: 'gate',
    query,
    responses: {
      200: {
        description: 'The file.',
        contentType: 'application/octet-stream',
        headers: {
          'Content-Disposition': {
            description: 'Names the file.',
            example: 'attachment; filename="part-0.parquet"',
          },
        },
      },
    },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const { lookup: key } = await deps.serviceKeys();
      const link = readLink(key, ctx.query.token, ctx.now);
      if (link === null || deps.extractsDir === null) throw notFound();
      const { rows } = await deps.poolOf(link.tenantId).query<Pick<ExtractRow, 'files'>>(
        `SELECT files FROM ops.data_extracts
         WHERE tenant_id = $1 AND extract_id = $2 AND status = 'done' AND expires_at > $3`,
        [link.tenantId, link.extractId, ctx.now],
      );
      const isListed = rows[0]?.files?.some((file) => file.path === link.path) === true;
      if (!isListed) throw notFound();
      const file = path.join(folderOf(deps.extractsDir, link.extractId), link.path);
      if (!(await stat(file).catch(() => null))?.isFile()) throw notFound();
      return {
        status: 200,
        body: createReadStream(file),
        contentType: 'application/octet-stream',
        headers: { 'Content-Disposition': `attachment; filename="${path.basename(link.path)}"` },
      };
    },
  });
