import type { Sql } from '../../shared/postgres/pool.ts';
import { readCheckpoints } from '../../shared/projection/checkpoints.ts';
import type { Projection } from '../../shared/projection/projection.ts';

/** Projections whose tables are of another version than the code. One that has never run is not among them. */
export async function outdatedProjections(
  sql: Sql,
  projections: readonly Projection[],
): Promise<Projection[]> {
  const stored = await readCheckpoints(
    sql,
    projections.map(({ name }) => name),
  );
  return projections.filter(({ name, version }) => {
    const own = stored.filter((one) => one.name === name);
    return own.length > 0 && own.every((one) => one.version !== version);
  });
}
