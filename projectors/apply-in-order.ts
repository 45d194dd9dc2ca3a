import type { AnyEvent } from '../domain/kernel/event-definition.ts';
import type { DecodedEvent } from '../shared/event-log/codec.ts';
import type { LogEvent, ProjectionContext } from '../shared/projection/projection.ts';

/** An event does not follow on the row that it belongs to: the row was changed by something else than the log. */
export class RevisionGapError extends Error {
  constructor() {
    super('an event does not follow on its row');
    this.name = 'RevisionGapError';
  }
}

/**
 * Opens events and applies them to the rows of their streams. A projector sees every event in order, so a row that is
 * behind is a row that is wrong. Only an event that was skipped may have been passed, because it was none that the
 * projection handles: its stand-in is read from the stream then. Throws RevisionGapError.
 */
export async function applyInOrder<E extends AnyEvent>(
  events: readonly LogEvent[],
  context: ProjectionContext,
  apply: (facts: readonly DecodedEvent<E>[]) => Promise<number>,
): Promise<DecodedEvent<E>[]> {
  const facts = (await context.open(events)) as DecodedEvent<E>[];
  if ((await apply(facts)) === 0) return facts;
  const passed = (await context.open(await skippedAmong(events, context))) as DecodedEvent<E>[];
  const inOrder = [...passed, ...facts].sort((a, b) => a.revision - b.revision);
  if ((await apply(inOrder)) > 0) throw new RevisionGapError();
  return facts;
}

async function skippedAmong(events: readonly LogEvent[], context: ProjectionContext): Promise<LogEvent[]> {
  const last = new Map(events.map(({ stored }) => [stored.stream, stored.revision]));
  const histories = await Promise.all([...last].map(([stream, to]) => context.history(stream, to)));
  return histories.flat().filter(({ stored }) => stored.standIn !== undefined);
}
