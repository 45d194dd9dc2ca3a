export const GRPC_HEADERS = { ':status': 200, 'content-type': 'application/grpc+proto' };

/** The framing of gRPC: no compression, then the length. */
export const FRAME_HEAD = 5;

export function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(FRAME_HEAD);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** Gives the messages, with their framing, that are whole after each further chunk. */
export function createSplitter(): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole: Buffer[] = [];
    while (rest.length >= FRAME_HEAD) {
      const end = FRAME_HEAD + rest.readUInt32BE(1);
      if (rest.length < end) break;
      whole.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    return whole;
  };
}
