import { createHash } from 'node:crypto';
import { catalogueDimensions, type Catalogue } from '../../shared/datasets/dimension-rows.ts';
import { loadCatalogue } from '../../shared/clinical/load-knowledge.ts';
import { createPool, inTransaction, type Pool } from '../../shared/postgres/pool.ts';

/**
 * Writes the rows of the dimensions that the catalogue makes, where those of the database are others; returns whether they
 * were. Whoever reads them meanwhile sees the old ones or the new ones.
 */
export async function writeCatalogue(
  pool: Pool,
  catalogue: Catalogue & { version: string },
): Promise<boolean> {
  const all = catalogueDimensions.map(({ dimension, rowsOf }) => ({
    name: dimension.name,
    rows: JSON.stringify(rowsOf(catalogue)),
  }));
  const { version } = catalogue;
  const digest = createHash('sha256')
    .update(JSON.stringify([version, all]))
    .digest();
  return inTransaction(pool, async (tx) => {
    await tx.query('LOCK TABLE facts_source.catalogue IN SHARE ROW EXCLUSIVE MODE');
    const { rowCount } = await tx.query('SELECT 1 FROM facts_source.catalogue WHERE digest = $1', [digest]);
    if (rowCount === 1) return false;
    await tx.query('DELETE FROM facts_source.catalogue');
    await tx.query('DELETE FROM facts_source.dimension_rows');
    await tx.query('INSERT INTO facts_source.catalogue (engine_version, digest) VALUES ($1, $2)', [
      version,
      digest,
    ]);
    for (const { name, rows } of all) {
      await tx.query(
        `INSERT INTO facts_source.dimension_rows (dimension, code, row)
         SELECT $1, r.row ->> 'code', r.row FROM jsonb_array_elements($2::jsonb) AS r (row)`,
        [name, rows],
      );
    }
    return true;
  });
}

/**
 * Writes the rows of the engine of this version. Loading it keeps the process busy for a good part of a second, so this is done
 * with the migrations and not in a process that serves somebody.
 */
export async function writeShippedCatalogue(databaseUrl: string): Promise<void> {
  const catalogue = await loadCatalogue();
  const pool = createPool({ databaseUrl, name: 'catalogue', maxConnections: 1 });
  try {
    await writeCatalogue(pool, catalogue);
  } finally {
    await pool.end();
  }
}
