import { sleep } from '../../shared/lifecycle/timing.ts';

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

/**
 * Asks again and again until `check` holds: often at first, then every 50 ms. Throws after the limit with what was
 * waited for, and passes on what `check` throws.
 */
export async function until(
  what: string,
  limitMs: number,
  check: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  let pauseMs = FIRST_PAUSE_MS;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms in vain: ${what}`);
    await sleep(pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5);
  }
}
