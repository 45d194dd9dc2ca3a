import path from 'node:path';

/** Where extracts are that calls have asked for: as the operator says, else in the data directory; null where there is neither. */
export const extractsFolder = (config: {
  EXTRACTS_DIR?: string | undefined;
  DATA_DIR?: string | undefined;
}): string | null =>
  config.EXTRACTS_DIR ?? (config.DATA_DIR === undefined ? null : path.join(config.DATA_DIR, 'extracts'));

/** The folder of one extract. */
export const folderOf = (root: string, extractId: string): string => path.join(root, extractId);
