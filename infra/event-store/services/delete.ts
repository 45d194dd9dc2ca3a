import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import type { DeleteReq, TombstoneReq } from '../protocol.ts';
import { deleteSuccess } from '../wire/responses.ts';
import {
  invalidArgument,
  internalError,
  RpcError,
  streamDeleted,
  timedOut,
  unavailable,
  wrongExpectedVersion,
} from '../wire/rpc-error.ts';
import type { StoreContext } from './context.ts';
import {
  expectationNumber,
  readExpectation,
  readWritableStreamName,
  toExpectedRevision,
} from './requests.ts';

/** A delete keeps next to nothing in memory. */
const REQUEST_BYTES = 1_024;

async function remove(
  kind: 'delete' | 'tombstone',
  call: ServerUnaryCall<DeleteReq | TombstoneReq, Buffer>,
  { committer }: StoreContext,
): Promise<Buffer> {
  const options = call.request.getOptions();
  if (options === undefined) throw invalidArgument('The options are missing.');
  const streamName = readWritableStreamName(options.getStreamIdentifier());
  const expected = readExpectation(options, options.hasRevision() ? options.getRevision() : undefined);
  const outcome = await committer.submit({
    command: { kind, streamName, expected: toExpectedRevision(expected) },
    bytes: REQUEST_BYTES,
    isAbandoned: () => call.cancelled,
  });
  const name = streamName.toString('utf8');
  switch (outcome.kind) {
    case 'success':
      return deleteSuccess(outcome.position ?? 0);
    case 'wrong_expected_version':
      throw wrongExpectedVersion('Delete', name, expectationNumber(expected), outcome.currentRevision);
    case 'stream_deleted':
      throw streamDeleted(name);
    case 'timed_out':
      throw timedOut();
    case 'too_busy':
      throw unavailable('Server Is Too Busy');
    case 'unavailable':
      throw unavailable(outcome.reason);
    default:
      return outcome satisfies never;
  }
}

/** Streams.Delete (the stream can be written again) and Streams.Tombstone (it is gone for good). */
export const createDeleteHandler =
  (kind: 'delete' | 'tombstone', context: StoreContext) =>
  (call: ServerUnaryCall<DeleteReq | TombstoneReq, Buffer>, callback: sendUnaryData<Buffer>): void => {
    remove(kind, call, context).then(
      (response) => callback(null, response),
      (error: unknown) => {
        if (!(error instanceof RpcError)) context.logger?.error({ err: error }, `${kind} failed`);
        callback(error instanceof RpcError ? error : internalError());
      },
    );
  };
