import type { ServerDuplexStream } from '@grpc/grpc-js';
import type { BatchAppendReq } from '../protocol.ts';
import { BATCH_ERRORS, batchFailure, batchSuccess, type BatchEcho } from '../wire/responses.ts';
import { internalError, RpcError, unavailable } from '../wire/rpc-error.ts';
import type { ProposedEvent, WriteOutcome } from '../writing/commands.ts';
import type { StoreContext } from './context.ts';
import {
  createEventCollector,
  readExpectation,
  readWritableStreamName,
  toExpectedRevision,
  waitingSize,
  type EventCollector,
} from './requests.ts';

type BatchOptions = NonNullable<ReturnType<BatchAppendReq['getOptions']>>;

/** An append whose parts are still coming in. */
type Incoming = BatchEcho & { deadlineMs: number | undefined; collector: EventCollector };

/** One caller's appends that are not answered yet; above it, reading from that caller pauses. */
const MAX_UNANSWERED = 2_000;
const MAX_UNANSWERED_BYTES = 32 * 2 ** 20;
/** Answers that a caller has not taken yet; above it, reading from that caller pauses, too. */
const MAX_UNREAD = 1_000;
/** Appends of one call that have begun but not ended; each holds up to `maxAppendBytes`. */
const MAX_INCOMING = 64;

/** Largest distance of a deadline that a clock reads; a later one (or none) never passes. */
const MAX_SECONDS = 2 ** 40;

function readDeadlineMs(options: BatchOptions): number | undefined {
  const deadline = options.getDeadline();
  if (deadline === undefined || deadline.getSeconds() > MAX_SECONDS) return undefined;
  return deadline.getSeconds() * 1_000 + Math.floor(deadline.getNanos() / 1e6);
}

function answer(echo: BatchEcho, outcome: Exclude<WriteOutcome, { kind: 'unavailable' }>): Buffer {
  switch (outcome.kind) {
    case 'success':
      return batchSuccess(echo, outcome.revision, outcome.position);
    case 'wrong_expected_version':
      return batchFailure(echo, BATCH_ERRORS.wrongExpectedVersion(outcome.currentRevision, echo.expected));
    case 'stream_deleted':
      return batchFailure(echo, BATCH_ERRORS.streamDeleted(echo.streamName));
    case 'timed_out':
      return batchFailure(echo, BATCH_ERRORS.timeout());
    case 'too_busy':
      return batchFailure(echo, BATCH_ERRORS.tooBusy());
    default:
      return outcome satisfies never;
  }
}

/** What the parts of one append say, put together; `refused` where it must not be written. */
type Assembled =
  | { kind: 'more' }
  | { kind: 'refused'; response: Buffer }
  | { kind: 'complete'; append: BatchEcho & { deadlineMs: number | undefined; events: ProposedEvent[] } };

/** Puts the messages of a call together to appends, by correlation id. */
function createAssembler({
  maxAppendBytes,
  now,
  behaviour,
}: Pick<StoreContext, 'maxAppendBytes' | 'now' | 'behaviour'>) {
  const incoming = new Map<string, Incoming>();

  const begin = (options: BatchOptions, correlationId: Uint8Array, key: string): Incoming | Buffer => {
    const echo: BatchEcho = {
      correlationId,
      streamName: Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []),
      expected: { kind: 'any' },
    };
    try {
      readWritableStreamName(options.getStreamIdentifier(), behaviour);
      echo.expected = readExpectation(
        options,
        options.hasStreamPosition() ? options.getStreamPosition() : undefined,
      );
    } catch (error) {
      return batchFailure(echo, toBatchError(error));
    }
    const deadlineMs = readDeadlineMs(options);
    if (deadlineMs !== undefined && deadlineMs <= now().getTime()) {
      return batchFailure(echo, BATCH_ERRORS.timeout());
    }
    if (incoming.size === MAX_INCOMING) return batchFailure(echo, BATCH_ERRORS.tooBusy());
    const started = { ...echo, deadlineMs, collector: createEventCollector(maxAppendBytes) };
    incoming.set(key, started);
    return started;
  };

  return (message: BatchAppendReq): Assembled => {
    const correlationId = message.getCorrelationId()?.serializeBinary() ?? new Uint8Array();
    const key = Buffer.from(correlationId).toString('latin1');
    const options = message.getOptions();
    const known = incoming.get(key);
    if (known === undefined && options === undefined) return { kind: 'more' }; // rest of a refused append
    const current = known ?? begin(options as BatchOptions, correlationId, key);
    if (Buffer.isBuffer(current)) return { kind: 'refused', response: current };
    const refuse = (error: ReturnType<typeof toBatchError>): Assembled => {
      incoming.delete(key);
      return { kind: 'refused', response: batchFailure(current, error) };
    };
    try {
      for (const proposed of message.getProposedMessagesList()) {
        if (current.collector.add(proposed) === 'too_large') {
          return refuse(BATCH_ERRORS.maxAppendSizeExceeded(maxAppendBytes));
        }
      }
    } catch (error) {
      return refuse(toBatchError(error));
    }
    if (!message.getIsFinal()) return { kind: 'more' };
    incoming.delete(key);
    return { kind: 'complete', append: { ...current, events: current.collector.events } };
  };
}

function toBatchError(error: unknown) {
  if (!(error instanceof RpcError)) throw error;
  const isDenied = error.metadata.get('exception')[0] === 'access-denied';
  return isDenied ? BATCH_ERRORS.accessDenied() : BATCH_ERRORS.badRequest(error.details);
}

/**
 * Streams.BatchAppend: many appends over one call, told apart by correlation id and answered each when it is
 * on disk. When the server ends, the call ends with UNAVAILABLE after the last answer that it owes.
 */
export const createBatchAppendHandler =
  (context: StoreContext) =>
  (call: ServerDuplexStream<BatchAppendReq, Buffer>): void => {
    const assemble = createAssembler(context);
    let unanswered = 0;
    let unansweredBytes = 0;
    let ending: 'open' | 'client_done' | RpcError = 'open';
    let isOver = false;

    const settle = (): void => {
      if (isOver || unanswered > 0 || ending === 'open') return;
      isOver = true;
      forget();
      if (ending === 'client_done') call.end();
      else call.emit('error', ending);
    };
    const end = (error: RpcError): void => {
      if (!(ending instanceof RpcError)) ending = error;
      settle();
    };
    const forget = context.openCalls.add(end);

    /** Keeps what one caller holds in memory bounded: reads on only while there is room. */
    const balance = (): void => {
      const isFull =
        unanswered >= MAX_UNANSWERED ||
        unansweredBytes >= MAX_UNANSWERED_BYTES ||
        call.writableLength >= MAX_UNREAD;
      if (isFull) call.pause();
      else if (call.isPaused()) call.resume();
    };

    const write = (response: Buffer): void => {
      if (!isOver && !call.cancelled) call.write(response);
    };

    const submit = async (append: Extract<Assembled, { kind: 'complete' }>['append']): Promise<void> => {
      const { events, deadlineMs, streamName, expected } = append;
      const bytes = waitingSize(events);
      unanswered += 1;
      unansweredBytes += bytes;
      balance();
      const outcome = await context.committer.submit({
        command: { kind: 'append', streamName, expected: toExpectedRevision(expected), events },
        bytes,
        deadlineMs,
      });
      unanswered -= 1;
      unansweredBytes -= bytes;
      if (outcome.kind === 'unavailable') end(unavailable(outcome.reason));
      else write(answer(append, outcome));
      balance();
      settle();
    };

    call.on('drain', balance);
    call.on('data', (message: BatchAppendReq) => {
      if (isOver) return;
      try {
        const assembled = assemble(message);
        if (assembled.kind === 'refused') write(assembled.response);
        else if (assembled.kind === 'complete') void submit(assembled.append);
      } catch (error) {
        context.logger?.error({ err: error }, 'batch append failed');
        end(internalError());
      }
    });
    call.on('end', () => {
      if (ending === 'open') ending = 'client_done';
      settle();
    });
    call.on('cancelled', () => {
      isOver = true;
      forget();
    });
  };
