import type { Engine } from '../../domain/clinical/types.ts';
import type { Admit } from '../../shared/admission/admit.ts';
import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import type { Signer } from '../../shared/crypto/signer.ts';
import type { RandomBytes } from '../../shared/crypto/seal.ts';
import type { Codec } from '../../shared/event-log/codec.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { Gate } from '../../shared/http/gate.ts';
import type { Pool } from '../../shared/postgres/pool.ts';

/** What a command handler works with. Made once, in compose.ts. */
export type CommandDeps = {
  pool: Pool;
  /** Commits without waiting for the disk: only for what the log repairs. */
  relaxedPool: Pool;
  log: EventLog;
  codec: Codec;
  dataKeys: DataKeys;
  engine: Engine;
  gate: Gate;
  admit: Admit;
  tenantOfKey: (keyHash: Buffer) => Promise<string | null>;
  signer: Signer;
  /** How long the last backup copy of anything is kept; named on erasure certificates. */
  backupRetentionDays: number;
  /** Allows http and loopback as webhook URLs (development). */
  allowLocalWebhooks: boolean;
  random: RandomBytes;
  now: () => Date;
  newId: () => string;
};
