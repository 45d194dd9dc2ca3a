import type { z } from 'zod';
import type { EventDefinition, KeyRole } from '../../domain/kernel/event-definition.ts';
import type { SessionCommand } from '../../domain/session/commands.ts';
import {
  demographicsUpdated,
  feedbackGiven,
  sessionAnswered,
  sessionErased,
  sessionFinalized,
  sessionHoldLifted,
  sessionHoldPlaced,
  sessionOpened,
  sessionRectified,
  sessionRouted,
  sessionTimedOut,
} from '../../domain/session/events.ts';
import { commandKeyId, subjectKeyId, type DataKeys, type FreshKey } from '../../shared/crypto/data-keys.ts';
import type { SealingKeys } from '../../shared/event-log/codec.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { Sql } from '../../shared/postgres/pool.ts';

type SessionKeyRole = Exclude<KeyRole, 'tenant'>;
type SealedGroups = Record<string, { key: SessionKeyRole; schema: z.ZodObject }>;

/**
 * The event that each command leads to. Its sealed groups say which keys the command needs; whatever else follows from
 * the command is sealed with its outcome's key.
 */
const EVENT_OF = {
  open: sessionOpened,
  answer: sessionAnswered,
  route: sessionRouted,
  update_demographics: demographicsUpdated,
  rectify: sessionRectified,
  finalize: sessionFinalized,
  give_feedback: feedbackGiven,
  time_out: sessionTimedOut,
  place_hold: sessionHoldPlaced,
  lift_hold: sessionHoldLifted,
  erase: sessionErased,
} as const satisfies Record<SessionCommand['kind'], EventDefinition<string, z.ZodObject, SealedGroups>>;

/** The keys that a command's events are sealed with: made for the command, or older than it. */
export function keysOf(kind: SessionCommand['kind']): { fresh: SessionKeyRole[]; older: SessionKeyRole[] } {
  const sealed: SealedGroups = EVENT_OF[kind].sealed;
  const roles = [...new Set(Object.values(sealed).map(({ key }) => key))];
  const isOlder = (role: SessionKeyRole): boolean => role === 'subject' && kind !== 'open';
  return { fresh: roles.filter((role) => !isOlder(role)), older: roles.filter(isOlder) };
}

type KeyedCommand = { kind: SessionCommand['kind']; sessionId: string; commandId: string };

const keyIdOf = (role: SessionKeyRole, { sessionId, commandId }: KeyedCommand): string =>
  role === 'subject' ? subjectKeyId(sessionId) : commandKeyId(commandId, role);

/** Makes the keys that a command's admission stores. */
export const makeKeys = (dataKeys: DataKeys, command: KeyedCommand): Promise<FreshKey[]> =>
  Promise.all(keysOf(command.kind).fresh.map((role) => dataKeys.make(keyIdOf(role, command), role)));

/**
 * The keys that seal the events of an admitted command: those made for it, and older ones of the session. If an
 * earlier call with the same command id has stored keys, those replace the ones made now. Throws 404 if one is
 * destroyed: the session was erased.
 */
export async function sealingKeys(
  { dataKeys, pool }: { dataKeys: DataKeys; pool: Sql },
  { made, isTakeover, ...command }: KeyedCommand & { made: readonly FreshKey[]; isTakeover: boolean },
): Promise<SealingKeys> {
  const sealing: SealingKeys = {};
  for (const { role, keyId, key } of made) sealing[role] = { keyId, key };
  const { fresh, older } = keysOf(command.kind);
  const roleOf = new Map(
    (isTakeover ? [...fresh, ...older] : older).map((role) => [keyIdOf(role, command), role]),
  );
  for (const [keyId, key] of await dataKeys.load(pool, roleOf.keys())) {
    const role = roleOf.get(keyId);
    if (role === undefined || key === 'destroyed') {
      throw new ApiError('not_found', 'The session does not exist.');
    }
    sealing[role] = { keyId, key };
  }
  return sealing;
}
