import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { programOf } from '../../../infra/embedded/program.ts';
import { until } from '../../support/until.ts';

type Message = { type: string; port?: number; serving?: number; answers?: unknown[] };
const LIMIT_MS = 20_000;

async function start(mode: string) {
  const child: ChildProcess = fork(programOf('tests/shared/lifecycle/fixtures/shared-port.ts'), [mode], {
    stdio: 'pipe',
  });
  const messages: Message[] = [];
  child.on('message', (message) => messages.push(message as Message));
  let output = '';
  child.stdout!.on('data', (chunk: Buffer) => (output += String(chunk)));
  const errors = text(child.stderr!);
  const exited = once(child, 'close') as Promise<[number | null]>;
  await until('it is ready', LIMIT_MS, () => messages.some(({ type }) => type === 'ready'));
  const port = messages.find(({ type }) => type === 'ready')?.port;
  return {
    child,
    messages,
    serve: (count: number) =>
      until(
        `${count} serve`,
        LIMIT_MS,
        () => messages.findLast(({ type }) => type === 'serving')?.serving === count,
      ),
    /** Who answers. */
    call: async (path = '/') => Number(await (await fetch(`http://127.0.0.1:${port}${path}`)).text()),
    says: (what: RegExp) => until(`it says ${what.source}`, LIMIT_MS, () => what.test(output)),
    ended: async () => ({ code: (await exited)[0], stdout: output, stderr: await errors }),
  };
}

test('workers share a port, and a second signal ends the delay of their drain', async (t) => {
  const { child, messages, serve, call, ended } = await start('ok');
  t.teardown(() => child.kill('SIGKILL'));
  await serve(2);
  const pids = new Set([await call(), await call(), await call(), await call()]);
  t.is(pids.size, 2);
  t.false(pids.has(child.pid!));
  t.deepEqual(messages.find(({ type }) => type === 'failed')?.answers?.[0], null, 'a failure is no answer');
  child.kill('SIGTERM');
  await until('all drain', LIMIT_MS, async () => (await call()) > 0);
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended();
  t.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  t.is(stdout.split('"msg":"stopped"').length - 1, 3);
});

test('a worker that stands still is replaced, and the other goes on', async (t) => {
  const { child, serve, call, ended } = await start('ok');
  t.teardown(() => child.kill('SIGKILL'));
  await serve(2);
  const before = new Set([await call(), await call()]);
  const hung = call('/hang').catch(() => 0);
  await serve(1);
  t.is(await hung, 0, 'its open call is lost with it');
  await serve(2);
  const after = new Set([await call(), await call(), await call(), await call()]);
  t.is([...after].filter((pid) => before.has(pid)).length, 1);
  child.kill('SIGINT');
  const { code, stdout } = await ended();
  t.is(code, 0);
  t.regex(stdout, /"worker":"fixture \d","msg":"a worker stands still and is replaced"/);
});

test('the first that serves is enough; one that does not start is tried again', async (t) => {
  const { child, serve, says, call, ended } = await start('second-fails');
  t.teardown(() => child.kill('SIGKILL'));
  await serve(1);
  t.is(await call(), await call());
  await t.notThrowsAsync(
    says(/"worker":"fixture 2","msg":"a worker did not start"[^]*"msg":"a worker did not start"/),
  );
  child.kill('SIGINT');
  t.is((await ended()).code, 0);
});
