import test, { registerCompletionHandler } from 'ava';
import { recordTimings } from './timings.ts';

// ava asks for the maps in any case. Reading them takes a tenth of what a file takes to load: a run of all files goes without.
if (process.env.SOURCE_MAPS === undefined) process.setSourceMapsEnabled(false);

/** Stopping everything takes a second or two. */
const LIMIT_MS = 20_000;

/**
 * Loaded by ava before every test file. Its process must end by itself once the tests are over: one that does not has
 * left something running, as a service does that hangs when it is told to stop, and fails here instead of for ever.
 */
registerCompletionHandler(() => {
  const fail = (): void => {
    const left = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`${test.meta.file} does not end, there is still: ${left}\n`);
    process.exit(1);
  };
  setTimeout(fail, LIMIT_MS).unref();
});

recordTimings();
