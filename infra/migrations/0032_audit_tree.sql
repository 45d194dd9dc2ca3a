-- The Merkle tree over each tenant's audit rows (RFC 6962): leaf SHA-256(0x00 || canonical text), node
-- SHA-256(0x01 || left || right). shared/audit/merkle.ts adds to it; here the rows that were there before get theirs.

-- Perfect subtrees of 2^level rows, of each eighth level. `seq` is the last of these rows.
CREATE TABLE read.audit_nodes (
  tenant_id uuid NOT NULL,
  level     int NOT NULL,
  seq       bigint NOT NULL,
  hash      bytea NOT NULL,
  PRIMARY KEY (tenant_id, level, seq)
);

-- The perfect subtrees that the whole tree consists of, the largest first, one after the other.
ALTER TABLE read.audit_heads ADD COLUMN peaks bytea NOT NULL DEFAULT '';

-- Level by level: pairs become the nodes of the next one, and an odd one at the end is a peak.
DO $$
DECLARE
  v_level int := 0;
BEGIN
  CREATE TEMP TABLE nodes ON COMMIT DROP AS
    SELECT tenant_id, seq - 1 AS index, sha256('\x00'::bytea || convert_to(canonical, 'UTF8')) AS hash FROM read.audit_rows;
  CREATE TEMP TABLE peaks (tenant_id uuid, level int, hash bytea) ON COMMIT DROP;
  WHILE EXISTS (SELECT 1 FROM nodes) LOOP
    INSERT INTO peaks
      SELECT tenant_id, v_level, n.hash FROM nodes n
      JOIN (SELECT tenant_id, max(index) AS index FROM nodes GROUP BY tenant_id HAVING count(*) % 2 = 1) l
        USING (tenant_id, index);
    CREATE TEMP TABLE next ON COMMIT DROP AS
      SELECT tenant_id, index / 2 AS index, sha256('\x01'::bytea || string_agg(hash, ''::bytea ORDER BY index)) AS hash
      FROM nodes GROUP BY tenant_id, index / 2 HAVING count(*) = 2;
    v_level := v_level + 1;
    IF v_level % 8 = 0 THEN
      INSERT INTO read.audit_nodes SELECT tenant_id, v_level, (index + 1) << v_level, hash FROM next;
    END IF;
    DROP TABLE nodes;
    ALTER TABLE next RENAME TO nodes;
  END LOOP;
  UPDATE read.audit_heads h SET peaks = p.peaks
  FROM (SELECT tenant_id, string_agg(hash, ''::bytea ORDER BY level DESC) AS peaks FROM peaks GROUP BY tenant_id) p
  WHERE p.tenant_id = h.tenant_id;
END $$;
