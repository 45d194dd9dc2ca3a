import { ApiFault } from '../../../service/faults.ts';
import { sha256 } from '../../../service/ed25519.ts';

export const FORMATS = ['csv', 'ndjson', 'fhir'] as const;
export type Format = (typeof FORMATS)[number];
export type Exported = { text: string; rows: number };

const LINE_END = 10;

/** What the last line tells: how many rows stand before it, and the SHA-256 of all bytes before it. */
type Trailer = { count: number; digest: string };

function trailerOf(line: string, format: Format): Trailer | null {
  if (format === 'csv') {
    const [, count] = /^#trailer,.*\bcount=(\d+)/.exec(line) ?? [];
    const [, digest] = /\bdigest=([0-9a-f]{64})/.exec(line) ?? [];
    return count === undefined || digest === undefined ? null : { count: Number(count), digest };
  }
  try {
    const read = JSON.parse(line) as { trailer?: Trailer } & Resource;
    return (format === 'fhir' ? trailerOfResource(read) : read.trailer) ?? null;
  } catch {
    return null;
  }
}

type Resource = { id?: string; parameter?: { name: string; valueInteger?: number; valueString?: string }[] };

/** As a FHIR resource `Parameters`. */
function trailerOfResource({ id, parameter = [] }: Resource): Trailer | null {
  const named = (name: string) => parameter.find((each) => each.name === name);
  const [count, digest] = [named('count')?.valueInteger, named('digest')?.valueString];
  return id !== 'trailer' || count === undefined || digest === undefined ? null : { count, digest };
}

/**
 * Reads an export to its end. Throws ApiFault where it is cut off, or where the bytes that came are not those that its trailer
 * names. `onRows` is told of the rows that have come.
 */
export async function readExport(
  parts: AsyncIterable<Uint8Array>,
  format: Format,
  onRows: (rows: number) => void,
): Promise<Exported> {
  const decoder = new TextDecoder();
  let text = '';
  // The names of a CSV file are no row.
  let lines = format === 'csv' ? -1 : 0;
  for await (const part of parts) {
    text += decoder.decode(part, { stream: true });
    for (const byte of part) if (byte === LINE_END) lines += 1;
    onRows(Math.max(0, lines));
  }
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  const trailer = trailerOf(text.slice(end), format);
  if (trailer === null || lines - 1 !== trailer.count) throw new ApiFault('unreadable');
  // Over an open line browsers compute no digest; the number of rows is right all the same.
  const isWhole =
    !window.isSecureContext ||
    (await sha256(new TextEncoder().encode(text.slice(0, end)))) === trailer.digest;
  if (!isWhole) throw new ApiFault('unreadable');
  return { text, rows: trailer.count };
}
