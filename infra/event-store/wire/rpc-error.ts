import { Metadata, status } from '@grpc/grpc-js';

/** An error as a call's status, details and trailers tell it. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;

  constructor(code: status, details: string, trailers: Readonly<Record<string, string>> = {}) {
    super(details);
    this.code = code;
    this.details = details;
    this.metadata = new Metadata();
    for (const [key, value] of Object.entries(trailers)) this.metadata.set(key, trailerText(value));
  }
}

/** Trailers carry printable ASCII only; other stream names stand in them percent-encoded. */
const trailerText = (value: string): string =>
  /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value);

/*
 * Codes, texts and trailers are those of EventStoreDB (its RpcExceptions); clients tell errors apart by the
 * `exception` trailer.
 */

export const invalidArgument = (details: string): RpcError => new RpcError(status.INVALID_ARGUMENT, details);

export const internalError = (): RpcError => new RpcError(status.INTERNAL, 'Internal error');

/** The index names an event that is not in the log: somebody took it out of the files. */
export const eventMissing = (): RpcError =>
  new RpcError(status.DATA_LOSS, 'An event of the stream is missing in the log.');

/** EventStoreDB's answer to a read of a stream forwards from its end. */
export const unexpectedReadResult = (): RpcError =>
  new RpcError(status.UNKNOWN, 'Unexpected ReadStreamResult: Error');

export const unavailable = (reason: string): RpcError => new RpcError(status.UNAVAILABLE, reason);

export const timedOut = (): RpcError =>
  new RpcError(status.DEADLINE_EXCEEDED, 'Operation timed out before it was decided.');

/** A live subscriber does not take what comes; it has to subscribe again from where it stands. */
export const consumerTooSlow = (): RpcError =>
  new RpcError(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );

/** The call names no user, or the password is another. */
export const unauthenticated = (): RpcError => new RpcError(status.UNAUTHENTICATED, 'Unauthenticated');

export const accessDenied = (): RpcError =>
  new RpcError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const streamDeleted = (streamName: string): RpcError =>
  new RpcError(status.FAILED_PRECONDITION, `Event stream '${streamName}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': streamName,
  });

export const maxAppendSizeExceeded = (maxAppendBytes: number): RpcError =>
  new RpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${maxAppendBytes} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maxAppendBytes),
  });

export const metadataPropertyMissing = (property: string): RpcError =>
  new RpcError(status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });

/** `expected` is a revision or EventStoreDB's number for a form: -1 no stream, -2 any, -4 stream exists. */
export const wrongExpectedVersion = (
  operation: string,
  streamName: string,
  expected: string,
  actual: number,
): RpcError =>
  new RpcError(
    status.FAILED_PRECONDITION,
    `${operation} failed due to WrongExpectedVersion. Stream: ${streamName}, Expected version: ${expected}, Actual version: ${actual}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': streamName,
      'expected-version': expected,
      'actual-version': String(actual),
    },
  );
