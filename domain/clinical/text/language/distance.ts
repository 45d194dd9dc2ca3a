/** Longer words are not compared. */
const LONGEST = 32;
/** Rows of the table, used again for each pair: nothing is allocated in the innermost loop of spelling correction. */
const rows = [new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1)] as const;

/**
 * Optimal string alignment distance (insert, delete, substitute, swap of neighbours), or `limit + 1` as soon as it
 * is certain to exceed `limit`, and for words of more than 32 letters. O(length × length).
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || a.length > LONGEST || b.length > LONGEST) return limit + 1;
  let [before, previous, current]: Uint8Array[] = [...rows] as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= b.length; column += 1) set(previous, column, column);
  for (let row = 1; row <= a.length; row += 1) {
    set(current, 0, row);
    let best = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let cost = Math.min(
        get(previous, column) + 1,
        get(current, column - 1) + 1,
        get(previous, column - 1) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1);
      if (swapped) cost = Math.min(cost, get(before, column - 2) + 1);
      set(current, column, cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    [before, previous, current] = [previous, current, before];
  }
  return get(previous, b.length);
}

const get = (row: Uint8Array | undefined, at: number): number => row?.[at] ?? 0;
function set(row: Uint8Array | undefined, at: number, value: number): void {
  if (row !== undefined) row[at] = value;
}
