import { randomUUID } from 'node:crypto';
import test from 'ava';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { startApi } from '../support/api.ts';

const api = await startApi({ projections: [balancesProjection] });
test.after.always(api.stop);

test('what one append cannot take is refused with the limit, and leaves nothing held', async (t) => {
  const tenantId = await api.newTenant();
  const client = await api.newClient(tenantId);
  await api.caughtUp();
  const headers = { 'idempotency-key': randomUUID() };
  const open = (characters: number) =>
    client(
      'POST',
      '/v1/sessions',
      { chief_complaint: 'headache', initial_fields: { note: 'x'.repeat(characters) } },
      headers,
    );
  for (let call = 0; call < 2; call += 1) {
    const { status, body } = await open(800_000);
    t.is(status, 413);
    t.like(body, { error: { code: 'payload_too_large', detail: { limit_bytes: 1_048_576 } } });
  }
  const { pool } = api.runtime;
  for (const table of ['intents', 'idempotency_keys', 'data_keys']) {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*) AS count FROM ops.${table} WHERE tenant_id = $1`,
      [tenantId],
    );
    // The tenant has a key of its own.
    t.is(rows[0]?.count, table === 'data_keys' ? 1 : 0, table);
  }
  t.is((await open(100)).status, 201, 'the same Idempotency-Key is free again');
});
