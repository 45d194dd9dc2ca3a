import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { Client } from '@grpc/grpc-js';
import type * as Shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import { STREAMS, type AppendReq } from '../../infra/event-store/protocol.ts';
import { channelTo } from '../../shared/event-log/channel.ts';
import { STREAM_PREFIXES } from '../../shared/event-log/streams.ts';

const require = createRequire(import.meta.url);
const { AppendReq: Request } = require('@eventstore/db-client/generated/streams_pb.js') as typeof Streams;
const { Empty, StreamIdentifier, UUID } =
  require('@eventstore/db-client/generated/shared_pb.js') as typeof Shared;

/** An event as bytes: the driver would only write valid JSON. */
export type RawEvent = {
  type?: string;
  contentType?: 'json' | 'octet-stream';
  data: string;
  metadata?: string;
};

const identifierOf = (stream: string): Shared.StreamIdentifier => {
  const identifier = new StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  return identifier;
};

function requestsOf(stream: string, eventId: string, event: RawEvent): AppendReq[] {
  const [header, body] = [new Request(), new Request()];
  const options = new Request.Options();
  options.setStreamIdentifier(identifierOf(stream));
  options.setAny(new Empty());
  header.setOptions(options);
  const message = new Request.ProposedMessage();
  const id = new UUID();
  id.setString(eventId);
  message.setId(id);
  message.getMetadataMap().set('type', event.type ?? 'order-placed');
  message.getMetadataMap().set('content-type', `application/${event.contentType ?? 'json'}`);
  message.setData(Buffer.from(event.data));
  if (event.metadata !== undefined) message.setCustomMetadata(Buffer.from(event.metadata));
  body.setProposedMessage(message);
  return [header, body];
}

/** Appends an event whatever its bytes are, as any client of the event store may; returns its id. */
export async function appendRaw(connectionString: string, stream: string, event: RawEvent): Promise<string> {
  const eventId = randomUUID();
  const { address, credentials } = channelTo(connectionString);
  const client = new Client(address, credentials);
  try {
    await new Promise<void>((resolve, reject) => {
      const call = client.makeClientStreamRequest(
        STREAMS.append.path,
        (request: AppendReq) => Buffer.from(request.serializeBinary()),
        (bytes: Buffer) => bytes,
        (error: Error | null) => (error ? reject(error) : resolve()),
      );
      for (const request of requestsOf(stream, eventId, event)) call.write(request);
      call.end();
    });
    return eventId;
  } finally {
    client.close();
  }
}

const json = (value: unknown): string => JSON.stringify(value);
const UUID_OF_NOBODY = '11111111-2222-4333-8444-555555555555';

/** What is wrong with an event: what else may stand in a stream, by kind. */
export const BROKEN_EVENTS: Record<string, RawEvent> = {
  'JSON without our metadata': { data: json({ order: 7 }), metadata: json({ $correlationId: 'x' }) },
  'JSON without metadata': { data: json({ order: 7 }) },
  'JSON null': { data: 'null', metadata: 'null' },
  'malformed JSON': { data: '{"order":', metadata: '{"trace":' },
  'binary data': { contentType: 'octet-stream', data: '\u0000\u0001\u0002' },
  'binary data and metadata': { contentType: 'octet-stream', data: '\u0000', metadata: '\u0000' },
};

/** Streams of other applications, some of which are named nearly as ours. */
const FOREIGN_STREAMS = [
  'order-1',
  `sessionX-${UUID_OF_NOBODY}`,
  'session-',
  'session-7',
  `session-${UUID_OF_NOBODY}-2`,
  `Session-${UUID_OF_NOBODY}`,
  `tenant-${UUID_OF_NOBODY.replaceAll('-', '')}`,
  'audit-log',
  `my-session-${UUID_OF_NOBODY}`,
];

/**
 * Appends what other applications may put into the same log: events of each kind into streams of each name, one that is
 * shaped as an event of this tenant, and the server's links to an event of ours. Returns how many of them are no links, and of how many
 * the stream is named nearly as ours.
 */
export async function appendForeign(
  connectionString: string,
  { tenantId = UUID_OF_NOBODY, ownStream = `session-${UUID_OF_NOBODY}` } = {},
): Promise<{ all: number; alike: number }> {
  const count = { all: 1, alike: 0 };
  for (const stream of FOREIGN_STREAMS) {
    for (const event of Object.values(BROKEN_EVENTS)) {
      await appendRaw(connectionString, stream, event);
      count.all += 1;
      if (STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix))) count.alike += 1;
    }
  }
  await appendRaw(connectionString, `order-of-${tenantId}`, {
    type: 'tokens-topped-up',
    data: json({ tokens: 1_000_000, sealed: {} }),
    metadata: json({
      tenant_id: tenantId,
      actor: { type: 'operator', id: 'x' },
      request_id: 'x',
      command_id: UUID_OF_NOBODY,
      causation_id: null,
      schema_version: 1,
      engine_version: null,
      tokens_charged: 0,
      occurred_at: '2026-01-05T08:00:00.000Z',
      test: false,
    }),
  });
  await appendRaw(connectionString, '$ce-session', {
    type: '$>',
    contentType: 'octet-stream',
    data: `0@${ownStream}`,
  });
  return count;
}
