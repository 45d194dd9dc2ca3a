import { SingleBar } from 'cli-progress';

type Bar = { show: (done: number, total?: number, payload?: object) => void; stop: () => void };

/** A progress bar on stderr, so that stdout stays JSON; a line every two seconds where there is no terminal. */
export function progressBar(format: string, total = 0): Bar {
  const bar = new SingleBar({ format, stream: process.stderr, noTTYOutput: true, notTTYSchedule: 2_000 });
  let isStarted = false;
  return {
    show: (done, newTotal = total, payload = {}) => {
      if (!isStarted) bar.start(newTotal, done, payload);
      isStarted = true;
      bar.setTotal(newTotal);
      bar.update(done, payload);
    },
    stop: () => {
      if (isStarted) bar.stop();
    },
  };
}

/** The usual bar for work that is counted in rows. */
export const countBar = (name: string, total: number): Bar =>
  progressBar(`${name} {bar} {percentage}% | {value}/{total} rows`, total);
