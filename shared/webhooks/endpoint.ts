/** A secret from before a rotation, and until when it holds (ISO 8601 UTC). */
export type PreviousSecret = { secret: string; until: string };

/** Where deliveries go and how they are signed. `previous`: newest first. */
export type Endpoint = { url: string; secret: string; previous: readonly PreviousSecret[] };

/** "secret grace after rotation: 24 hours" of the contract's limits. */
export const SECRET_GRACE_MS = 24 * 3_600_000;

/** Those that still hold: up to, and not at, their end. */
export const holdingAt = (previous: readonly PreviousSecret[], at: string): PreviousSecret[] =>
  previous.filter(({ until }) => until > at);

/**
 * The endpoint after a rotation at `at`: the secret so far holds until `previousUntil`, as do the ones before it until
 * their own ends. A function of the log alone, so that every copy of an endpoint is the same.
 */
export function rotateSecret(
  endpoint: Endpoint,
  rotation: { secret: string; at: string; previousUntil: string },
): Endpoint {
  const { secret, at, previousUntil } = rotation;
  const previous = [{ secret: endpoint.secret, until: previousUntil }, ...holdingAt(endpoint.previous, at)];
  return { ...endpoint, secret, previous };
}
