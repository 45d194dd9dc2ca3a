import type { OpenedKey } from '../shared/crypto/data-keys.ts';
import type { SealedRowContext } from '../shared/projection/projection.ts';

/** One key of a batch by its id, for rows that are sealed under their subject's key. Throws KeyMissingError. */
export const keyFrom =
  (context: SealedRowContext) =>
  async (keyId: string): Promise<OpenedKey> => {
    const key = (await context.keys([keyId])).get(keyId);
    if (key === undefined) throw new Error('a key was not loaded');
    return key;
  };
