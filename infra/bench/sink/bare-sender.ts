import { Pool } from 'undici';
import { v7 as uuidV7 } from 'uuid';
import { secretKeys } from '../../../shared/webhooks/secret.ts';
import { deliveryHeaders } from '../../../shared/webhooks/signature.ts';

/** Beyond it, more connections to one origin make it no faster. */
export const BARE_CONNECTIONS = 64;

/** Of the size and shape of a session.answered event. */
const BODY = Buffer.from(
  JSON.stringify({
    id: '019e0000-0000-7000-8000-000000000001',
    type: 'session.answered',
    created_at: '2026-01-05T08:00:00.000Z',
    occurred_at: '2026-01-05T08:00:00.000Z',
    sequence: 4,
    api_version: 'v1',
    tenant_id: '019e0000-0000-7000-8000-000000000002',
    test: false,
    data: {
      session_id: '019e0000-0000-7000-8000-000000000003',
      triage_level: 'urgent',
      red_flags: ['possible_acute_coronary_syndrome'],
      new_red_flags: [],
      is_complete: false,
      skipped: false,
    },
  }),
);

/** Signs and sends so many deliveries as fast as it can: no database, no fairness, no record of what came of them. */
export async function sendBare(
  url: string,
  secret: string,
  { deliveries, connections = BARE_CONNECTIONS }: { deliveries: number; connections?: number },
): Promise<void> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const keys = { current: secretKeys(secret) };
  let left = deliveries;
  const sender = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const headers = deliveryHeaders(
        {
          eventId: uuidV7(),
          eventType: 'session.answered',
          deliveryId: uuidV7(),
          attempt: 1,
          body: BODY,
          timestampS: Math.floor(Date.now() / 1_000),
        },
        keys,
      );
      const response = await pool.request({ method: 'POST', path: pathname, headers, body: BODY });
      await response.body.dump();
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  await pool.close();
}
