import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { ReadReq } from '../protocol.ts';
import { createCallSink, type CallSink } from '../reading/call-sink.ts';
import { createPresenter, type Presenter } from '../reading/link-resolver.ts';
import { runAllSubscription, runStreamSubscription } from '../reading/subscription.ts';
import { formatEventId } from '../wire/event-id.ts';
import type { StoredRecord } from '../wire/record.ts';
import { streamNotFoundMessage } from '../wire/responses.ts';
import { internalError, RpcError, streamDeleted, unexpectedReadResult } from '../wire/rpc-error.ts';
import type { StoreContext } from './context.ts';
import { parseReadRequest, type ReadRequest, type Start } from './read-request.ts';

type Target<Kind> = Extract<ReadRequest['target'], { kind: Kind }>;
type Reading = { request: ReadRequest; sink: CallSink; present: Presenter; maxCount: number };

/** Sends records until there are `left`, and says how many may still come. */
async function sendPage(
  records: readonly StoredRecord[],
  left: number,
  { sink, present }: Reading,
  passes: (record: StoredRecord) => boolean = () => true,
): Promise<number> {
  let rest = left;
  for (const record of records) {
    if (rest === 0 || sink.signal.aborted) return 0;
    if (!passes(record)) continue;
    const blocked = sink.write(present(record));
    if (blocked !== undefined) await blocked;
    rest -= 1;
  }
  return rest;
}

/**
 * Reads $all up to where it ends now. Forwards from a position includes the event at it, backwards does not,
 * as in EventStoreDB.
 */
async function readAll(target: Target<'all'>, reading: Reading, { log }: StoreContext): Promise<void> {
  const isForwards = reading.request.direction === 'forwards';
  const last = log.lastPosition();
  const beyond = last + 1;
  const from = { start: isForwards ? 1 : 0, end: isForwards ? beyond : last };
  const given = typeof target.from === 'number' ? target.from - (isForwards ? 0 : 1) : from[target.from];
  let next = given;
  let left = reading.maxCount;
  while (left > 0 && !reading.sink.signal.aborted) {
    const page = isForwards ? log.forwards(next, last) : log.backwards(next);
    left = await sendPage(page.records, left, reading, target.filter);
    if (page.atEnd) return;
    next = isForwards ? page.first + page.records.length : page.first - page.records.length;
    await nextTurn();
  }
}

function firstRevision(from: Start, isForwards: boolean): number {
  if (typeof from === 'number') return from;
  if (from === 'start') return 0;
  return isForwards ? Number.MAX_SAFE_INTEGER : Infinity;
}

async function readStream(
  target: Target<'stream'>,
  reading: Reading,
  { streams, behaviour }: StoreContext,
): Promise<void> {
  const isForwards = reading.request.direction === 'forwards';
  if (behaviour === '23.10' && isForwards && target.from === 'end') throw unexpectedReadResult();
  let next = firstRevision(target.from, isForwards);
  let left = reading.maxCount;
  while (!reading.sink.signal.aborted) {
    const page = isForwards ? streams.forwards(target.name, next) : streams.backwards(target.name, next);
    if (page.kind === 'deleted') throw streamDeleted(target.name.toString('utf8'));
    if (page.kind === 'not_found') {
      await reading.sink.write(streamNotFoundMessage(target.name));
      return;
    }
    left = await sendPage(page.records, left, reading);
    if (page.atEnd || left === 0) return;
    next = page.next;
    await nextTurn();
  }
}

async function subscribe(
  { request, sink, present }: Reading,
  checkpointInterval: number,
  context: StoreContext,
): Promise<void> {
  const { log, streams, signal, maxLiveBacklog } = context;
  const common = { signal, sink, present, maxLiveBacklog, subscriptionId: formatEventId(context.newId()) };
  const { target } = request;
  if (target.kind === 'all') {
    const start = { start: 0, end: log.lastPosition() };
    return runAllSubscription({
      ...common,
      log,
      afterPosition: typeof target.from === 'number' ? target.from : start[target.from],
      filter: target.filter && {
        passes: target.filter,
        checkpointInterval,
        tellsCaughtUp: context.behaviour === 'own',
      },
    });
  }
  const start = { start: -1, end: streams.lastRevision(target.name) };
  return runStreamSubscription({
    ...common,
    streams,
    streamName: target.name,
    afterRevision: typeof target.from === 'number' ? target.from : start[target.from],
  });
}

async function serve(request: ReadRequest, sink: CallSink, context: StoreContext): Promise<void> {
  const present = createPresenter(request.resolveLinks, context.streams);
  const { mode, target } = request;
  if (mode.kind === 'subscription') {
    const ended = context.subscribed();
    const reading = { request, sink, present, maxCount: Infinity };
    return subscribe(reading, mode.checkpointInterval, context).finally(ended);
  }
  const reading = { request, sink, present, maxCount: mode.maxCount };
  return target.kind === 'all' ? readAll(target, reading, context) : readStream(target, reading, context);
}

/** Streams.Read: reads and subscriptions of one stream or of $all, in pages, at the reader's pace. */
export const createReadHandler =
  (context: StoreContext) =>
  (call: ServerWritableStream<ReadReq, Buffer>): void => {
    const over = new AbortController();
    let ending: RpcError | undefined;
    const forget = context.openCalls.add((error) => {
      ending = error;
      over.abort();
    });
    call.on('cancelled', () => over.abort());
    call.on('error', () => over.abort());

    const run = async (): Promise<void> =>
      serve(parseReadRequest(call.request), createCallSink(call, over), context);
    run()
      .then(() => {
        if (ending !== undefined) throw ending;
        call.end();
      })
      .catch((error: unknown) => {
        if (call.cancelled) return;
        if (!(error instanceof RpcError)) context.logger?.error({ err: error }, 'read failed');
        call.emit('error', error instanceof RpcError ? error : internalError());
      })
      .finally(forget);
  };
