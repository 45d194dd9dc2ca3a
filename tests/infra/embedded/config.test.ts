import test from 'ava';
import { apiProcessesFor, embeddedSettings } from '../../../infra/embedded/config.ts';

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

test('a machine is given one API process less than it has cores, and at least one', (t) => {
  t.deepEqual([1, 2, 3, 8, 65, 128].map(apiProcessesFor), [1, 1, 2, 7, 64, 64]);
  for (const API_PROCESSES of ['0', '65', '-1', '1.5', '']) {
    t.deepEqual(problemsOf({ API_PROCESSES }), ['API_PROCESSES'], API_PROCESSES);
  }
  t.is(embeddedSettings.parse({ API_PROCESSES: '3' }).API_PROCESSES, 3);
});
