import { once } from 'node:events';
import { connect, constants, createServer, type ClientHttp2Session } from 'node:http2';
import test from 'ava';
import { listen } from '../../support/listening.ts';
import { startProxy } from '../../support/log-front/proxy.ts';

/** Answers each call with its headers, and goes on. */
const store = createServer();
store.on('stream', (stream) => stream.respond({ ':status': 200 }));
const port = await listen(store);
const toStore: ClientHttp2Session[] = [];
const proxy = await startProxy({
  host: '127.0.0.1',
  port: 0,
  store: {
    connect: () => {
      const session = connect(`http://127.0.0.1:${port}`);
      toStore.push(session);
      return session;
    },
    headers: {},
  },
  serve: ({ passOn }) => passOn(),
});
const caller = connect(`http://127.0.0.1:${proxy.port}`);
test.after.always(async () => {
  caller.destroy();
  await proxy.end();
  store.close();
});

test('a call is refused while the connection to the store ends, and an open one goes on', async (t) => {
  const open = caller.request({ ':path': '/open' });
  await once(open, 'response');
  for (const session of toStore) session.close(); // as when the store stops in order
  const late = caller.request({ ':path': '/late' });
  await t.throwsAsync(once(late, 'response'));
  t.is(late.rstCode, constants.NGHTTP2_REFUSED_STREAM);
  t.false(open.closed);
});
