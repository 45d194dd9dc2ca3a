import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { programOf } from '../../../infra/embedded/program.ts';

const entry = programOf('tests/shared/lifecycle/fixtures/process.ts');

function run(mode: string) {
  const child = fork(entry, [mode], { stdio: 'pipe' });
  const output = Promise.all([text(child.stdout!), text(child.stderr!)]);
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  const ended = async () => {
    const [[code], [stdout, stderr]] = await Promise.all([exited, output]);
    return { code, stops: stdout.split('\n').filter((line) => line === 'stop').length, stdout, stderr };
  };
  return { child, ended };
}

const ready = async (child: ChildProcess): Promise<unknown> =>
  ((await once(child, 'message')) as unknown[])[0];

test('tells its parent that it is ready, and stops once on repeated signals', async (t) => {
  const { child, ended } = run('ok');
  t.deepEqual(await ready(child), { type: 'ready', port: 4321 });
  child.kill('SIGTERM');
  child.kill('SIGINT');
  const { code, stops, stderr } = await ended();
  t.deepEqual({ code, stops, stderr }, { code: 0, stops: 1, stderr: '' });
});

test('announces its stop, waits until those who send work have seen that, and no longer than a second signal', async (t) => {
  const { child, ended } = run('drain');
  await ready(child);
  const announced = new Promise<void>((resolve) => {
    child.stdout!.on('data', (chunk: Buffer) => String(chunk).includes('announced\n') && resolve());
  });
  child.kill('SIGTERM');
  await announced;
  child.kill('SIGTERM');
  const { code, stdout } = await ended();
  t.is(code, 0);
  t.deepEqual(
    stdout.split('\n').filter((line) => ['announced', 'stop'].includes(line)),
    ['announced', 'stop'],
  );
});

test('stops when its parent ends', async (t) => {
  const { child, ended } = run('ok');
  await ready(child);
  child.disconnect();
  const { code, stops } = await ended();
  t.deepEqual({ code, stops }, { code: 0, stops: 1 });
});

test('is forced to end when stopping takes too long', async (t) => {
  const { child, ended } = run('hang');
  await ready(child);
  child.kill('SIGTERM');
  const { code, stderr } = await ended();
  t.deepEqual(
    { code, stderr },
    { code: 1, stderr: 'fixture: stopping took longer than 0.3 s, see the log\n' },
  );
});

test('a reason that the operator can mend is one line and exit code 1', async (t) => {
  const { code, stops, stderr } = await run('refuse').ended();
  t.deepEqual({ code, stops, stderr }, { code: 1, stops: 1, stderr: 'fixture: port 1 is taken\n' });
});

const silentFailures = [
  ['fail', 'could not start'],
  ['throw', 'unhandled rejection'],
] as const;
for (const [mode, what] of silentFailures) {
  test(`${what}: exit code 1, and no word of what the error says`, async (t) => {
    const { code, stdout, stderr } = await run(mode).ended();
    t.is(code, 1);
    t.is(stderr, `fixture: ${what}, see the log\n`);
    t.true(stdout.includes('fixtures/process.ts'), 'the log says where');
    t.false(stdout.includes('CANARY'));
  });
}

test('a stop that fails is exit code 1', async (t) => {
  const { child, ended } = run('bad-stop');
  await ready(child);
  child.kill('SIGINT');
  t.is((await ended()).code, 1);
});
