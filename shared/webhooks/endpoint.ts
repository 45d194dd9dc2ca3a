/** A secret from before a rotation, and until when it is valid (ISO 8601 UTC). */
export type PreviousSecret = { secret: string; until: string };

/** Where deliveries go and how they are signed. `previous` has the newest first. */
export type Endpoint = { url: string; secret: string; previous: readonly PreviousSecret[] };

/** "secret grace after rotation: 24 hours" of the contract's limits. */
export const SECRET_GRACE_MS = 24 * 3_600_000;

/** The previous secrets that are valid at a time; `until` is exclusive. */
export const validAt = (previous: readonly PreviousSecret[], at: string): PreviousSecret[] =>
  previous.filter(({ until }) => until > at);

/**
 * The endpoint after a rotation at `at`. The current secret becomes a previous one, valid until `previousUntil`; earlier ones
 * keep their own ends. Depends on the log alone, so that every copy of an endpoint is the same.
 */
export function rotateSecret(
  endpoint: Endpoint,
  rotation: { secret: string; at: string; previousUntil: string },
): Endpoint {
  const { secret, at, previousUntil } = rotation;
  const previous = [{ secret: endpoint.secret, until: previousUntil }, ...validAt(endpoint.previous, at)];
  return { ...endpoint, secret, previous };
}
