import { readFileSync } from 'node:fs';
import test from 'ava';
import { sleep } from '../../shared/lifecycle/timing.ts';
import { clientOf, startApi, type Client } from '../support/api.ts';
import { denseText } from '../support/dense-text.ts';

/**
 * Liveness while one client sends the densest texts that the calls take. What is measured is the CPU time of the event
 * loop's own thread from one answer to the next: for so long a call waits for other work of its process. Time on
 * the clock would also count what the workers, Postgres and the other tests of the machine do meanwhile, and fail with
 * those. Client and API share the thread, so a little more is counted than the API's own. A second process without workers,
 * attacked in the same way, shows that the measure sees a text that is read on the event loop.
 */
const LIMIT_MS = 100;
const ROUNDS = 8;
const PAUSE_MS = 5;

const env = { CHECK_RESPONSES: '0' };
const api = await startApi({ env: { ...env, TEXT_WORKERS: '1' } });
const unprotected = await api.beside('unprotected', { env: { ...env, TEXT_WORKERS: '0' } });
const rawKey = await api.newKey(await api.newTenant(), { test: true });
test.after.always(async () => {
  await unprotected.stop();
  await api.stop();
});

/** CPU time of the main thread so far, in ms; the file is written in ns. */
function threadMs(): number {
  const [onCpu = ''] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(onCpu) / 1e6;
}

/** Opens a session, answers and routes, each with a text as long as the call takes. */
async function attack(client: Client): Promise<number[]> {
  const opened = await client('POST', '/v1/sessions', {
    chief_complaint: denseText(500),
    free_text: denseText(10_000),
  });
  const path = `/v1/sessions/${(opened.body as { session_id: string }).session_id}`;
  const answer = { question_id: 'additional', raw_text: denseText(5_000) };
  const answered = await client('POST', `${path}/answer`, answer);
  const routed = await client('POST', `${path}/route`, { text: denseText(2_000) });
  return [opened.status, answered.status, routed.status];
}

type Waits = {
  /** 99 of 100 calls of the probe wait no longer than this. */
  p99Ms: number;
  /** The longest wait of a round of texts, in the middle of all rounds: one pause for garbage changes nothing. */
  longestMs: number;
  statuses: number[];
};

const percentile = (values: number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** How long calls of the liveness probe wait for their process while it is attacked. */
async function livenessUnderAttack(baseUrl: string): Promise<Waits> {
  const client = clientOf(baseUrl, rawKey);
  // What is compiled and started once is no part of it.
  const statuses = await attack(client);
  const rounds: number[][] = [];
  const attacked = { isOver: false };
  const attacks = (async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push([]);
      statuses.push(...(await attack(client)));
    }
    attacked.isOver = true;
  })();
  while (!attacked.isOver) {
    const round = rounds.at(-1);
    // The pause counts: what the thread does then holds up the call before it is sent.
    const before = threadMs();
    await sleep(PAUSE_MS);
    const { status } = await fetch(`${baseUrl}/v1/health/live`);
    round?.push(threadMs() - before);
    statuses.push(status);
  }
  await attacks;
  return {
    p99Ms: percentile(rounds.flat(), 0.99),
    longestMs: percentile(
      rounds.map((waits) => Math.max(...waits)),
      0.5,
    ),
    statuses,
  };
}

test('dense texts keep no liveness probe waiting', async (t) => {
  t.timeout(120_000);
  const guarded = await livenessUnderAttack(`http://127.0.0.1:${api.api.port()}`);
  const bare = await livenessUnderAttack(`http://127.0.0.1:${unprotected.port()}`);
  for (const [name, { p99Ms, longestMs }] of Object.entries({ guarded, bare })) {
    t.log(`${name}: p99 ${p99Ms.toFixed(1)} ms, longest of a round ${longestMs.toFixed(1)} ms`);
  }
  t.deepEqual(
    [guarded, bare].flatMap(({ statuses }) => statuses.filter((status) => status >= 300)),
    [],
  );
  t.true(guarded.p99Ms < LIMIT_MS, `p99 ${guarded.p99Ms} ms`);
  // How long a text takes depends on the machine: where it is read on the event loop, a probe waits for it.
  t.true(
    bare.longestMs > 3 * guarded.longestMs,
    `${guarded.longestMs} ms, without workers ${bare.longestMs} ms`,
  );
});
