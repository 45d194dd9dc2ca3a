import type { Places } from '../../../projectors/extracts/cursor.ts';
import { quoted, type Duck } from '../../../projectors/extracts/duck.ts';

const EVERYTHING: Places = { log: -1, trail: {}, time: '' };

/** The places of the trails, and what of the log lies within. */
export async function prepareLog(
  duck: Duck,
  { since, until }: { since: Places | null; until: Places },
): Promise<void> {
  const from = since ?? EVERYTHING;
  const trails = Object.entries(until.trail).map(
    ([tenantId, seq]) => `(${quoted(tenantId)}, ${from.trail[tenantId] ?? 0}, ${seq})`,
  );
  await duck.run('CREATE TABLE trail (tenant_id VARCHAR, since BIGINT, until BIGINT)');
  if (trails.length > 0) await duck.run(`INSERT INTO trail VALUES ${trails.join(', ')}`);
  const isIn = (position: string): string => `${position} > ${from.log} AND ${position} <= ${until.log}`;
  const run = duck.run;
  // A tenant that is closed has no row left, whatever its log says.
  await run("CREATE TABLE closed AS SELECT DISTINCT tenant_id FROM log WHERE type = 'tenant-closed'");
  await run('DELETE FROM log WHERE tenant_id IN (SELECT tenant_id FROM closed)');
  await run(
    'CREATE VIEW entries AS SELECT log.* FROM log JOIN trail t USING (tenant_id) WHERE entry IS NOT NULL AND seq > t.since AND seq <= t.until',
  );
  await run(
    "CREATE TABLE gone AS SELECT session, min(position) AS position FROM log WHERE is_step AND type = 'session-erased' GROUP BY session",
  );
  await run(
    `CREATE TABLE steps AS SELECT session, revision, position FROM log WHERE is_step AND position <= ${until.log}
       AND session NOT IN (SELECT session FROM gone WHERE position <= ${until.log})
       AND session IN (SELECT session FROM log WHERE is_step AND type = 'session-opened')`,
  );
  await run(
    `CREATE TABLE changed AS SELECT s.session, s.revision AS step, any_value(s.position) > ${from.log} AS is_new,
       max(r.position) AS emptied_last, coalesce(bool_or(${isIn('r.position')}), false) AS is_emptied
     FROM steps s LEFT JOIN log r ON r.session = s.session AND s.revision >= r.cleared_from AND s.revision < r.revision
     GROUP BY s.session, s.revision`,
  );
  await run(
    `CREATE TABLE conclusions AS SELECT l.session, l.revision AS step, l.level, l.icd
     FROM log l JOIN changed c ON c.session = l.session AND c.step = l.revision
     WHERE l.is_step AND l.level IS NOT NULL AND c.emptied_last IS NULL`,
  );
  await run(
    `CREATE VIEW needed_steps AS SELECT session, step FROM changed WHERE is_new OR (${isIn('emptied_last')})`,
  );
  await run('CREATE VIEW possible_steps AS SELECT session, step FROM changed WHERE is_new OR is_emptied');
  await run(
    `CREATE VIEW needed_sessions AS SELECT session FROM steps GROUP BY session HAVING max(position) > ${from.log}`,
  );
  await run(`CREATE VIEW needed_tombstones AS SELECT session FROM gone WHERE ${isIn('position')}`);
  await run(`CREATE VIEW destroyed_later AS SELECT session FROM gone WHERE position > ${until.log}`);
}

export type Expected = {
  rows: string;
  columns: readonly string[];
  /** What may be there as well: a step that was emptied once more after `until` is missing when the extract is made again. */
  possible?: string;
  only?: string;
};

/** The rows of the log that a dataset has to have, by these columns. */
export const EXPECTED: Readonly<Record<string, Expected>> = {
  sessions: { rows: 'needed_sessions', columns: ['session'] },
  session_steps: { rows: 'needed_steps', columns: ['session', 'step'], possible: 'possible_steps' },
  audit_events: { rows: '(SELECT entry, action FROM entries)', columns: ['entry', 'action'] },
  erasures: {
    rows: "(SELECT entry FROM entries WHERE action IN ('session.erased', 'patient.erased', 'member.erased'))",
    columns: ['entry'],
  },
  token_ledger: {
    rows: "(SELECT entry, granted - charged AS tokens FROM entries WHERE charged > 0 OR type = 'tokens-granted')",
    columns: ['entry', 'tokens'],
  },
  tombstones: { rows: 'needed_tombstones', columns: ['session'], only: 'step = -1' },
};
