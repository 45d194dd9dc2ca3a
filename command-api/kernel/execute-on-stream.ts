import { isUnreadable } from '../../domain/event-log/events.ts';
import type { AnyEvent, Fact } from '../../domain/kernel/event-definition.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { KeyMissingError, storeKeys, subjectKeyId, type OpenedKey } from '../../shared/crypto/data-keys.ts';
import type { DataKey } from '../../shared/crypto/seal.ts';
import { eventIdOf, type DecodedEvent, type SealingKeys } from '../../shared/event-log/codec.ts';
import type { StoredEvent } from '../../shared/event-log/stored-event.ts';
import { streamSubject } from '../../shared/event-log/streams.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { SubjectSealing } from '../../shared/read-models/follow-rows.ts';
import { appendInAttempts, requireTime } from './append-attempts.ts';
import { metadataOf, type CommandOrigin } from './command-origin.ts';
import type { CommandDeps } from './deps.ts';

/**
 * What the small aggregates (tenant, API key, subscription, member) are made of: folded from the log, not from a row.
 *
 * To seal a group under the key of the stream's subject (`subjectKeyId` of the id that the stream is named after),
 * declare it with role `subject` in the aggregate's events.ts; nothing else is needed. The key is made and stored right
 * before the first append that needs it. `apply` gets it from `sealing.keyOf(fact.keys.subject)`, here as in the
 * projector, whose `keyOf` is made from `context.keys`. Once an erasure has destroyed the key, these groups of the
 * history read as null, and a command that would write another one is refused with `not_found`.
 */
export type Aggregate<State, Command, Event extends AnyEvent> = {
  initial: State;
  decide(state: State, command: Command): AnyEvent[];
  evolve(state: State, fact: Fact<Event>): State;
  /** Writes the read model; events that it reflects already are passed over. */
  apply(sql: Sql, events: readonly DecodedEvent<Event>[], sealing: SubjectSealing): Promise<number>;
};

export type StreamCommand<Command> = CommandOrigin & { stream: string; command: Command };

type StreamDeps = Pick<CommandDeps, 'poolOf' | 'log' | 'codec' | 'dataKeys' | 'random' | 'now'>;

const MAX_EVENTS = 100_000;
/** The stream is read again for each command: what callers can add to one in an hour has an end. */
const CALLERS_EVENTS_PER_HOUR = 120;
const HOUR_MS = 3_600_000;

/**
 * Folds the stream without events that were skipped, decides, appends, and brings the read model up to date before it returns. A command that the
 * log holds already (its id is the same) is not decided again: its own events are returned. Throws DomainError,
 * LogUnavailableError, 503 past the deadline or after too many conflicts.
 */
export async function executeOnStream<State, Command, Event extends AnyEvent>(
  deps: StreamDeps,
  aggregate: Aggregate<State, Command, Event>,
  request: StreamCommand<Command>,
): Promise<DecodedEvent<Event>[]> {
  const pool = deps.poolOf(request.tenantId);
  const tenant = await deps.dataKeys.tenantKeys(pool, request.tenantId);
  let { history, keys } = await readStream<Event>(deps, request);

  const readable = () => history.filter((event) => !isUnreadable(event));
  // The row is given the whole stream, so that it takes our events even where it was behind.
  const writeThrough = (events: DecodedEvent<Event>[]): Promise<number> =>
    aggregate.apply(pool, events, {
      keysOf: () => tenant,
      keyOf: (keyId) => loaded(keys, keyId),
      random: deps.random,
    });

  async function findOwn(): Promise<DecodedEvent<Event>[] | null> {
    const own = readable().filter((event) => event.metadata.command_id === request.commandId);
    if (own.length === 0) return null;
    await writeThrough(history);
    return own;
  }

  async function attempt(): Promise<DecodedEvent<Event>[]> {
    requireRoom(history, request);
    const state = readable().reduce((folded, fact) => aggregate.evolve(folded, fact), aggregate.initial);
    const events = aggregate.decide(state, request.command);
    if (events.length === 0) return [];
    const sealing: SealingKeys = { tenant: { keyId: tenant.keyId, key: tenant.seal } };
    if (events.some(({ type }) => deps.codec.rolesOf(type).includes('subject'))) {
      sealing.subject = await subjectKey(deps, request);
      keys.set(sealing.subject.keyId, sealing.subject.key);
    }
    const appended = await append<Event>(deps, request, { events, after: history.length - 1, sealing });
    await writeThrough([...history, ...appended]);
    return appended;
  }

  const earlier = await findOwn();
  if (earlier) return earlier;
  return appendInAttempts({
    attempt,
    lookAgain: async () => {
      ({ history, keys } = await readStream<Event>(deps, request));
      return findOwn();
    },
    exhausted: { message: 'The event log is out of reach; try again shortly.', retryAfterS: 30 },
  });
}

/** 429 for a caller who has changed one thing too often; operators and reactors are not limited. */
function requireRoom(
  history: readonly DecodedEvent[],
  { actor, now }: Pick<StreamCommand<unknown>, 'actor' | 'now'>,
): void {
  if (actor.type !== 'api_key' && actor.type !== 'member') return;
  const [oldest] = history.slice(-CALLERS_EVENTS_PER_HOUR);
  if (history.length < CALLERS_EVENTS_PER_HOUR || oldest === undefined) return;
  const freeAtMs = Date.parse(oldest.at) + HOUR_MS;
  if (freeAtMs <= now.getTime()) return;
  const retryAfterS = Math.ceil((freeAtMs - now.getTime()) / 1_000);
  throw new ApiError('rate_limited', `One thing takes ${CALLERS_EVENTS_PER_HOUR} changes an hour.`, {
    detail: { retry_after: retryAfterS, limit: CALLERS_EVENTS_PER_HOUR },
    headers: { 'Retry-After': String(retryAfterS) },
  });
}

type LoadedKeys = Map<string, OpenedKey>;

function loaded(keys: LoadedKeys, keyId: string): OpenedKey {
  const key = keys.get(keyId);
  if (key === undefined) throw new Error('the key of an event was not loaded');
  return key;
}

async function readStream<Event extends AnyEvent>(
  deps: StreamDeps,
  { stream, tenantId }: Pick<StreamCommand<unknown>, 'stream' | 'tenantId'>,
): Promise<{ history: DecodedEvent<Event>[]; keys: LoadedKeys }> {
  const stored: StoredEvent[] = [];
  for await (const event of deps.log.readStream(stream, 0)) {
    stored.push(event);
    if (stored.length > MAX_EVENTS) throw new Error('a stream is longer than it can be');
  }
  const keyIds = stored.flatMap((event) => deps.codec.keyIdsOf(event));
  const keys = await deps.dataKeys.load(deps.poolOf(tenantId), keyIds);
  return { history: stored.map((event) => deps.codec.decode(event, keys) as DecodedEvent<Event>), keys };
}

/**
 * The key of the stream's subject, durable before anything is sealed with it. Two first commands at once agree on the
 * one that was stored first. Throws DomainError `not_found` once it is destroyed.
 */
async function subjectKey(
  deps: StreamDeps,
  { stream, tenantId, now }: Pick<StreamCommand<unknown>, 'stream' | 'tenantId' | 'now'>,
): Promise<{ keyId: string; key: DataKey }> {
  const pool = deps.poolOf(tenantId);
  const subjectId = streamSubject(stream);
  const keyId = subjectKeyId(subjectId);
  const load = async (): Promise<OpenedKey> => loaded(await deps.dataKeys.load(pool, [keyId]), keyId);
  const key = await load().catch(async (error: unknown) => {
    if (!(error instanceof KeyMissingError)) throw error;
    await storeKeys(pool, { tenantId, subjectId, now }, [await deps.dataKeys.make(keyId, 'subject')]);
    return load();
  });
  if (key === 'destroyed') throw new DomainError('not_found', 'What this is about was erased.');
  return { keyId, key };
}

async function append<Event extends AnyEvent>(
  deps: StreamDeps,
  request: StreamCommand<unknown>,
  decided: { events: AnyEvent[]; after: number; sealing: SealingKeys },
): Promise<DecodedEvent<Event>[]> {
  const { stream, commandId } = request;
  const encoded = deps.codec.encode(decided.events, {
    stream,
    commandId,
    keys: decided.sealing,
    metadata: metadataOf(request, null),
    tokensCharged: 0,
  });
  const expected = decided.after < 0 ? 'no_stream' : decided.after;
  requireTime(deps.now(), request.deadline);
  const { position } = await deps.log.append(stream, expected, encoded);
  const keys = Object.entries(decided.sealing).map(([role, { keyId }]) => [role, keyId]);
  return encoded.map(({ metadata }, index) => ({
    event: decided.events[index] as Event,
    eventId: eventIdOf(commandId, index),
    revision: decided.after + 1 + index,
    at: metadata.occurred_at,
    keys: Object.fromEntries(keys) as DecodedEvent['keys'],
    stream,
    position,
    metadata,
  }));
}
