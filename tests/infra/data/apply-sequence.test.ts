import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import { DomainError } from '../../../domain/kernel/errors.ts';
import type { SessionCommand } from '../../../domain/session/commands.ts';
import { isOpen } from '../../../domain/session/state.ts';
import { applyExtracts } from '../../../infra/data/apply/apply.ts';
import type { Format } from '../../../projectors/extracts/format.ts';
import { FORMATS } from '../../../shared/data-extracts/record.ts';
import { writeCatalogue } from '../../../infra/analytics/catalogue.ts';
import { loadCatalogue } from '../../../shared/clinical/load-knowledge.ts';
import { startDatabase } from '../../support/database.ts';
import { beginHistory, fromTheLog, type History } from './history.ts';
import { duckRows } from './world.ts';

const database = await startDatabase();
await writeCatalogue(database.pool, await loadCatalogue());
const { pool } = database;
test.after.always(database.stop);

const TEST_SESSION = 7;

/** What happens; `at` picks the session. */
type Happening = {
  what:
    | 'open'
    | 'answer'
    | 'rectify'
    | 'finalize'
    | 'feedback'
    | 'erase'
    | 'prune'
    | 'top_up'
    | 'extract'
    | 'rebuild';
  at: number;
};

const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.oneof(
    { arbitrary: fc.constantFrom<Happening['what']>('open', 'feedback', 'erase', 'prune'), weight: 5 },
    { arbitrary: fc.constantFrom<Happening['what']>('answer', 'rectify'), weight: 6 },
    { arbitrary: fc.constantFrom<Happening['what']>('finalize', 'top_up'), weight: 2 },
    { arbitrary: fc.constant<Happening['what']>('extract'), weight: 2 },
  ),
  at: fc.nat({ max: 7 }),
});
/** What most of the rest needs, and an increment on each side of a rebuild. */
const histories = fc
  .tuple(
    fc.array(happening, { minLength: 6, maxLength: 14 }),
    fc.array(happening, { minLength: 3, maxLength: 10 }),
  )
  .map(([before, after]): Happening[] => [
    ...[0, 1, 2].map((at): Happening => ({ what: 'open', at })),
    ...[0, 0, 0, 1, 1, 2].map((at): Happening => ({ what: 'answer', at })),
    { what: 'extract', at: 0 },
    ...before,
    { what: 'extract', at: 0 },
    { what: 'rebuild', at: 0 },
    ...after,
    { what: 'extract', at: 0 },
  ]);

const FEEDBACK = { accuracy: 'correct', actual_diagnosis: 'x', actual_icd10: 'I20.8', notes: null } as const;

/** What a caller would ask for, in order: there is no feedback of a session that is not finalized. */
function commandsOf({ world }: History, { what, at }: Happening, sessionId: string): SessionCommand[] {
  if (what === 'finalize') return [{ kind: 'finalize' }];
  if (what === 'feedback') return [{ kind: 'finalize' }, { kind: 'give_feedback', feedback: FEEDBACK }];
  const state = world.stateOf(sessionId);
  if (what !== 'rectify' || !isOpen(state)) return [];
  const asked = state.tellings.flatMap(({ told }) => told?.question_id ?? []);
  const cleared = asked[at % Math.max(asked.length, 1)];
  const clear_answers = cleared === undefined ? [] : [cleared];
  return [{ kind: 'rectify', age: 20 + at * 9, sex: undefined, clear_answers, reason: null }];
}

/** What the service would refuse does not happen. */
async function tried(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

async function happen(history: History, one: Happening, sessions: string[]): Promise<void> {
  const { world, tenantId } = history;
  if (one.what === 'open') {
    sessions.push(await world.open(tenantId, { profileId: randomUUID(), test: one.at === TEST_SESSION }));
    return;
  }
  if (one.what === 'top_up') {
    await world.tenant(tenantId, { kind: 'top_up', tokens: 100 + one.at });
    return;
  }
  const sessionId = sessions[one.at % sessions.length]!;
  if (one.what === 'answer') await tried(world.answer(sessionId, one.at % 2 === 0 ? 'yes' : 'no'));
  if (one.what === 'erase') await tried(history.erase(sessionId));
  if (one.what === 'prune') await tried(history.erase(sessionId, 'retention'));
  for (const command of commandsOf(history, one, sessionId)) await tried(world.session(sessionId, command));
}

/** The extracts of a history, in order, and a full one at its end. */
async function play(
  happenings: readonly Happening[],
  format: Format,
): Promise<{ parts: string[]; whole: string; folders: string }> {
  const history = await beginHistory(pool);
  try {
    const parts: string[] = [];
    const sessions: string[] = [];
    let since: string | null = null;
    for (const one of happenings) {
      if (one.what === 'extract') {
        const { place, statement } = await history.take(`part-${parts.length}`, { since, format });
        since = statement.until;
        parts.push(place);
      } else if (one.what === 'rebuild') {
        await history.rebuild();
      } else {
        await happen(history, one, sessions);
      }
    }
    const { place: whole } = await history.take('whole', { format });
    return { parts, whole, folders: history.folders };
  } finally {
    await history.stop();
  }
}

const sorted = (rows: Record<string, unknown>[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

test('any sequence of extracts, applied one after the other, is what a full one has at the end', async (t) => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(histories, fc.constantFrom(...FORMATS), async (happenings, format) => {
      const { parts, whole, folders } = await play(happenings, format);
      const options = { schema: 'facts_copy', publicKeys: null };
      const [merged, full] = [`${whole}.merged.duckdb`, `${whole}.full.duckdb`];
      await applyExtracts(parts, { to: merged, ...options });
      await applyExtracts([whole], { to: full, ...options });
      for (const { name } of fromTheLog) {
        const rows = sorted(await duckRows(`SELECT * FROM ${name}`, full));
        if (rows.length > 0) seen.add(name);
        t.deepEqual(sorted(await duckRows(`SELECT * FROM ${name}`, merged)), rows, name);
      }
      rmSync(folders, { recursive: true, force: true });
    }),
    { numRuns: 6, seed: 20_261_129, endOnFailure: true },
  );
  // A property over empty tables would hold of anything.
  t.deepEqual(
    fromTheLog.map(({ name }) => name).filter((name) => !seen.has(name)),
    [],
  );
});
