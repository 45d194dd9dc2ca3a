/**
 * Makes something of each item, in order, with up to `ahead` of them under way at once. Nothing is begun before it is
 * asked for: a slow reader holds back the next ones.
 */
export async function* readAhead<T, R>(
  items: readonly T[],
  ahead: number,
  make: (item: T) => Promise<R>,
): AsyncIterable<R> {
  const underWay: Promise<R>[] = [];
  let next = 0;
  const begin = (): void => {
    const item = items[next];
    if (next >= items.length || item === undefined) return;
    next += 1;
    const made = make(item);
    // The loop below reports a failure when it awaits this promise. If nobody reads on, nobody awaits it; this
    // handler keeps that from being an unhandled rejection.
    made.catch(() => undefined);
    underWay.push(made);
  };
  for (let started = 0; started < ahead; started += 1) begin();
  for (let made = underWay.shift(); made !== undefined; made = underWay.shift()) {
    const result = await made;
    begin();
    yield result;
  }
}
