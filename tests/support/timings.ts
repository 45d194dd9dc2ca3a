import { appendFileSync, readFileSync } from 'node:fs';
import test from 'ava';

/** What of a test file's time its servers took: with whoever waits for them, and not as processor time. */
const serversMs = { start: 0, stop: 0 };

/** Counts the time of `work` as that of starting or stopping servers, which `npm test -- --timings` shows apart. */
export async function timed<T>(phase: keyof typeof serversMs, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    serversMs[phase] += performance.now() - startedAt;
  }
}

/** Clock ticks of this process and of the children that it has waited for (proc(5), fields 14 to 17; 100 a second). */
function processorMs(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

/** Writes a line on this test file into the file that TEST_TIMINGS names, when its process ends. */
export function recordTimings(): void {
  const into = process.env.TEST_TIMINGS;
  if (into === undefined) return;
  const bootMs = performance.now();
  process.once('exit', () => {
    const line = {
      file: test.meta.file,
      wall_ms: performance.now(),
      processor_ms: processorMs(),
      boot_ms: bootMs,
      start_ms: serversMs.start,
      stop_ms: serversMs.stop,
    };
    appendFileSync(into, `${JSON.stringify(line)}\n`);
  });
}
