import type { TierName } from '../../domain/tenant/tiers.ts';
import type { Engine } from '../../domain/clinical/types.ts';
import type { HeldPlaces } from '../../shared/admission/held-places.ts';
import type { Admit } from '../../shared/admission/admit.ts';
import type { AccessCheck } from '../../shared/admission/genuine.ts';
import type { ReadCredential } from '../../shared/admission/credential.ts';
import type { SessionTokens } from '../../shared/admission/session-token.ts';
import type { DecidePool } from '../../shared/clinical/decide-pool.ts';
import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import type { ServiceKeys } from '../../shared/crypto/service-keys.ts';
import type { Signer } from '../../shared/crypto/signer.ts';
import type { RandomBytes } from '../../shared/crypto/seal.ts';
import type { Codec } from '../../shared/event-log/codec.ts';
import type { ErasureLedger } from '../../shared/erasure/ledger.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { Upstream } from '../../shared/extractor/upstream.ts';
import type { Gate } from '../../shared/http/gate.ts';
import type { Mailer } from '../../shared/mail/mailer.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import type { SignInSetup } from '../../shared/sign-in/settings.ts';
import type { TenantPools } from '../../shared/postgres/tenant-pools.ts';
import type { Sender } from '../../shared/webhooks/sender.ts';
import type { WakeSubscriptions } from '../../shared/webhooks/wake-up.ts';

/** What a command handler works with. Made once, in compose.ts. */
export type CommandDeps = {
  /**
   * Sees the rows of whatever tenant its connection was lent to last: only for functions that run with their owner's
   * rights, and for tables that belong to no tenant.
   */
  pool: Pool;
  /** A tenant's own rows. */
  poolOf: TenantPools;
  /** The same, committing without waiting for the disk: only for what the log repairs. */
  relaxedPoolOf: TenantPools;
  /** Bounds what runs of a tenant at a time, in all processes together. */
  heldPlaces: HeldPlaces;
  log: EventLog;
  codec: Codec;
  dataKeys: DataKeys;
  engine: Engine;
  /** Decides on sessions, on a large text beside the event loop. */
  decidePool: DecidePool;
  /** What reads texts beside the engine; null where there is none. */
  upstream: Upstream | null;
  gate: Gate;
  admit: Admit;
  readCredential: ReadCredential;
  /** Whether the rows behind credentials are ours. */
  access: AccessCheck;
  sessionTokens: SessionTokens;
  serviceKeys: ServiceKeys;
  tenantOfKey: (keyHash: Buffer) => Promise<string | null>;
  signer: Signer;
  /** How long the last backup copy of anything is kept; named on erasure certificates. */
  backupRetentionDays: number;
  /** Where extracts of data are written; null where no folder is set. */
  extractsDir: string | null;
  /** What was erased, outside of every backup. */
  ledger: ErasureLedger;
  mailer: Mailer;
  /** Where the dashboard's pages are: links in mails lead there. */
  dashboardUrl: string;
  signIn: SignInSetup;
  /** From when on deprecated forms are refused. */
  sunsets: { invitePath: Date; roleQuery: Date; tierQuery: Date };
  /** Tiers that a tenant may choose without its operator. */
  selfServiceTiers: readonly TierName[];
  /** Allows http and loopback as webhook URLs (development). */
  allowLocalWebhooks: boolean;
  /** For tests of a subscription: deliveries go out from the dispatcher. */
  sender: Sender;
  wakeSubscriptions: WakeSubscriptions;
  random: RandomBytes;
  now: () => Date;
  newId: () => string;
};
