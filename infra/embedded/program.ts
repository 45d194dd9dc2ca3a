import path from 'node:path';

/** The project's root folder, whatever the working directory is. */
export const projectRoot = path.resolve(import.meta.dirname, '../..');

/**
 * How Node runs a program of ours, named by its source relative to the project: compiled where this process is, and from
 * the source itself in tests.
 */
export const programOf = (source: string): { file: string; execArgv: string[] } =>
  import.meta.filename.endsWith('.ts')
    ? { file: path.join(projectRoot, source), execArgv: ['--import', import.meta.resolve('tsx')] }
    : { file: path.join(projectRoot, 'build', source.replace(/\.ts$/, '.js')), execArgv: [] };
