import type { MasterKeys } from '../../shared/crypto/master-keys.ts';
import type { Pool } from '../../shared/postgres/pool.ts';

export type MasterKeyUse = {
  master_id: string;
  active: boolean;
  /** Whether this process can unwrap with it. */
  in_ring: boolean;
  data_keys: number;
  signing_keys: number;
  log_keys: number;
  added_at: string | null;
  retired_at: string | null;
};

type Row = {
  master_id: string;
  data_keys: number;
  signing_keys: number;
  log_keys: number;
  added_at: Date | null;
  retired_at: Date | null;
};

/** Every master key that the ring holds or the database knows of, and what it wraps; destroyed keys count for none. */
export async function listMasterKeys(pool: Pool, masterKeys: MasterKeys): Promise<MasterKeyUse[]> {
  const { active, known } = await masterKeys.ids();
  const { rows } = await pool.query<Row>(
    `WITH used AS (
       SELECT master_id, count(*) AS data_keys, 0 AS signing_keys, 0 AS log_keys FROM ops.data_keys
       WHERE wrapped IS NOT NULL GROUP BY master_id
       UNION ALL
       SELECT master_id, 0, count(*), 0 FROM ops.signing_keys GROUP BY master_id
       UNION ALL
       SELECT master_id, 0, 0, count(*) FROM ops.log_keys GROUP BY master_id
     )
     SELECT k.master_id, coalesce(sum(u.data_keys), 0) AS data_keys, coalesce(sum(u.signing_keys), 0) AS signing_keys,
       coalesce(sum(u.log_keys), 0) AS log_keys,
       m.added_at, m.retired_at
     FROM (SELECT unnest($1::text[]) AS master_id UNION SELECT master_id FROM used
           UNION SELECT master_id FROM ops.master_keys) AS k
     LEFT JOIN used u USING (master_id) LEFT JOIN ops.master_keys m USING (master_id)
     GROUP BY k.master_id, m.added_at, m.retired_at ORDER BY m.added_at NULLS LAST, k.master_id`,
    [known],
  );
  return rows.map((row) => ({
    master_id: row.master_id,
    active: row.master_id === active,
    in_ring: known.includes(row.master_id),
    data_keys: row.data_keys,
    signing_keys: row.signing_keys,
    log_keys: row.log_keys,
    added_at: row.added_at?.toISOString() ?? null,
    retired_at: row.retired_at?.toISOString() ?? null,
  }));
}
