import test from 'ava';
import { embeddedSettings } from '../../../infra/embedded/config.ts';

const problemsOf = (env: Record<string, string>): string[] =>
  embeddedSettings.safeParse(env).error?.issues.map(({ path }) => path.join('.')) ?? [];

test('webhooks reach this machine by default only where nobody else reaches the service', (t) => {
  for (const HOST of ['127.0.0.1', '::1', 'localhost']) t.deepEqual(problemsOf({ HOST }), [], HOST);
  for (const HOST of ['0.0.0.0', '::', '10.0.0.7', 'triage.example']) {
    t.deepEqual(problemsOf({ HOST }), ['ALLOW_LOCAL_WEBHOOKS'], HOST);
    for (const ALLOW_LOCAL_WEBHOOKS of ['0', '1']) {
      t.deepEqual(problemsOf({ HOST, ALLOW_LOCAL_WEBHOOKS }), [], HOST);
    }
  }
});
