import { once } from 'node:events';
import { Readable, type Duplex } from 'node:stream';
import type { Connection, Submittable } from 'pg';
import { createFrameSplitter } from './copy-frames.ts';
import type { Sql } from './pool.ts';

/** What a column of a copied row may hold; an array is one of text without nulls. */
export type CopyValue = string | number | boolean | Uint8Array | readonly string[] | null;

const needsEscape = /[\\\n\r\t]/;
const escaped = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Few texts need it, and asking takes a fraction of replacing nothing. */
const escape = (text: string): string =>
  needsEscape.test(text) ? text.replace(escaped, (character) => ESCAPES[character] ?? character) : text;

const quoted = (item: string): string => `"${item.replace(/["\\]/g, '\\$&')}"`;

function toText(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escape(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Uint8Array) {
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  }
  return escape(`{${value.map(quoted).join(',')}}`);
}

/** A row as a line of COPY. */
export const copyLine = (row: readonly CopyValue[]): string => `${row.map(toText).join('\t')}\n`;

const CHUNK_CHARACTERS = 256 * 1024;

function* linesOf(rows: Iterable<readonly CopyValue[]>): Iterable<Buffer> {
  let text = '';
  for (const row of rows) {
    text += copyLine(row);
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/**
 * Writes rows by COPY, several times as fast as an INSERT. The names of table and columns are the program's own. Fails
 * as an INSERT would, where a row breaks a constraint: none is written then.
 */
export async function copyRows(
  sql: Sql,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  if (rows.length > 0) await copyIn(sql, `COPY ${table} (${columns.join(', ')}) FROM STDIN`, linesOf(rows));
}

type Wire = Connection & {
  stream: Duplex;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};
type Callback = (error: Error | null) => void;

/** What the driver asks of a statement that it sends; it fills in `callback`. */
abstract class CopyStatement implements Submittable {
  callback: Callback | undefined;
  protected failed: Error | null = null;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleError(error: Error): void {
    this.failed ??= error;
    this.callback?.(this.failed);
  }

  handleReadyForQuery(): void {
    if (this.failed === null) this.callback?.(null);
  }

  handleCommandComplete(): void {
    // The next message says that the connection is free again.
  }
}

class CopyIn extends CopyStatement {
  readonly #source: AsyncIterable<Buffer> | Iterable<Buffer>;

  constructor(text: string, source: AsyncIterable<Buffer> | Iterable<Buffer>) {
    super(text);
    this.#source = source;
  }

  handleCopyInResponse(connection: Wire): void {
    void this.#send(connection);
  }

  async #send(connection: Wire): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        if (this.failed !== null) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
      }
      connection.endCopyFrom();
    } catch (error) {
      // The server ends the statement with an error of its own; what is told is why.
      this.failed ??= error instanceof Error ? error : new Error('the source of a COPY failed');
      connection.sendCopyFail('the source failed');
      this.callback?.(this.failed);
    }
  }
}

type Listener = (bytes: Buffer) => void;
const READY_FOR_QUERY = 'Z'.charCodeAt(0);

/**
 * A message of the server is a row. The driver would make an object and an event of each, which costs more than the row took to
 * make: so the bytes are taken as they come, and the driver is given the other messages alone.
 */
class CopyOut extends CopyStatement {
  readonly #sink: Readable;
  connection: Wire | undefined;
  #giveBack: () => void = () => undefined;

  constructor(text: string, sink: Readable) {
    super(text);
    this.#sink = sink;
  }

  override submit(connection: Wire): void {
    const { stream } = connection;
    const drivers = stream.listeners('data') as Listener[];
    const split = createFrameSplitter({
      onRows: (bytes) => {
        // Of what nobody wants any more the connection has to be rid all the same.
        if (!this.#sink.destroyed && !this.#sink.push(bytes)) stream.pause();
      },
      onMessage: (message) => {
        // With the last message another statement may begin.
        if (message[0] === READY_FOR_QUERY) this.#giveBack();
        for (const listener of drivers) listener.call(stream, message);
      },
    });
    this.#giveBack = () => {
      this.#giveBack = () => undefined;
      stream.off('data', split);
      for (const listener of drivers) stream.on('data', listener);
      stream.resume();
    };
    for (const listener of drivers) stream.off('data', listener);
    stream.on('data', split);
    this.connection = connection;
    super.submit(connection);
  }

  override handleError(error: Error): void {
    this.connection?.stream.resume();
    super.handleError(error);
  }
}

/** A pool or a connection: both take a callback, and put one of their own around it. */
function send(sql: Sql, statement: CopyStatement, callback: Callback): void {
  (sql.query as unknown as (statement: Submittable, callback: Callback) => void).call(
    sql,
    statement,
    callback,
  );
}

/** Sends the text form of rows, as COPY … FROM STDIN takes it, at the server's pace. */
export async function copyIn(
  sql: Sql,
  statement: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    send(sql, new CopyIn(statement, source), (error) => (error ? reject(error) : resolve()));
  });
}

/** So much may have come that nobody has read yet. */
const AHEAD_BYTES = 256 * 1024;

/** What COPY … TO STDOUT gives, at the reader's pace. The connection is not to be lent out: a reader may leave early. */
export function copyOut(sql: Sql, statement: string): Readable {
  const sink = new Readable({
    highWaterMark: AHEAD_BYTES,
    read: () => copy.connection?.stream.resume(),
    destroy: (error, done) => {
      copy.connection?.stream.resume();
      done(error);
    },
  });
  const copy = new CopyOut(statement, sink);
  send(sql, copy, (error) => (error ? sink.destroy(error) : sink.push(null)));
  return sink;
}
