export type Placed = 'taken' | 'full' | 'aborted';

/** A bounded number of places, and a bounded number who wait for one. */
export type Places = {
  /**
   * Whether a place was got: not where too many wait already, nor once the signal is aborted. Those of one owner get theirs
   * in the order in which they asked; owners have turns. Where no more may wait, the latest of the owner with the most
   * who wait gives way to one of an owner with fewer, and ends as `full`: nobody keeps others out by asking often.
   */
  take(signal: AbortSignal, owner?: string): Promise<Placed>;
  /** Gives one back. */
  free(): void;
  /** How many are taken, and how many wait for one. */
  count(): { taken: number; waiting: number };
};

type Waiting = { end(placed: Placed): void };

export function createPlaces(limit: number, maxWaiting: number): Places {
  /** Those who wait by owner, whose turn is next first. */
  const lines = new Map<string, Waiting[]>();
  let taken = 0;
  let waiting = 0;

  function leave(owner: string, who: Waiting, placed: Placed): void {
    const line = lines.get(owner)?.filter((other) => other !== who) ?? [];
    if (line.length === 0) lines.delete(owner);
    else lines.set(owner, line);
    waiting -= 1;
    who.end(placed);
  }

  /** Whether one more of the owner may wait. */
  function makeRoom(owner: string): boolean {
    if (waiting < maxWaiting) return true;
    const [most] = [...lines].toSorted(([, one], [, other]) => other.length - one.length);
    const last = most?.[1].at(-1);
    if (most === undefined || last === undefined) return false;
    const own = lines.get(owner)?.length ?? 0;
    if (most[1].length <= own + 1) return false;
    leave(most[0], last, 'full');
    return true;
  }

  return {
    take: (signal, owner = '') => {
      if (signal.aborted) return Promise.resolve('aborted');
      if (taken < limit) {
        taken += 1;
        return Promise.resolve('taken');
      }
      if (!makeRoom(owner)) return Promise.resolve('full');
      return new Promise((resolve) => {
        const abort = (): void => leave(owner, who, 'aborted');
        const who: Waiting = {
          end: (placed) => {
            signal.removeEventListener('abort', abort);
            resolve(placed);
          },
        };
        lines.set(owner, [...(lines.get(owner) ?? []), who]);
        waiting += 1;
        signal.addEventListener('abort', abort, { once: true });
      });
    },
    free: () => {
      const [next] = lines;
      const [owner = '', [first, ...others] = []] = next ?? [];
      if (first === undefined) {
        taken -= 1;
        return;
      }
      // The place goes on from hand to hand, and the owner to the end.
      lines.delete(owner);
      if (others.length > 0) lines.set(owner, others);
      waiting -= 1;
      first.end('taken');
    },
    count: () => ({ taken, waiting }),
  };
}
