import { createHash } from 'node:crypto';
import { z } from 'zod';
import { HASHES_AS_HEX } from '../../shared/audit/column-text.ts';
import { recordRead } from '../../shared/audit/record-read.ts';
import type { DataKey } from '../../shared/crypto/seal.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { run } from '../kernel/query-builder.ts';
import { CHAIN_START, type AuditHead } from '../../shared/read-models/audit-rows.ts';
import type { RunningExports } from '../export/running-exports.ts';
import { streamOf } from '../export/stream.ts';
import { callerOf } from '../kernel/caller.ts';
import { refuseReversed, utc } from '../kernel/date-range.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { matchingRows, type AuditFilter } from './filter.ts';
import { AUDIT_FORMATS, type AuditFormat } from './formats.ts';
import {
  AUDIT_COLUMNS,
  auditWindow,
  presentRow,
  type ExportedRow,
  type RowOpening,
  type StoredRow,
} from './rows.ts';

/** So many places of the chain a statement looks at, whatever the filter lets through of them. */
export const STRETCH_ROWS = 500;

const query = z.object({
  ...auditWindow,
  format: z
    .enum(['csv', 'ndjson', 'fhir'])
    .default('csv')
    .meta({
      description: 'CSV, one JSON object a line, or one FHIR R4 AuditEvent a line.',
      examples: ['csv'],
    }),
});

export const exportAudit = (deps: QueryDeps, running: RunningExports): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/audit-log/export',
    operationId: 'exportAuditLog',
    summary: 'The whole audit trail as a file, oldest first',
    description:
      'In the order of the chain, up to the row that was its last one when the call came; from is included, to is ' +
      'not. The last line is a trailer: as CSV a record whose first cell is `#trailer`, followed by name=value ' +
      'cells, as NDJSON an object with the one field `trailer`, and with format=fhir, which gives HL7 FHIR R4 ' +
      'AuditEvent resources a line, a Parameters resource. All give exported_at, count (rows), digest, ' +
      'chain_position and chain_hash (the place and hash of the last row of the chain). digest is the SHA-256, in ' +
      'hex, of all bytes before the trailer’s line: `head -n -1 file | sha256sum` computes it. A file without a ' +
      'trailer is not complete. CSV cells that a spreadsheet would take for a formula begin with an apostrophe, ' +
      'and changed_fields are joined with semicolons. `canonical` of CSV and NDJSON is the exact text of a row: the ' +
      'SHA-256 of previous_hash (32 bytes) followed by it in UTF-8 is hash. At most two exports of a tenant run at a time (429). ' +
      'The export itself is audited as export.audit.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:write' },
    feature: 'audit_export',
    admission: 'gate',
    query,
    responses: {
      200: {
        description: 'The file, sent as it is read.',
        contentType: 'text/csv',
        otherTypes: ['application/x-ndjson', 'application/fhir+ndjson'],
        headers: {
          'Content-Disposition': {
            description: 'Names the file.',
            example: 'attachment; filename="audit-trail.csv"',
          },
        },
      },
    },
    errors: ['bad_request', 'service_unavailable'],
    handler: async (ctx) => {
      const { from, to, action } = ctx.query;
      refuseReversed(from, to, ['from', 'to']);
      const { tenantId } = callerOf(ctx);
      const filter: AuditFilter = {
        tenantId,
        from: from === undefined ? null : utc(Date.parse(from)),
        before: to === undefined ? null : utc(Date.parse(to)),
        actions: action,
      };
      const format = AUDIT_FORMATS[ctx.query.format];
      const end = await running.begin(tenantId);
      try {
        const pool = deps.poolOf(tenantId);
        const { seal: key } = await deps.dataKeys.tenantKeys(pool, tenantId);
        const stretch = await findStretch(pool, filter);
        await recordRead(deps, ctx, { action: 'export.audit', subject: { type: 'tenant', id: tenantId } });
        const exportedAt = ctx.now.toISOString();
        const body = streamOf(
          (signal) => writeTrail({ pool, key, filter, format, stretch, exportedAt, signal }),
          () => void end(),
        );
        return {
          status: 200,
          body,
          contentType: format.contentType,
          headers: {
            'Content-Disposition': `attachment; filename="audit-log-${exportedAt.slice(0, 10)}.${format.extension}"`,
          },
        };
      } catch (error) {
        await end();
        throw error;
      }
    },
  });

/** Which places of the chain are to be looked at, and where the chain ended then. */
type Stretch = { first: number; last: number; head: AuditHead };

async function findStretch(pool: Sql, filter: AuditFilter): Promise<Stretch> {
  const { rows } = await pool.query<AuditHead>({
    name: 'audit-head',
    text: 'SELECT seq, hash FROM read.audit_heads WHERE tenant_id = $1',
    values: [filter.tenantId],
  });
  const head = rows[0] ?? CHAIN_START;
  if (filter.from === null && filter.before === null) return { first: 1, last: head.seq, head };
  // Times follow the chain only roughly: where a window begins and ends in it has to be looked up.
  const window = matchingRows({ ...filter, actions: [] }).where('seq', '<=', head.seq);
  const [bounds] = await run<{ first: number | null; last: number | null }>(
    pool,
    window.min('seq as first').max('seq as last'),
  );
  return { first: bounds?.first ?? 1, last: bounds?.last ?? 0, head };
}

type ExportRow = StoredRow & { canonical: string };

/** Throws TamperedError. */
const exported = (row: ExportRow, opening: RowOpening): ExportedRow => ({
  ...presentRow(row, opening),
  canonical: row.canonical,
});

async function readStretch(pool: Sql, filter: AuditFilter, from: number, to: number): Promise<ExportRow[]> {
  const { sql, bindings } = matchingRows(filter)
    .whereBetween('seq', [from, to])
    .select(...AUDIT_COLUMNS, 'canonical')
    .orderBy('seq')
    .toSQL()
    .toNative();
  const { rows } = await pool.query<ExportRow>({ text: sql, values: [...bindings], types: HASHES_AS_HEX });
  return rows;
}

/**
 * The file, part by part: while one part is written, the next is read, and nothing beyond it. Ends without a trailer
 * where the signal aborts.
 */
export async function* writeTrail(options: {
  pool: Sql;
  /** The tenant's, which opens for whom calls were made. */
  key: DataKey;
  filter: AuditFilter;
  format: AuditFormat;
  stretch: Stretch;
  exportedAt: string;
  signal: AbortSignal;
}): AsyncIterable<Buffer> {
  const { pool, filter, format, signal } = options;
  const opening = { tenantId: filter.tenantId, key: options.key };
  const { first, last, head } = options.stretch;
  const digest = createHash('sha256');
  let count = 0;
  const read = (from: number): Promise<ExportRow[]> => {
    const rows = readStretch(pool, filter, from, Math.min(from + STRETCH_ROWS - 1, last));
    rows.catch(() => undefined); // told to whoever asks for these rows
    return rows;
  };
  const digested = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    digest.update(bytes);
    return bytes;
  };
  if (format.header !== '') yield digested(format.header);
  let next = first <= last ? read(first) : Promise.resolve([]);
  for (let from = first; from <= last; from += STRETCH_ROWS) {
    const rows = await next;
    if (signal.aborted) return;
    if (from + STRETCH_ROWS <= last) next = read(from + STRETCH_ROWS);
    count += rows.length;
    if (rows.length > 0) {
      yield digested(format.rows(rows.map((row) => exported(row, opening))));
    }
  }
  yield Buffer.from(
    format.trailer({
      exported_at: options.exportedAt,
      count,
      digest: digest.digest('hex'),
      chain_position: head.seq,
      chain_hash: head.hash.toString('hex'),
    }),
  );
}
