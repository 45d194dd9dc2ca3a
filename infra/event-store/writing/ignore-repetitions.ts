import { setTimeout as sleep } from 'node:timers/promises';
import type { Committer, WriteRequest } from './committer.ts';

/** How long a repetition without a deadline of its own waits. */
const WAIT_MS = 2_000;

function keysOf({ command }: WriteRequest): string[] {
  if (command.kind !== 'append') return [];
  const stream = command.streamName.toString('latin1');
  return command.events.map(({ id }) => `${stream}:${id.toString('latin1')}`);
}

/**
 * The committer as EventStoreDB 23.10 has it: an append that repeats one that is still under way gets no answer before
 * its deadline, and then that it timed out. One that comes after the first was answered is recognised.
 */
export function ignoreRepetitions(committer: Committer, now: () => Date): Committer {
  const underWay = new Set<string>();
  return {
    ...committer,
    async submit(request) {
      const keys = keysOf(request);
      if (keys.some((key) => underWay.has(key))) {
        const { deadlineMs } = request;
        const waitMs = deadlineMs === undefined ? WAIT_MS : Math.max(0, deadlineMs - now().getTime());
        await sleep(waitMs, undefined, { ref: false });
        return { kind: 'timed_out' };
      }
      for (const key of keys) underWay.add(key);
      const outcome = await committer.submit(request);
      for (const key of keys) underWay.delete(key);
      return outcome;
    },
  };
}
