/** Wakes subscriptions once the transaction that made their deliveries is visible to everybody. */
export type CommitWatch = {
  touched: (subscriptionIds: ReadonlySet<string>, position: bigint) => void;
  stop: () => void;
};

export type CommitWatchParts = {
  /** Position of the log up to which the fan-out has committed. */
  committed: () => bigint;
  publish: (subscriptionIds: Iterable<string>) => void;
};

const POLL_MS = 2;
/** A batch that has not committed by now failed, and is made again under the same position. */
const GIVE_UP_AFTER = 2_500;

/**
 * The fan-out knows what it writes, its runner knows when that is committed: this looks at the runner's position
 * every 2 ms, only while something waits for it. A wake-up before the commit would find nothing to claim.
 */
export function createCommitWatch({ committed, publish }: CommitWatchParts): CommitWatch {
  let waiting: { ids: ReadonlySet<string>; position: bigint; looks: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  const look = (): void => {
    const position = committed();
    const isOver = (one: { position: bigint; looks: number }): boolean =>
      one.position <= position || ++one.looks > GIVE_UP_AFTER;
    const over = waiting.filter(isOver);
    waiting = waiting.filter((one) => !over.includes(one));
    for (const { ids } of over) publish(ids);
    timer = waiting.length > 0 ? setTimeout(look, POLL_MS) : undefined;
  };

  return {
    touched: (ids, position) => {
      waiting.push({ ids, position, looks: 0 });
      timer ??= setTimeout(look, POLL_MS);
    },
    stop: () => {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
