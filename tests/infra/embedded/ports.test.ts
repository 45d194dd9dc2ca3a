import test from 'ava';
import { freePort } from '../../../infra/embedded/ports.ts';

test('a port is given once, although nobody listens there yet', async (t) => {
  const draws = [0.5, 0.5, 0.75];
  const random = (): number => draws.shift() ?? 0;
  const first = await freePort('127.0.0.1', random);
  const second = await freePort('127.0.0.1', random);
  t.not(first, second);
  t.deepEqual(draws, []);
});
