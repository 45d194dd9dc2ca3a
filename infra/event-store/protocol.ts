import { createRequire } from 'node:module';
import type { MethodDefinition } from '@grpc/grpc-js';
import type * as Features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type * as Shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';

/**
 * The generated messages and service definitions that ship inside the official client (CommonJS).
 * Using the client's own files means that server and client can never disagree about the protocol.
 * Requests are decoded with the generated classes; responses are bytes that `wire/` has made, so that a
 * stored event goes out without being decoded and encoded again.
 */
const require = createRequire(import.meta.url);
const generated = (name: string): unknown => require(`@eventstore/db-client/generated/${name}`);

type AnyMethod = MethodDefinition<unknown, Uint8Array>;
type GeneratedService<Name extends string> = Record<Name, AnyMethod>;

const streamsService = (
  generated('streams_grpc_pb.js') as {
    StreamsService: GeneratedService<'read' | 'append' | 'batchAppend' | 'delete' | 'tombstone'>;
  }
).StreamsService;
const featuresService = (
  generated('serverfeatures_grpc_pb.js') as { ServerFeaturesService: GeneratedService<'getSupportedMethods'> }
).ServerFeaturesService;
const gossipService = (generated('gossip_grpc_pb.js') as { GossipService: GeneratedService<'read'> })
  .GossipService;

/** The same method with responses passed through as bytes. */
const withRawResponses = (method: AnyMethod): AnyMethod => ({
  ...method,
  responseSerialize: (message) => message as Buffer,
});

/** Services that this server answers; every other method is UNIMPLEMENTED. */
export const STREAMS = {
  read: withRawResponses(streamsService.read),
  append: withRawResponses(streamsService.append),
  batchAppend: withRawResponses(streamsService.batchAppend),
  delete: withRawResponses(streamsService.delete),
  tombstone: withRawResponses(streamsService.tombstone),
};
export const SERVER_FEATURES = { getSupportedMethods: withRawResponses(featuresService.getSupportedMethods) };
export const GOSSIP = { read: withRawResponses(gossipService.read) };

export type ReadReq = Streams.ReadReq;
export type ReadOptions = Streams.ReadReq.Options;
export type ReadFilterOptions = Streams.ReadReq.Options.FilterOptions;
export type AppendReq = Streams.AppendReq;
export type BatchAppendReq = Streams.BatchAppendReq;
export type DeleteReq = Streams.DeleteReq;
export type TombstoneReq = Streams.TombstoneReq;
export type SupportedMethods = Features.SupportedMethods;
export type Uuid = Shared.UUID;
export type StreamIdentifier = Shared.StreamIdentifier;

/** What the proposed messages of Append and BatchAppend have in common. */
export type ProposedMessage = Pick<
  Streams.AppendReq.ProposedMessage,
  'getId' | 'getMetadataMap' | 'getData_asU8' | 'getCustomMetadata_asU8'
>;
