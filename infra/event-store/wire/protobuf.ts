/** The few protobuf encodings that the responses need; every function returns one encoded field. */

const WIRE_VARINT = 0;
const WIRE_BYTES = 2;

/** Bytes that a varint of this non-negative safe integer takes. */
export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size += 1;
  return size;
}

/** Writes a varint of a non-negative safe integer and returns the offset behind it. */
export function writeVarint(target: Buffer, offset: number, value: number): number {
  let at = offset;
  let rest = value;
  while (rest >= 0x80) {
    target[at++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  target[at++] = rest;
  return at;
}

function varint(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(varintSize(value));
  writeVarint(bytes, 0, value);
  return bytes;
}

/** An unsigned integer, enum or bool field. */
export const numberField = (field: number, value: number): Buffer =>
  Buffer.concat([varint(field * 8 + WIRE_VARINT), varint(value)]);

/** An unsigned 64-bit field whose value came as decimal text and is given back as it came. */
export function uint64Field(field: number, value: string): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Buffer.concat([varint(field * 8 + WIRE_VARINT), Buffer.from(bytes)]);
}

/** A bytes field. */
export const bytesField = (field: number, value: Uint8Array): Buffer =>
  Buffer.concat([varint(field * 8 + WIRE_BYTES), varint(value.length), value]);

/** A string field. */
export const stringField = (field: number, value: string): Buffer =>
  bytesField(field, Buffer.from(value, 'utf8'));

/** A nested message made of fields that are already encoded. */
export const messageField = (field: number, ...fields: Buffer[]): Buffer =>
  bytesField(field, Buffer.concat(fields));
