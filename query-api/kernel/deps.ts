import type { Engine } from '../../domain/clinical/types.ts';
import type { HeldPlaces } from '../../shared/admission/held-places.ts';
import type { ReadCounter } from '../../shared/audit/read-counter.ts';
import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import type { ServiceKeys } from '../../shared/crypto/service-keys.ts';
import type { RandomBytes } from '../../shared/crypto/seal.ts';
import type { Signer } from '../../shared/crypto/signer.ts';
import type { Codec } from '../../shared/event-log/codec.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { Gate } from '../../shared/http/gate.ts';
import type { NatsLink } from '../../shared/nats/connection.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import type { TenantPools } from '../../shared/postgres/tenant-pools.ts';
import type { SignInSetup } from '../../shared/sign-in/settings.ts';

/** What a query works with. Made once, in compose.ts. */
export type QueryDeps = {
  /**
   * Sees the rows of whatever tenant its connection was lent to last: only for functions that run with their owner's
   * rights, and for tables that belong to no tenant.
   */
  pool: Pool;
  /** A tenant's own rows. */
  poolOf: TenantPools;
  dataKeys: DataKeys;
  /** For the one route that answers with the window that counted it. */
  gate: Gate;
  /** For the export, which tells the session's whole history. */
  log: EventLog;
  codec: Codec;
  /** For the request inspector, which lives there alone, and for the news of new events. */
  nats: Pick<NatsLink, 'isConnected' | 'connection'>;
  /** Aborted when the process stops: calls that wait for something answer then. */
  stopping: AbortSignal;
  /** Counts the reads of a session that are too many for a row of the audit trail each. */
  readCounter: Pick<ReadCounter, 'count' | 'room'>;
  /** For the public keys that checkpoints of the audit trail are verified with, and for certificates of erasures. */
  signer: Pick<Signer, 'publicKeys' | 'sign'>;
  /** Bounds the long calls of a tenant, in all processes together. */
  heldPlaces: HeldPlaces;
  /** Seconds that a call may wait for events at most. */
  eventsMaxWaitS: number;
  /** Where extracts of data are; null where no folder is set. */
  extractsDir: string | null;
  /** For links to their files. */
  serviceKeys: ServiceKeys;
  engine: Pick<Engine, 'version' | 'concepts' | 'explain'>;
  /** For the address of the service in what partners fetch. */
  signIn: Pick<SignInSetup, 'publicUrl'>;
  random: RandomBytes;
  now: () => Date;
  newId: () => string;
};
