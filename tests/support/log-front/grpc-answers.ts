import { status } from '@grpc/grpc-js';
import type { ServerHttp2Stream } from 'node:http2';
import { STREAMS, type BatchAppendReq } from '../../../infra/event-store/protocol.ts';
import { batchFailure } from '../../../infra/event-store/wire/responses.ts';
import { FRAME_HEAD, framed, GRPC_HEADERS } from './framing.ts';

/** A call with one answer. */
export function answer(stream: ServerHttp2Stream, message: Buffer): void {
  stream.respond(GRPC_HEADERS, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(framed(message));
}

/** How EventStoreDB 23.10 refuses a call: headers and status in one. */
export function refuse(
  stream: ServerHttp2Stream,
  code: (typeof status)[keyof typeof status],
  headers: Record<string, string> = {},
): void {
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(code), ...headers },
    { endStream: true },
  );
}

/** Its answer to a call with the header `requires-leader` on a node that follows another: the call ends. */
export function refuseForLeader(
  stream: ServerHttp2Stream,
  { host, port }: { host: string; port: number },
): void {
  refuse(stream, status.NOT_FOUND, {
    'grpc-message': 'Leader info available',
    exception: 'not-leader',
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  });
}

/** As EventStoreDB answers an append where no leader is known: once, to its first part. */
export function notReady(message: Buffer): Buffer {
  const request = STREAMS.batchAppend.requestDeserialize(message.subarray(FRAME_HEAD)) as BatchAppendReq;
  const options = request.getOptions();
  if (options === undefined) return Buffer.alloc(0);
  const echo = {
    correlationId: request.getCorrelationId()?.serializeBinary() ?? new Uint8Array(),
    streamName: Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []),
    expected: { kind: 'any' as const },
  };
  const type = 'google.protobuf.Empty';
  const error = { code: status.UNAVAILABLE, message: 'Server Is Not Ready', type, fields: [] };
  return framed(batchFailure(echo, error));
}
