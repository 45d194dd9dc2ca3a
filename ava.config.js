export default {
  files: ['tests/**/*.test.ts'],
  extensions: { ts: 'module' },
  nodeArguments: ['--import=tsx'],
  require: ['./tests/support/ending.ts'],
  timeout: '2m',
  workerThreads: false, // tsx is not loaded into worker threads on Node 20
  concurrency: 3, // on two cores: a file often waits for its servers
  failWithoutAssertions: true,
};
