import { createLogger, type Logger, type LoggerOptions } from '../../shared/logging/logger.ts';

export type KeptLog = {
  logger: Logger;
  /** What was logged, a JSON line each. */
  lines: string[];
  entries(): Record<string, unknown>[];
  text(): string;
};

/** A logger that keeps its lines. */
export function keepLog(level: LoggerOptions['level'] = 'info'): KeptLog {
  const lines: string[] = [];
  return {
    logger: createLogger({ name: 'test', level, destination: { write: (line) => void lines.push(line) } }),
    lines,
    entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    text: () => lines.join(''),
  };
}
