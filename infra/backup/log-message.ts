import { createRequire } from 'node:module';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import { eventIdOf, formatEventId } from '../event-store/wire/event-id.ts';
import { BackupRefusal } from './manifest.ts';

const { ReadResp } = createRequire(import.meta.url)(
  '@eventstore/db-client/generated/streams_pb.js',
) as typeof Streams;

/** An event as it stands in a message of the event store, its content untouched. */
export type LoggedEvent = {
  id: Buffer;
  eventId: string;
  streamName: Buffer;
  type: string;
  position: number;
  isJson: boolean;
  createdMs: number;
  data: Uint8Array;
  metadata: Uint8Array;
};

/** EventStoreDB gives times in ticks of 100 ns since 1970. */
const TICKS_PER_MS = 10_000;

/** Throws BackupRefusal for bytes that are no event. */
export function parseMessage(message: Uint8Array): LoggedEvent {
  const recorded = readEvent(message)?.getEvent();
  const id = eventIdOf(recorded?.getId());
  if (recorded === undefined || id === undefined)
    throw new BackupRefusal('a message of the log holds no event');
  const described = recorded.getMetadataMap();
  return {
    id,
    eventId: formatEventId(id),
    streamName: Buffer.from(recorded.getStreamIdentifier()?.getStreamName_asU8() ?? []),
    type: described.get('type') ?? '',
    position: Number(recorded.getCommitPosition()),
    isJson: described.get('content-type') === 'application/json',
    createdMs: Number(described.get('created')) / TICKS_PER_MS,
    data: recorded.getData_asU8(),
    metadata: recorded.getCustomMetadata_asU8(),
  };
}

function readEvent(message: Uint8Array): Streams.ReadResp.ReadEvent | undefined {
  try {
    return ReadResp.deserializeBinary(message).getEvent();
  } catch {
    return undefined;
  }
}
