import type { NewAccessEvent } from '../../domain/access/events.ts';
import { groupBy } from '../../shared/collections/group-by.ts';
import type { EncodedEvent, NewMetadata } from '../../shared/event-log/stored-event.ts';
import { accessStream } from '../../shared/event-log/streams.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

const INTERVAL_MS = 1_000;
const BATCH_ROWS = 500;
/** So many batches in one run; what is left waits for the next one. */
const MAX_BATCHES = 20;

type Row = {
  access_id: string;
  tenant_id: string;
  actor_type: NewMetadata['actor']['type'];
  actor_id: string;
  action: NewAccessEvent['data']['action'];
  subject_type: NewAccessEvent['data']['subject']['type'];
  subject_id: string;
  request_id: string;
  ip: string;
  at: Date;
  test: boolean;
};

/**
 * Carries looks at protected data and sign-ins from the intake into the log, oldest first. The event's id follows from
 * the intake's, so that what is carried twice, because the process died before it deleted the rows, stands once.
 */
export function createAccessIntake(parts: ReactorParts): Reactor {
  return {
    name: 'access-intake',
    intervalMs: INTERVAL_MS,
    runOnce: async () => {
      let carried = 0;
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        const rows = await carryBatch(parts);
        carried += rows;
        if (rows < BATCH_ROWS) break;
      }
      return carried;
    },
  };
}

async function carryBatch({ pool, log, codec }: ReactorParts): Promise<number> {
  const { rows } = await pool.query<Row>(
    `SELECT access_id, tenant_id, actor_type, actor_id, action, subject_type, subject_id, request_id, ip, at, test
     FROM ops.access_intake ORDER BY at, access_id LIMIT $1`,
    [BATCH_ROWS],
  );
  for (const [tenantId, own] of groupBy(rows, (row) => row.tenant_id)) {
    const stream = accessStream(tenantId);
    const events = own.flatMap((row): EncodedEvent[] =>
      codec.encode([toEvent(row)], {
        stream,
        commandId: row.access_id,
        keys: {},
        tokensCharged: 0,
        metadata: {
          tenant_id: tenantId,
          actor: { type: row.actor_type, id: row.actor_id },
          request_id: row.request_id,
          ip: row.ip,
          causation_id: null,
          engine_version: null,
          occurred_at: row.at.toISOString(),
          test: row.test,
        },
      }),
    );
    await log.append(stream, 'any', events);
    await pool.query('DELETE FROM ops.access_intake WHERE access_id = ANY ($1::uuid[])', [
      own.map((row) => row.access_id),
    ]);
  }
  return rows.length;
}

const toEvent = ({ action, subject_type, subject_id }: Row): NewAccessEvent => ({
  type: 'access-recorded',
  data: { action, subject: { type: subject_type, id: subject_id } },
});
