import test from 'ava';
import { apiSettings } from '../../../shared/api/config.ts';
import { parseConfig } from '../../../shared/config/load-config.ts';

const SERVERS = {
  DATABASE_URL: 'postgres://127.0.0.1',
  EVENTSTORE_URL: 'esdb://127.0.0.1',
  NATS_URL: 'nats://127.0.0.1',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
};
const parse = (env: Record<string, string>) => parseConfig(apiSettings, { ...SERVERS, ...env });
const problemsOf = (env: Record<string, string>): string[] => {
  const parsed = parse(env);
  return parsed.ok ? [] : parsed.problems;
};

test('without a URL there is no upstream, and nothing else of it is needed', (t) => {
  const parsed = parse({ EXTRACTOR_URL: '' });
  if (!parsed.ok) throw new Error(parsed.problems.join());
  t.is(parsed.config.EXTRACTOR_URL, undefined);
  t.is(parsed.config.EXTRACTOR_FALLBACK, 'refuse');
  t.is(parsed.config.EXTRACTOR_TIMEOUT_MS, 5_000);
});

test('texts go over https, or stay on this machine', (t) => {
  const plain = (EXTRACTOR_URL: string) => ({ EXTRACTOR_URL, EXTRACTOR_KIND: 'http' });
  for (const url of [
    'https://extractor.example/read?tenant=7',
    'http://127.0.0.1:9000/',
    'http://127.1/',
    'http://localhost:8000/v1',
    'http://[::1]:8000/v1',
  ]) {
    t.deepEqual(problemsOf(plain(url)), [], url);
  }
  for (const url of [
    'http://extractor.example/v1',
    'http://127.extractor.example/v1',
    'http://localhost.extractor.example/v1',
    'http://10.0.0.7/v1',
    'http://0.0.0.0/v1',
    'https://user:word@extractor.example/v1',
    'https://extractor.example/v1#part',
    'ftp://127.0.0.1/v1',
    'extractor.example',
    `https://extractor.example/${'x'.repeat(2_000)}`,
  ]) {
    const problems = problemsOf(plain(url));
    t.is(problems.length, 1, url);
    t.regex(problems[0] ?? '', /^EXTRACTOR_URL: must be an https URL/);
  }
});

test('each wrong setting is one line that names it and holds no value', (t) => {
  const url = { EXTRACTOR_URL: 'https://extractor.example/v1' };
  const wrong: [Record<string, string>, string][] = [
    [url, 'EXTRACTOR_MODEL: is required with EXTRACTOR_URL and EXTRACTOR_KIND=openai'],
    [{ ...url, EXTRACTOR_KIND: 'grpc' }, 'EXTRACTOR_KIND: must be openai or http'],
    [{ ...url, EXTRACTOR_MODEL: 'a b' }, 'EXTRACTOR_MODEL: must be 1 to 200 visible ASCII characters'],
    [
      { ...url, EXTRACTOR_MODEL: 'm', EXTRACTOR_KEY: 'sec\nret' },
      'EXTRACTOR_KEY: must be 1 to 4096 visible ASCII characters',
    ],
    [
      { ...url, EXTRACTOR_MODEL: 'm', EXTRACTOR_TIMEOUT_MS: '8001' },
      'EXTRACTOR_TIMEOUT_MS: must be a whole number from 100 to 8000',
    ],
    [
      { ...url, EXTRACTOR_MODEL: 'm', EXTRACTOR_CONCURRENCY: '0' },
      'EXTRACTOR_CONCURRENCY: must be a whole number from 1 to 256',
    ],
    [
      { ...url, EXTRACTOR_MODEL: 'm', EXTRACTOR_RESPONSE_FORMAT: 'grammar' },
      'EXTRACTOR_RESPONSE_FORMAT: must be json_object or json_schema',
    ],
    [
      { ...url, EXTRACTOR_MODEL: 'm', EXTRACTOR_FALLBACK: 'maybe' },
      'EXTRACTOR_FALLBACK: must be refuse or builtin',
    ],
  ];
  for (const [env, problem] of wrong) t.deepEqual(problemsOf(env), [problem]);
});
