import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { listen } from '../../support/listening.ts';
import { startProxy, type TestProxy } from '../../support/proxy.ts';
import { until } from '../../support/until.ts';

/* What HAProxy does with calls, in front of two APIs that do nothing but say whether they are ready. */

const LIMIT_MS = 20_000;
let isReady = true;
const api = (name: string): Server =>
  createServer((request, response) => {
    const isProbe = request.url === '/v1/health/ready';
    const callers = request.headers['x-forwarded-for'] ?? 'nobody';
    response
      .writeHead(isProbe && !isReady ? 503 : 200)
      .end(request.url === '/v1/sessions' ? name : String(callers));
  });
const servers = [api('command-api'), api('query-api')];
const [command = 0, query = 0] = await Promise.all(servers.map(listen));
const folder = mkdtempSync(path.join(os.tmpdir(), 'proxy-drill-'));
const apis = { COMMAND_API: `127.0.0.1:${command}`, QUERY_API: `127.0.0.1:${query}` };
const proxy = await startProxy(folder, apis);
const behindBalancer = await startProxy(folder, { ...apis, LOAD_BALANCERS: '10.0.0.0/8 127.0.0.1' });
test.after.always(async () => {
  await proxy.stop();
  await behindBalancer.stop();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(folder, { recursive: true });
});

const seesReady = (status: number): Promise<void> =>
  until(`the proxy's own probe answers ${status}`, LIMIT_MS, async () => {
    const answer = await fetch(`${proxy.operationsUrl}/ready`).catch(() => null);
    return answer?.status === status;
  });

test.serial('calls go to the API that serves them, and where none is ready too', async (t) => {
  const answers = async (): Promise<[number, string][]> => {
    const calls = [
      fetch(`${proxy.url}/v1/sessions`, { method: 'POST' }),
      fetch(`${proxy.url}/v1/sessions`, { method: 'GET' }),
    ];
    return Promise.all(
      (await Promise.all(calls)).map(async (answer): Promise<[number, string]> => [
        answer.status,
        await answer.text(),
      ]),
    );
  };
  const both: [number, string][] = [
    [200, 'command-api'],
    [200, 'query-api'],
  ];
  await seesReady(200);
  t.deepEqual(await answers(), both);
  isReady = false;
  await seesReady(503);
  t.deepEqual(await answers(), both);
  isReady = true;
  await seesReady(200);
  t.deepEqual(await answers(), both);
});

test('a caller cannot say that somebody else called; a load balancer that the proxy knows can', async (t) => {
  const calledBy = async ({ url }: TestProxy): Promise<string> => {
    const answer = await fetch(`${url}/address`, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
    return answer.text();
  };
  t.is(await calledBy(proxy), '127.0.0.1');
  t.is(await calledBy(behindBalancer), '203.0.113.7, 127.0.0.1');
});
