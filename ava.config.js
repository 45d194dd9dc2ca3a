export default {
  files: ['build/tests/**/*.test.js', ...(process.env.DRILL ? ['build/tests/**/*.drill.js'] : [])],
  require: ['./build/tests/support/ending.js'],
  timeout: '10m', // infra/scripts/test.mjs ends a test that stands still sooner; the TAP reporter fails when this does
  workerThreads: false, // tests set the environment and send signals, which are the process's
  concurrency: 3, // on two cores: a file often waits for its servers
  failWithoutAssertions: true,
};
