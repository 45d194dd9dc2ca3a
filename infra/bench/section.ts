import type { Env } from '../../shared/config/load-config.ts';
import type { Logger } from '../../shared/logging/logger.ts';
import type { SectionResult } from './report/measure.ts';

export type BenchOptions = {
  /** Small sizes and short windows: shows that everything runs, the numbers mean little. */
  quick: boolean;
  /** The environment of the processes that a section starts. */
  env: Env;
  logger: Logger;
  /** Gets a line about what is being done. */
  tell: (line: string) => void;
};

export type Section = {
  name: string;
  run: (options: BenchOptions) => Promise<Pick<SectionResult, 'conditions' | 'measures'>>;
};
