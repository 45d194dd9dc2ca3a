/** An event as a client proposed it; the limits have been checked. */
export type ProposedEvent = {
  id: Buffer;
  type: Buffer;
  isJson: boolean;
  data: Uint8Array;
  metadata: Uint8Array;
};

/** What the writer believes about the stream. */
export type ExpectedRevision =
  | { kind: 'any' }
  | { kind: 'no_stream' }
  | { kind: 'stream_exists' }
  | { kind: 'exact'; revision: number };

export type WriteCommand = { streamName: Buffer; expected: ExpectedRevision } & (
  | { kind: 'append'; events: readonly ProposedEvent[] }
  | { kind: 'delete' }
  | { kind: 'tombstone' }
);

/** The answer to a write. A success is on disk. */
export type WriteOutcome =
  /** `revision` is that of the last event written (-1: the stream has none); `position` is its place in $all. */
  | { kind: 'success'; revision: number; position: number | undefined }
  /** `currentRevision` is -1 where the stream does not exist. */
  | { kind: 'wrong_expected_version'; currentRevision: number }
  | { kind: 'stream_deleted' }
  /** The deadline was over before the write was decided; nothing was written. */
  | { kind: 'timed_out' }
  /** Too much waits to be written already; nothing was written. */
  | { kind: 'too_busy' }
  /** The server ends. Nothing was written, or (after a failed commit) nobody knows. */
  | { kind: 'unavailable'; reason: string };
