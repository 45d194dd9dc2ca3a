import { openSync, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { readable } from './logs.ts';

/** What the operator sees: short lines on stdout, problems on stderr, the whole log in a file. */
export type Terminal = {
  /** For the logger of this process. */
  destination: DestinationStream;
  /** From now on the log goes to this file. */
  attach: (file: string) => void;
  tell: (line: string) => void;
  warn: (line: string) => void;
};

/** pino writes the level first: 40 is warning, 50 error. What is fatal is printed by `runProcess`. */
const isProblem = (line: string): boolean => /^\{"level":[45]0,/.test(line);

export function createTerminal(): Terminal {
  let fd: number | undefined;
  const warn = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  return {
    destination: {
      write(line) {
        if (fd !== undefined) writeSync(fd, line);
        if (isProblem(line)) warn(readable(line));
      },
    },
    attach(file) {
      fd = openSync(file, 'a', 0o600);
    },
    tell: (line) => {
      process.stdout.write(`${line}\n`);
    },
    warn,
  };
}
