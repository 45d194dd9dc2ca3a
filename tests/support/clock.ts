export const MINUTE = 60;
export const HOUR = 3_600;
export const DAY = 86_400;

/** A clock that stands still until a test puts it forward. */
export function newClock(start: string) {
  const clock = {
    at: new Date(start),
    now: (): Date => clock.at,
    /** So many seconds from its now. */
    after: (seconds: number): Date => new Date(clock.at.getTime() + seconds * 1_000),
    forward: (seconds: number): void => {
      clock.at = clock.after(seconds);
    },
    reset: (): void => {
      clock.at = new Date(start);
    },
  };
  return clock;
}
