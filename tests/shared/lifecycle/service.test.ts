import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { createService, type ServiceSpec } from '../../../shared/lifecycle/service.ts';
import { startWatchdog } from '../../../infra/embedded/watchdog.ts';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import { until } from '../../support/until.ts';
import { keepLog } from '../../support/kept-log.ts';

const LIMIT_MS = 2_000;
const watchdog = startWatchdog();
test.after.always(() => watchdog.stop());

/** A shell as the process; it is ready once it has printed a line. */
function make(script: string, options: Partial<ServiceSpec> & { restart?: boolean } = {}) {
  const { lines: log, logger } = keepLog('warn');
  const spec: ServiceSpec = {
    name: 'shell',
    launch: () => Promise.resolve(spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })),
    ready: async (child) => {
      await once(child.stdout!, 'data');
    },
    stopSignal: 'SIGTERM',
    startTimeoutMs: 2_000,
    stopTimeoutMs: 2_000,
    ...options,
  };
  return { service: createService(spec, { logger, watchdog, restart: options.restart ?? false }), log };
}

/** Nothing that waits may be lost to it: a timeout signal that only a combined signal knows is. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const serve = 'echo up; while :; do sleep 0.05; done';

test('a process that dies is started again, one that was stopped is not', async (t) => {
  const { service, log } = make(serve, { restart: true });
  await service.start();
  const first = service.pid()!;
  await service.kill();
  await t.notThrowsAsync(
    until('another process', LIMIT_MS, () => service.pid() !== undefined && service.pid() !== first),
  );
  t.regex(
    log[0] ?? '',
    /"process":"shell","exit_code":null,"signal":"SIGKILL","delay_ms":0,"msg":"shell ended, restarting"/,
  );
  await service.stop();
  await sleep(200);
  t.is(service.pid(), undefined);
  t.is(log.length, 1);
});

test('a process that dies again and again is restarted more slowly, and can be stopped meanwhile', async (t) => {
  const { service, log } = make('echo up; sleep 0.02; exit 3', { restart: true });
  await service.start();
  await t.notThrowsAsync(until('four ends', LIMIT_MS, () => log.length >= 4));
  await service.stop();
  const delays = log.map((line) => (JSON.parse(line) as { delay_ms: number }).delay_ms);
  t.is(delays[0], 0);
  t.true(delays[1]! >= 100 && delays[2]! >= 200 && delays[3]! >= 400, delays.join());
});

test('a process that ends before it is ready fails the start', async (t) => {
  const plain = make('exit 3', { restart: true }).service;
  await t.throwsAsync(plain.start(), {
    name: 'StartupError',
    message: 'shell ended while starting (exit code 3)',
  });
  const explained = make('exit 3', { lastWords: () => 'port 1 is taken' }).service;
  await t.throwsAsync(explained.start(), { message: 'shell ended while starting: port 1 is taken' });
  const absent = make('', { launch: () => Promise.resolve(spawn('/no/such/program')) }).service;
  await t.throwsAsync(absent.start(), { message: 'shell ended while starting (exit code 127)' });
  t.is(plain.pid(), undefined);
});

test('a process that never gets ready is ended after the time given', async (t) => {
  const { service } = make('while :; do sleep 0.05; done', { startTimeoutMs: 100 });
  const starting = t.throwsAsync(service.start(), { message: 'shell was not ready after 0.1 s' });
  await sleep(20);
  collectGarbage();
  await starting;
  t.is(service.pid(), undefined);
});

test('a process that ignores the stop signal is killed', async (t) => {
  const { service } = make(`trap '' TERM; ${serve}`, { stopTimeoutMs: 100 });
  await service.start();
  await service.stop();
  t.is(service.pid(), undefined);
});

test('a stop while it starts leaves nothing behind', async (t) => {
  const { service } = make('while :; do sleep 0.05; done');
  const starting = t.throwsAsync(service.start());
  await until('a process', LIMIT_MS, () => service.pid() !== undefined);
  await service.stop();
  await starting;
  t.is(service.pid(), undefined);
});
