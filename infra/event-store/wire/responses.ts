import { bytesField, messageField, numberField, stringField, uint64Field } from './protobuf.ts';
import { positionOf, recordedEventOf, type StoredRecord } from './record.ts';

/** Messages of the Streams service that are not stored events. Field numbers: streams.proto and shared.proto. */

const EMPTY = Buffer.alloc(0);

/** ReadResp.confirmation: the subscription runs. */
export const confirmationMessage = (subscriptionId: string): Buffer =>
  messageField(2, stringField(1, subscriptionId));

/** ReadResp.checkpoint: everything up to this position was considered. */
export const checkpointMessage = (position: number): Buffer =>
  messageField(3, numberField(1, position), numberField(2, position));

/** ReadResp.stream_not_found. */
export const streamNotFoundMessage = (streamName: Buffer): Buffer =>
  messageField(4, messageField(1, bytesField(3, streamName)));

/** ReadResp.caught_up: the subscription has reached the end and is live. */
export const caughtUpMessage = (): Buffer => messageField(8, EMPTY);

/** ReadResp.fell_behind: the subscriber is too slow to stay live and reads from disk again. */
export const fellBehindMessage = (): Buffer => messageField(9, EMPTY);

/** ReadResp.event of a link: the event it points to (left out where it cannot be seen) and the link itself. */
export function resolvedLinkMessage(link: StoredRecord, target: StoredRecord | undefined): Buffer {
  const event = target === undefined ? EMPTY : bytesField(1, recordedEventOf(target));
  return messageField(1, event, bytesField(2, recordedEventOf(link)), numberField(3, positionOf(link)));
}

const positionFields = (position: number): Buffer[] => [numberField(1, position), numberField(2, position)];

/** The revision and position oneofs that successes of Append and BatchAppend share. */
function successFields(revision: number, position: number | undefined): Buffer[] {
  return [
    revision < 0 ? messageField(2, EMPTY) : numberField(1, revision),
    position === undefined ? messageField(4, EMPTY) : messageField(3, ...positionFields(position)),
  ];
}

/** What a request expected, in the form of the wire, for echoing it in an error. */
export type WireExpectation =
  | { kind: 'any' | 'no_stream' | 'stream_exists' }
  | { kind: 'exact'; revision: string };

/** AppendResp.success. */
export const appendSuccess = (revision: number, position: number | undefined): Buffer =>
  messageField(1, ...successFields(revision, position));

/** AppendResp.wrong_expected_version; `current` is -1 where there is no stream. */
export function appendWrongVersion(current: number, expected: WireExpectation): Buffer {
  const forms = { any: 9, stream_exists: 10, no_stream: 11 } as const;
  return messageField(
    2,
    current < 0 ? messageField(7, EMPTY) : numberField(6, current),
    expected.kind === 'exact' ? uint64Field(8, expected.revision) : messageField(forms[expected.kind], EMPTY),
  );
}

/** DeleteResp and TombstoneResp, which look the same. */
export const deleteSuccess = (position: number): Buffer => messageField(1, ...positionFields(position));

/** google.rpc.Status with its details as an Any, and the codes that EventStoreDB gives. */
export type BatchError = { code: number; message: string; type: string; fields: readonly Buffer[] };

export const BATCH_ERRORS = {
  wrongExpectedVersion: (current: number, expected: WireExpectation): BatchError => {
    const forms = { any: 4, stream_exists: 5, no_stream: 6 } as const;
    const fields = [
      current < 0 ? messageField(2, EMPTY) : numberField(1, current),
      expected.kind === 'exact'
        ? uint64Field(3, expected.revision)
        : messageField(forms[expected.kind], EMPTY),
    ];
    return {
      code: 6,
      message: 'WrongExpectedVersion',
      type: 'event_store.client.WrongExpectedVersion',
      fields,
    };
  },
  streamDeleted: (streamName: Buffer): BatchError => ({
    code: 5,
    message: 'StreamDeleted',
    type: 'event_store.client.StreamDeleted',
    fields: [messageField(1, bytesField(3, streamName))],
  }),
  maxAppendSizeExceeded: (maxAppendBytes: number): BatchError => ({
    code: 3,
    message: 'MaximumAppendSizeExceeded',
    type: 'event_store.client.MaximumAppendSizeExceeded',
    fields: [numberField(1, maxAppendBytes)],
  }),
  accessDenied: (): BatchError => ({
    code: 7,
    message: 'AccessDenied',
    type: 'event_store.client.AccessDenied',
    fields: [],
  }),
  timeout: (): BatchError => ({
    code: 4,
    message: 'Timeout',
    type: 'event_store.client.Timeout',
    fields: [],
  }),
  badRequest: (message: string): BatchError => ({
    code: 3,
    message,
    type: 'event_store.client.BadRequest',
    fields: [stringField(1, message)],
  }),
  tooBusy: (): BatchError => ({
    code: 14,
    message: 'Server Is Busy',
    type: 'google.protobuf.Empty',
    fields: [],
  }),
};

/** The parts of a BatchAppendResp that repeat what the request said. */
export type BatchEcho = { correlationId: Uint8Array; streamName: Buffer; expected: WireExpectation };

function echoFields({ streamName, expected }: BatchEcho): Buffer[] {
  const forms = { no_stream: 6, any: 7, stream_exists: 8 } as const;
  const expectation =
    expected.kind === 'exact' ? uint64Field(5, expected.revision) : messageField(forms[expected.kind], EMPTY);
  return [messageField(4, bytesField(3, streamName)), expectation];
}

/** BatchAppendResp with a success. */
export const batchSuccess = (echo: BatchEcho, revision: number, position: number | undefined): Buffer =>
  Buffer.concat([
    bytesField(1, echo.correlationId),
    messageField(3, ...successFields(revision, position)),
    ...echoFields(echo),
  ]);

/** BatchAppendResp with an error. */
export function batchFailure(echo: BatchEcho, error: BatchError): Buffer {
  const details = messageField(
    3,
    stringField(1, `type.googleapis.com/${error.type}`),
    messageField(2, ...error.fields),
  );
  return Buffer.concat([
    bytesField(1, echo.correlationId),
    messageField(2, numberField(1, error.code), stringField(2, error.message), details),
    ...echoFields(echo),
  ]);
}
