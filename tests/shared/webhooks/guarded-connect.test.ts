import test, { type ExecutionContext } from 'ava';
import { createResolver, type ResolveHost } from '../../../shared/webhooks/resolver.ts';
import { createSender, type Sender, type SenderOptions } from '../../../shared/webhooks/sender.ts';
import { authority, certificate, expired, foreign, selfSigned } from './support/certificates.ts';
import { startTlsEndpoint } from './support/tls-endpoint.ts';
import { LOOPBACK, NEVER, PUBLIC } from './support/forbidden-addresses.ts';
import { startNameServer } from './support/name-server.ts';
import { answer, local, rig, send, strict, unanswered } from './support/rig.ts';

/** What stands between a URL and a socket: addresses, names, certificates, proxies. */
const resolvesTo =
  (...addresses: string[]): ResolveHost =>
  () =>
    Promise.resolve(addresses);
const ok = answer('204 No Content\r\nConnection: close');
const forbidden = unanswered('forbidden_address');

/** Sets variables of the environment for one test; those that are set run one after the other, before all others. */
function setEnvironment(t: ExecutionContext, values: Record<string, string>): void {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  t.teardown(() => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  });
}

/** An endpoint over TLS, under the name `partner.example`. */
async function secure(t: ExecutionContext, cert: string): Promise<{ url: string; requests: () => number }> {
  const { port, requests } = await startTlsEndpoint(t, cert);
  return { url: `https://partner.example:${port}/hook`, requests };
}
const named: SenderOptions = { ...local, resolve: resolvesTo('127.0.0.1') };
const trusting: SenderOptions = { ...named, ca: authority };

test.serial('a proxy named in the environment is not used, for http or https', async (t) => {
  const proxy = await rig(t, (socket) => socket.write(answer('200 OK')));
  const names = ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  setEnvironment(t, {
    ...Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${proxy.port}`])),
    NODE_USE_ENV_PROXY: '1',
    no_proxy: '',
    NO_PROXY: '',
  });
  const target = await rig(t, (socket) => socket.write(ok));
  t.like(await send(target.url), { kind: 'answered', statusCode: 204 });
  const { url } = await secure(t, certificate);
  t.like(await send(url, trusting), { kind: 'answered', statusCode: 204 });
  t.is(proxy.connections(), 0);
});

test.serial('certificates are verified whatever the environment says', async (t) => {
  setEnvironment(t, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  const { url, requests } = await secure(t, selfSigned);
  t.like(await send(url, named), unanswered('tls_failed'));
  t.is(requests(), 0);
});

test('a certificate of a trusted authority for the name is taken', async (t) => {
  const { url, requests } = await secure(t, certificate);
  t.like(await send(url, trusting), { kind: 'answered', statusCode: 204 });
  t.is(requests(), 1);
  t.like(await send(url, named), unanswered('tls_failed'), 'its authority is not trusted by itself');
  const bare = url.replace('partner.example', '127.0.0.1');
  t.like(await send(bare, trusting), unanswered('tls_failed'), 'an address is another name');
  t.is(requests(), 1);
});

for (const [what, cert] of Object.entries({ selfSigned, expired, foreign })) {
  test(`a certificate that does not hold (${what}) is tls_failed, and nothing is sent`, async (t) => {
    const { url, requests } = await secure(t, cert);
    t.like(await send(url, trusting), unanswered('tls_failed'));
    t.is(requests(), 0);
  });
}

test('a server without TLS is tls_failed, and never sees the body', async (t) => {
  const plain = await rig(t, (socket) => socket.write(answer('200 OK')));
  t.like(await send(plain.url.replace('http:', 'https:')), unanswered('tls_failed'));
  t.notRegex(plain.received.join(''), /"a":1/);
});

const inUrl = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/** A URL would mend these, or take them for names. */
const UNPARSED = 'no plain notation';

for (const [what, addresses] of Object.entries({ loopback: LOOPBACK, ...NEVER })) {
  test(`never connected to: ${what}`, async (t) => {
    let found: string[] = [];
    const resolve = () => Promise.resolve(found);
    const [closed, open] = [createSender({ ...strict, resolve }), createSender({ ...local, resolve })];
    t.teardown(() => Promise.all([closed.close(), open.close()]));
    const post = (sender: Sender, host = 'partner.example') =>
      sender.send({ url: new URL(`https://${host}/`), headers: {}, body: Buffer.from('{}') });
    for (const address of addresses) {
      found = [address];
      t.like(await post(closed), forbidden, address);
      if (what !== 'loopback') t.like(await post(open), forbidden, `with the exception: ${address}`);
      found = ['93.184.215.14', address, '2606:4700::1'];
      t.like(await post(closed), forbidden, `beside others: ${address}`);
      if (what !== UNPARSED && !address.includes('%'))
        t.like(await post(closed, inUrl(address)), forbidden, `in the URL: ${address}`);
    }
  });
}

test('a forbidden peer receives nothing, under any name', async (t) => {
  const { url, port, connections } = await rig(t, (socket) => socket.write(ok));
  t.like(await send(url, strict), forbidden);
  t.like(await send(`http://localhost:${port}/`, strict), forbidden);
  t.like(await send(`http://[::1]:${port}/`, strict), forbidden);
  t.like(await send(`http://2130706433:${port}/`, strict), forbidden);
  t.like(
    await send(`http://partner.example:${port}/`, { ...strict, resolve: resolvesTo('127.0.0.1') }),
    forbidden,
  );
  t.is(connections(), 0);
});

test('no address, or no answer, is unresolved_host', async (t) => {
  for (const resolve of [resolvesTo(), () => Promise.reject(new Error('no'))])
    t.like(await send('https://partner.example/', { ...strict, resolve }), unanswered('unresolved_host'));
});

test('what a name server says is checked at each connection, and connected to', async (t) => {
  const { port, connections } = await rig(t, (socket) => socket.write(ok));
  let isMoved = false;
  const names = await startNameServer(t, ({ type }) => {
    if (type === 'AAAA') return [];
    return [isMoved ? '169.254.169.254' : '127.0.0.1'];
  });
  const sender = createSender({ ...local, resolve: createResolver({ servers: [names.address] }) });
  t.teardown(() => sender.close());
  const url = new URL(`http://rebinding.example:${port}/`);
  const post = () => sender.send({ url, headers: {}, body: Buffer.from('{}') });
  t.like(await post(), { kind: 'answered', statusCode: 204 });
  t.is(connections(), 1);
  isMoved = true;
  t.like(await post(), forbidden, 'the next connection, after the name was moved');
  t.is(connections(), 1);
});

test('a name that turns from a public address to loopback gains nothing', async (t) => {
  const { port, connections } = await rig(t, (socket) => socket.write(ok));
  let asked = 0;
  const resolve = () => Promise.resolve([asked++ === 0 ? '127.0.0.1' : '8.8.8.8']);
  t.like(await send(`http://rebinding.example:${port}/`, { ...strict, resolve }), forbidden);
  t.is(asked, 1, 'nobody asks until the answer pleases');
  t.is(connections(), 0);
});

test('a host is admitted by what it stands for now; what nobody knows yet passes', async (t) => {
  const names = await startNameServer(t, ({ name, type }) => {
    if (name === 'inner.example') return type === 'A' ? ['93.184.215.14'] : ['fd00::1'];
    return name === 'partner.example' && type === 'A' ? ['93.184.215.14'] : [];
  });
  const sender = createSender({ ...strict, resolve: createResolver({ servers: [names.address] }) });
  t.teardown(() => sender.close());
  const admitted = (host: string): Promise<boolean> => sender.admits(new URL(`https://${host}/`));
  for (const host of ['partner.example', 'unknown.example', ...PUBLIC.map(inUrl)])
    t.true(await admitted(host), host);
  for (const host of ['inner.example', '10.0.0.1', '[fd00::1]']) t.false(await admitted(host), host);
  const silent = createSender({ ...strict, resolve: () => new Promise(() => undefined) });
  t.teardown(() => silent.close());
  t.true(await silent.admits(new URL('https://partner.example/')), 'nobody is waited for without end');
});
