import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import type { DataDir } from './data-dir.ts';

/** A log file grows to this size, then it is moved to `<name>.log.1`, which replaces the one before. */
const maxBytes = 16 * 1024 * 1024;

export type LogFile = {
  file: string;
  /** Opens the file for a child process to append to, and closes our side once `use` has started it. */
  lend<T>(use: (fd: number) => T): T;
  /** The last line with that word in it, for a message on why a process ended. */
  lastLine(word: string): string | undefined;
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The log file of a process. Children write to it themselves, so that a slow parent never holds them up. */
export function openLog(dir: DataDir, name: string): LogFile {
  const file = path.join(dir.logs, `${name}.log`);
  return {
    file,
    lend(use) {
      if (sizeOf(file) > maxBytes) renameSync(file, `${file}.1`);
      const fd = openSync(file, 'a', 0o600);
      try {
        return use(fd);
      } finally {
        closeSync(fd);
      }
    },
    lastLine(word) {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      return text.split('\n').findLast((line) => line.includes(word));
    },
  };
}

type LogLine = {
  level?: unknown;
  service?: unknown;
  msg?: unknown;
  err?: { type?: unknown; code?: unknown };
};

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** One line for a terminal out of a line of JSON log: who, what, and the error's class and code. */
export function readable(json: string): string {
  let line: LogLine;
  try {
    line = JSON.parse(json) as LogLine;
  } catch {
    return json;
  }
  const error = [text(line.err?.type), text(line.err?.code)].filter((part) => part !== '').join(' ');
  return `[${text(line.service)}] ${text(line.msg)}${error === '' ? '' : ` (${error})`}`;
}

/** pino writes the level first; 50 is error. What is fatal stands on stderr as well. */
const isProblem = (line: string): boolean => line.startsWith('{"level":50,');

export type LogWatch = { stop(): void };

const pollMs = 1_000;
const maxReadBytes = 1024 * 1024;

type Position = { file: string; offset: number; rest: string };

function readNew(position: Position): string[] {
  const size = sizeOf(position.file);
  if (size < position.offset) position.offset = 0; // moved away meanwhile
  const length = Math.min(size - position.offset, maxReadBytes);
  if (length <= 0) return [];
  const chunk = Buffer.alloc(length);
  const fd = openSync(position.file, 'r');
  const bytes = readSync(fd, chunk, 0, length, position.offset);
  closeSync(fd);
  position.offset += bytes;
  const lines = (position.rest + chunk.toString('utf8', 0, bytes)).split('\n');
  position.rest = lines.pop() ?? '';
  return lines;
}

/** Children append, so that the file can be emptied under them; a line written in between may be lost. */
function emptyIfLarge(position: Position): void {
  if (sizeOf(position.file) <= maxBytes) return;
  copyFileSync(position.file, `${position.file}.1`);
  truncateSync(position.file);
  position.offset = 0;
}

/** Shows new errors of the named logs once a second, and keeps the files small. */
export function watchLogs(dir: DataDir, names: readonly string[], show: (line: string) => void): LogWatch {
  const positions = names.map((name): Position => {
    const file = path.join(dir.logs, `${name}.log`);
    return { file, offset: sizeOf(file), rest: '' };
  });
  const poll = () => {
    for (const position of positions) {
      for (const line of readNew(position).filter(isProblem)) show(readable(line));
      emptyIfLarge(position);
    }
  };
  const timer = setInterval(poll, pollMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      poll();
    },
  };
}
