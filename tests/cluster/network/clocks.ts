import { writeFileSync } from 'node:fs';
import { debianLibrary } from '../../support/debian.ts';

/** The clock of a host, as its processes read it; measures of elapsed time stay right. */
export type Clock = {
  /** What stands before a program whose clock it is. */
  command: readonly string[];
  /** Puts it so many seconds ahead of the right time, or behind it; 0 puts it right. Processes see it within a second. */
  put(secondsAhead: number): void;
};

/** Makes a clock that is right. Its offset stands in `file`, which every process reads. */
export function makeClock(file: string): Clock {
  const put = (secondsAhead: number): void =>
    writeFileSync(file, `${secondsAhead < 0 ? '' : '+'}${secondsAhead}\n`, { mode: 0o644 });
  put(0);
  const settings = {
    LD_PRELOAD: debianLibrary('faketime/libfaketimeMT.so.1', 'libfaketime'),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
  return {
    command: ['env', ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)],
    put,
  };
}
