import { toCsv } from '../kernel/csv.ts';
import type { AccessHolder } from './schema.ts';

const COLUMNS: Readonly<Record<string, (holder: AccessHolder) => string | null>> = {
  kind: ({ kind }) => kind,
  id: ({ id }) => id,
  name: ({ name }) => name,
  hint: ({ hint }) => hint,
  status: ({ status }) => status,
  test: ({ test }) => String(test),
  role: ({ role }) => role,
  scopes: ({ scopes }) => scopes.join(';'),
  reads_every_tenant: (holder) => String(holder.reads_every_tenant),
  created_at: ({ created_at }) => created_at,
  created_by_type: ({ created_by }) => created_by?.type ?? null,
  created_by_id: ({ created_by }) => created_by?.id ?? null,
  last_used_at: ({ last_used_at }) => last_used_at,
  expires_at: ({ expires_at }) => expires_at,
};

/** A line a holder, under a line of names. */
export const reviewCsv = (holders: readonly AccessHolder[]): string =>
  toCsv([
    Object.keys(COLUMNS),
    ...holders.map((holder) => Object.values(COLUMNS).map((cellOf) => cellOf(holder))),
  ]);
