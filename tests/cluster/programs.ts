import path from 'node:path';
import { projectRoot } from '../../infra/embedded/program.ts';
import type { Host, RunOptions, Started } from './network/hosts.ts';

/** The compiled form of a program of `fixtures/`. */
export const testProgram = (source: string): string =>
  path.join(projectRoot, 'build/tests/cluster/fixtures', source.replace(/\.ts$/, '.js'));

/** Starts a program of `fixtures/` in a host. */
export const startProgram = (host: Host, source: string, options: RunOptions = {}): Started =>
  host.run(source.replace(/\.ts$/, ''), [process.execPath, testProgram(source)], options);
