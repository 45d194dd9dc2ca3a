const NEWLINE = 0x0a;

/**
 * Rows in COPY's text form, as many at a time as are whole in what came: the fields of each as they are written, for `textOf` and
 * `bytesOf`. Holds a chunk in memory.
 */
export async function* copiedRows(chunks: AsyncIterable<Buffer>): AsyncIterable<string[][]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(NEWLINE);
    rest = bytes.subarray(end + 1);
    if (end < 0) continue;
    const lines = bytes.toString('utf8', 0, end).split('\n');
    yield lines.map((line) => line.split('\t'));
  }
}

const UNESCAPED: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** A field as text; null for SQL's null. */
export const textOf = (field: string): string | null =>
  field === '\\N' ? null : field.replace(/\\(.)/g, (_, escaped: string) => UNESCAPED[escaped] ?? escaped);

/** A field of type bytea. */
export const bytesOf = (field: string): Buffer => Buffer.from(field.replace(/^\\\\x/, ''), 'hex');
