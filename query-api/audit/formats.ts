import { toCsv } from '../kernel/csv.ts';
import { toAuditEvent, toTrailerResource } from './fhir.ts';
import type { ExportedRow } from './rows.ts';
import type { Trailer } from './trailer.ts';

/** How rows become text. Each part ends its own line. */
export type AuditFormat = {
  contentType: string;
  extension: string;
  header: string;
  rows(rows: readonly ExportedRow[]): string;
  trailer(trailer: Trailer): string;
};

const COLUMNS = [
  'event_id', 'at', 'action', 'actor_type', 'actor_id', 'subject_type', 'subject_id', 'changed_fields',
  'request_id', 'ip', 'hash', 'previous_hash', 'count', 'on_behalf_of',
  'canonical',
] as const; // oxfmt-ignore

const cells = (row: ExportedRow): (string | null)[] => [
  row.event_id,
  row.at,
  row.action,
  row.actor.type,
  row.actor.id,
  row.subject.type,
  row.subject.id,
  row.changed_fields.join(';'),
  row.request_id,
  row.ip,
  row.hash,
  row.previous_hash,
  row.count === null ? null : String(row.count),
  row.on_behalf_of,
  row.canonical,
];

const csv: AuditFormat = {
  contentType: 'text/csv',
  extension: 'csv',
  header: toCsv([COLUMNS]),
  rows: (rows) => toCsv(rows.map(cells)),
  trailer: (trailer) => {
    const named = Object.entries(trailer).map(([name, value]) => `${name}=${value}`);
    const filled = COLUMNS.map((_column, index) => (index === 0 ? '#trailer' : (named[index - 1] ?? '')));
    return toCsv([filled]);
  },
};

const ndjson: AuditFormat = {
  contentType: 'application/x-ndjson',
  extension: 'ndjson',
  header: '',
  rows: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  trailer: (trailer) => `${JSON.stringify({ trailer })}\n`,
};

/** HL7 FHIR R4: an AuditEvent a line, and at the end the trailer as Parameters. */
const fhir: AuditFormat = {
  contentType: 'application/fhir+ndjson',
  extension: 'ndjson',
  header: '',
  rows: (rows) => rows.map((row) => `${JSON.stringify(toAuditEvent(row))}\n`).join(''),
  trailer: (trailer) => `${JSON.stringify(toTrailerResource(trailer))}\n`,
};

export const AUDIT_FORMATS = { csv, ndjson, fhir };
