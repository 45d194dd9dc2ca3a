import test from 'ava';
import { createResolver } from '../../../shared/webhooks/resolver.ts';
import { startNameServer } from './support/name-server.ts';

test('all addresses of both families, asked for at each look-up', async (t) => {
  let last = '198.51.100.1';
  const { address } = await startNameServer(t, ({ type }) =>
    type === 'A' ? ['93.184.215.14', last] : ['2606:4700::1'],
  );
  const resolve = createResolver({ servers: [address] });
  t.deepEqual(await resolve('partner.example'), ['93.184.215.14', '198.51.100.1', '2606:4700::1']);
  last = '198.51.100.2';
  t.deepEqual(await resolve('partner.example'), ['93.184.215.14', '198.51.100.2', '2606:4700::1']);
});

test('one family is enough, none is a failure', async (t) => {
  const { address } = await startNameServer(t, ({ name, type }) => {
    if (name === 'six.example') return type === 'AAAA' ? ['2606:4700::1'] : [];
    return name === 'four.example' && type === 'A' ? ['93.184.215.14'] : [];
  });
  const resolve = createResolver({ servers: [address] });
  t.deepEqual(await resolve('four.example'), ['93.184.215.14']);
  t.deepEqual(await resolve('six.example'), ['2606:4700::1']);
  await t.throwsAsync(resolve('none.example'));
});

test('localhost is loopback without asking anybody', async (t) => {
  const { address, questions } = await startNameServer(t, () => ['10.0.0.1']);
  t.deepEqual(await createResolver({ servers: [address] })('localhost'), ['127.0.0.1', '::1']);
  t.is(questions.length, 0);
});
