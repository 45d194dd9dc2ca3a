import { z } from 'zod';
import type { HeaderSpec } from '../../shared/http/route-types.ts';

/** Describes the header of a list whose answer is a bare array: its pages follow by `limit` and `offset`. */
export const TOTAL_COUNT: Record<string, HeaderSpec> = {
  'X-Total-Count': {
    description: 'Entries that match, on all pages.',
    example: 1,
    schema: z.int32().min(0),
  },
};

export const totalCount = (total: number): Record<string, string> => ({ 'X-Total-Count': String(total) });
