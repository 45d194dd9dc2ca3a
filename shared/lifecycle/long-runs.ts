/** How far one run goes at most: so many rows at a time, so many times. What is left waits for the next run. */
export type RunLimits = {
  rows: number;
  times: number;
  /** The run ends before the next step once it is aborted. */
  signal?: AbortSignal | undefined;
};

/**
 * The rows that `read` finds, one by one, page by page: `read` is given the last row of the page before, undefined at first,
 * and gives `rows` rows at most. Ends after a page that is not full, at the limits, and before the next row once the signal
 * is aborted.
 */
export async function* eachRow<Row>(
  { rows, times, signal }: RunLimits,
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  let after: Row | undefined;
  for (let page = 0; page < times && !signal?.aborted; page++) {
    const found = await read(after);
    for (const row of found) {
      if (signal?.aborted) return;
      yield row;
    }
    if (found.length < rows) return;
    after = found.at(-1);
  }
}

/**
 * Takes batches until one is not full, at the limits, or until the signal is aborted. `takeBatch` gives how many rows it took,
 * `rows` at most. Returns the number of all of them.
 */
export async function workOff(
  { rows, times, signal }: RunLimits,
  takeBatch: () => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < times && !signal?.aborted; batch++) {
    const taken = await takeBatch();
    total += taken;
    if (taken < rows) break;
  }
  return total;
}
