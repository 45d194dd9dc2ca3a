export default {
  files: ['build/tests/**/*.test.js'],
  nodeArguments: ['--enable-source-maps'],
  require: ['./build/tests/support/ending.js'],
  timeout: '2m',
  workerThreads: false, // tests set the environment and send signals, which are the process's
  concurrency: 3, // on two cores: a file often waits for its servers
  failWithoutAssertions: true,
};
