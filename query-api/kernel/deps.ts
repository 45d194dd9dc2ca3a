import type { Engine } from '../../domain/clinical/types.ts';
import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import type { Codec } from '../../shared/event-log/codec.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { Pool } from '../../shared/postgres/pool.ts';

/** What a query works with. Made once, in compose.ts. */
export type QueryDeps = {
  pool: Pool;
  dataKeys: DataKeys;
  /** For the export, which tells the session's whole history. */
  log: EventLog;
  codec: Codec;
  engine: Pick<Engine, 'version' | 'concepts'>;
  now: () => Date;
};
