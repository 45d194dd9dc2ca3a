import type { Sql } from '../../shared/postgres/pool.ts';
import { readCheckpoints } from '../../shared/projection/checkpoints.ts';
import type { Projection } from '../../shared/projection/projection.ts';

export type OutdatedProjections = {
  /** Their tables are of another version than the code. */
  outdated: Projection[];
  /** They have never run, though others have: they came with an update. */
  unfilled: Projection[];
};

/** What an update, or going back, has left to rebuild. Of an installation on which nothing has run yet, nothing. */
export async function outdatedProjections(
  sql: Sql,
  projections: readonly Projection[],
): Promise<OutdatedProjections> {
  const stored = await readCheckpoints(
    sql,
    projections.map(({ name }) => name),
  );
  const versionsOf = (name: string): number[] =>
    stored.filter((one) => one.name === name).map(({ version }) => version);
  return {
    outdated: projections.filter(({ name, version }) => {
      const own = versionsOf(name);
      return own.length > 0 && !own.includes(version);
    }),
    unfilled: projections.filter(({ name }) => stored.length > 0 && versionsOf(name).length === 0),
  };
}
