import test from 'ava';
import { Registry } from 'prom-client';
import { countSessions } from '../../projectors/sessions/count-sessions.ts';
import { sessionsProjection } from '../../projectors/sessions/projection.ts';
import { startDatabase } from '../support/database.ts';
import { createProjecting } from '../support/projecting.ts';

const database = await startDatabase();
test.after.always(database.stop);

test('sessions are counted by what happened to them, each once, from zero on, without what was found', async (t) => {
  const projecting = await createProjecting(database.pool);
  const { world } = projecting;
  const registry = new Registry();
  const count = countSessions(registry);
  const samples = async (): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('triage_sessions_total'));
  const line = (event: string, value: number): string => `triage_sessions_total{event="${event}"} ${value}`;
  t.deepEqual(
    await samples(),
    ['opened', 'finalized', 'timed_out', 'erased'].map((event) => line(event, 0)),
  );

  const projection = {
    ...sessionsProjection,
    committed: (_: bigint, events: Parameters<typeof count>[0]) => count(events),
  };
  const tenantId = await world.registerTenant();
  const [finalized, erased] = [
    await world.open(tenantId),
    await world.open(tenantId),
    await world.open(tenantId),
  ];
  await world.answer(finalized, 'yes');
  await world.session(finalized, { kind: 'finalize' });
  await projecting.project([projection]);
  await world.session(erased, { kind: 'erase', cause: 'requested' });
  await projecting.project([projection]);
  t.deepEqual(await samples(), [
    line('opened', 3),
    line('finalized', 1),
    line('timed_out', 0),
    line('erased', 1),
  ]);
});
