import type { ServerReadableStream, sendUnaryData } from '@grpc/grpc-js';
import type { AppendReq } from '../protocol.ts';
import { appendSuccess, appendWrongVersion, type WireExpectation } from '../wire/responses.ts';
import {
  invalidArgument,
  maxAppendSizeExceeded,
  internalError,
  RpcError,
  streamDeleted,
  timedOut,
  unavailable,
} from '../wire/rpc-error.ts';
import type { WriteOutcome } from '../writing/commands.ts';
import type { Behaviour, StoreContext } from './context.ts';
import {
  createEventCollector,
  readExpectation,
  readWritableStreamName,
  toExpectedRevision,
  waitingSize,
} from './requests.ts';

type Header = { streamName: Buffer; expected: WireExpectation };

function readHeader(message: AppendReq, behaviour: Behaviour): Header {
  const options = message.getOptions();
  if (options === undefined) throw invalidArgument('An append begins with its options.');
  return {
    streamName: readWritableStreamName(options.getStreamIdentifier(), behaviour),
    expected: readExpectation(options, options.hasRevision() ? options.getRevision() : undefined),
  };
}

function respond(outcome: WriteOutcome, { streamName, expected }: Header): Buffer {
  switch (outcome.kind) {
    case 'success':
      return appendSuccess(outcome.revision, outcome.position);
    case 'wrong_expected_version':
      return appendWrongVersion(outcome.currentRevision, expected);
    case 'stream_deleted':
      throw streamDeleted(streamName.toString('utf8'));
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

/** Streams.Append: options first, then one event a message; one answer when all is on disk. */
export const createAppendHandler =
  ({ committer, maxAppendBytes, behaviour, logger }: StoreContext) =>
  (call: ServerReadableStream<AppendReq, Buffer>, callback: sendUnaryData<Buffer>): void => {
    const collector = createEventCollector(maxAppendBytes);
    const { events } = collector;
    let header: Header | undefined;
    let isAnswered = false;

    const fail = (error: unknown): void => {
      if (isAnswered) return;
      isAnswered = true;
      if (!(error instanceof RpcError)) logger?.error({ err: error }, 'append failed');
      callback(error instanceof RpcError ? error : internalError());
    };

    const take = (message: AppendReq): void => {
      if (header === undefined) {
        header = readHeader(message, behaviour);
        return;
      }
      const proposed = message.getProposedMessage();
      if (proposed === undefined) throw invalidArgument('An append has its options once, then events.');
      if (collector.add(proposed) === 'too_large') throw maxAppendSizeExceeded(maxAppendBytes);
    };

    const finish = async (): Promise<void> => {
      if (header === undefined) throw invalidArgument('An append begins with its options.');
      const { streamName, expected } = header;
      const outcome = await committer.submit({
        command: { kind: 'append', streamName, expected: toExpectedRevision(expected), events },
        bytes: waitingSize(events),
        isAbandoned: () => call.cancelled,
      });
      callback(null, respond(outcome, header));
      isAnswered = true;
    };

    call.on('data', (message: AppendReq) => {
      try {
        if (!isAnswered) take(message);
      } catch (error) {
        fail(error);
      }
    });
    call.on('end', () => {
      if (!isAnswered) finish().catch(fail);
    });
    call.on('error', () => {
      isAnswered = true; // the caller has gone
    });
  };
