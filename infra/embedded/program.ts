import path from 'node:path';

/** The project's root folder, whatever the working directory is. */
export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** The compiled form of a program of ours, beside the one that runs; `source` is relative to the project. */
export const programOf = (source: string): string =>
  path.resolve(import.meta.filename, '../../..', source.replace(/\.ts$/, '.js'));
