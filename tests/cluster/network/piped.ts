import type { Socket } from 'node:net';

/** Passes on everything between two sockets; the end of either is the end of both. */
export function pipeBoth(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}
