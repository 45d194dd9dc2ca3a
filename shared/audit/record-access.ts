import type { NewAccessRecorded } from '../../domain/access/events.ts';
import type { RandomBytes } from '../crypto/seal.ts';
import { eventIdOf } from '../event-log/codec.ts';
import { sealEndUser, type OnBehalfOf } from '../event-log/on-behalf-of.ts';
import { ApiError } from '../http/errors.ts';
import type { Caller } from '../http/route-types.ts';
import type { Sql } from '../postgres/pool.ts';

/** One look at protected data, or one sign-in, as it goes into the audit trail. */
export type Access = NewAccessRecorded['data'] & {
  tenantId: string;
  actor: Caller['actor'] | { type: 'operator'; id: string };
  requestId: string;
  /** Null for an operator's command. */
  ip: string | null;
  at: Date;
  test: boolean;
  /** For whom the caller acted; see `sealForAccess`. */
  onBehalfOf?: Uint8Array | null;
};

/** For whom an access is made, sealed for the event that it becomes. */
export const sealForAccess = (
  onBehalfOf: OnBehalfOf | undefined,
  { tenantId, accessId }: { tenantId: string; accessId: string },
  random: RandomBytes,
): Uint8Array | null =>
  onBehalfOf === undefined
    ? null
    : sealEndUser(onBehalfOf, { tenantId, eventId: eventIdOf(accessId, 0) }, random);

/**
 * Leaves the access in the intake, from where it reaches the log and with it the trail. Called before what was asked
 * for is answered: where the intake cannot be written, for whatever reason, this throws a 503, and nothing is shown.
 */
export async function recordAccess(sql: Sql, accessId: string, access: Access): Promise<void> {
  try {
    await insert(sql, accessId, access);
  } catch (cause) {
    throw new ApiError('service_unavailable', 'The audit trail is out of reach; try again shortly.', {
      cause,
    });
  }
}

async function insert(sql: Sql, accessId: string, access: Access): Promise<void> {
  await sql.query({
    name: 'record-access',
    text: `INSERT INTO ops.access_intake
             (access_id, tenant_id, actor_type, actor_id, action, subject_type, subject_id, request_id, ip, at, test,
              on_behalf_of_sealed)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      accessId,
      access.tenantId,
      access.actor.type,
      access.actor.id,
      access.action,
      access.subject.type,
      access.subject.id,
      access.requestId,
      access.ip,
      access.at,
      access.test,
      access.onBehalfOf ?? null,
    ],
  });
}
