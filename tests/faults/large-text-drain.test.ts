import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { denseText } from '../support/dense-text.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** SIGTERM while large texts are read and wait. */
const service = await startService({ env: { TEXT_WORKERS: '1' } });
const client = await service.newClient(await service.newTenant());
test.after.always(service.stop);
const TEXTS = 4;

function metricsPort(): number {
  const log = readFileSync(path.join(service.stack.dataDir, 'logs', 'api.log'), 'utf8');
  const line = log.split('\n').findLast((one) => one.includes('"metrics_port":'));
  return (JSON.parse(line ?? '{}') as { metrics_port: number }).metrics_port;
}

const open = () =>
  client('POST', '/v1/sessions', { chief_complaint: 'unwell', free_text: denseText(10_000) });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('large texts that are read or wait at SIGTERM are answered before the process ends', async (t) => {
  await until('the tokens are booked', 10_000, async () => {
    const { body } = await client('GET', '/v1/admin/balance');
    return (body as { balance: number }).balance > 0;
  });
  // The worker starts at the first.
  t.is((await open()).status, 201);
  const pid = service.apps.processes.api.pid() ?? 0;
  let answered = 0;
  const sent = Array.from({ length: TEXTS }, async () => {
    const { status } = await open();
    answered += 1;
    return status;
  });
  await until('one is read and the others wait', 10_000, async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort()}/metrics`)).text();
    return (
      /^triage_large_texts\{state="reading",.*\} 1$/m.test(metrics) &&
      new RegExp(String.raw`^triage_large_texts\{state="waiting",.*\} ${TEXTS - 1}$`, 'm').test(metrics)
    );
  });
  process.kill(pid, 'SIGTERM');
  t.is(answered, 0);
  t.deepEqual(await Promise.all(sent), Array<number>(TEXTS).fill(201));
  await until('the process ends', 10_000, () => !isAlive(pid));
  const log = readFileSync(path.join(service.stack.dataDir, 'logs', 'api.log'), 'utf8');
  t.regex(log, /"msg":"stopped"/);
});
