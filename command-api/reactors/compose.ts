import { v7 as uuidV7 } from 'uuid';
import { systemRandom } from '../../shared/crypto/seal.ts';
import { series, type Runnable } from '../../shared/lifecycle/runnable.ts';
import type { Logger } from '../../shared/logging/logger.ts';
import { createFollowerProcess, type FollowerParts } from '../../shared/projection/follower-process.ts';
import { BATCH_LIMITS, type BatchLimits } from '../../shared/projection/batches.ts';
import { createProjectionRunner } from '../../shared/projection/runner.ts';
import { createErasureLedger, ledgerFolder } from '../../shared/erasure/ledger.ts';
import { requireLedger } from '../../shared/erasure/require-ledger.ts';
import { createServiceKeys } from '../../shared/crypto/service-keys.ts';
import { createSigner } from '../../shared/crypto/signer.ts';
import { createAccessIntake } from './access-intake.ts';
import { createAnalystSessions } from './analyst-sessions.ts';
import { createBackupWatch } from './backup-watch.ts';
import { createBalanceCrossings } from './balance-crossings.ts';
import type { ReactorsConfig } from './config.ts';
import { createCheckpointSigner } from './checkpoint-signer.ts';
import { createCountedReads } from './counted-reads.ts';
import { createFactsUses } from './facts-uses.ts';
import { createErasureLedgerKeeper } from './erasure-ledger.ts';
import { createIdempotencyExpiry } from './idempotency-expiry.ts';
import { createIntentSweeper } from './intent-sweeper.ts';
import { createRateWindowExpiry } from './rate-window-expiry.ts';
import { createRequestCountsUpkeep } from './request-counts-upkeep.ts';
import { createReportFact } from './recorded-facts.ts';
import { createRetention } from './retention.ts';
import { createReactorRunner } from './run-reactors.ts';
import { createSessionTimeout } from './session-timeout.ts';
import { createSignInExpiry } from './sign-in-expiry.ts';
import { createUnverifiedTenants } from './unverified-tenants.ts';

/** Nobody waits for a crossing to the millisecond: a few batches a second, whatever the load. */
const CROSSING_LIMITS: BatchLimits = { ...BATCH_LIMITS, lingerMs: 250 };

/** Everything that reads the log or the clock and adds facts to the log, or tidies up after commands. */
export function createReactors(follower: FollowerParts, config: ReactorsConfig): Runnable {
  const parts = { ...follower, reportFact: createReportFact(follower.logger, follower.registry) };
  const newId = (): string => uuidV7();
  const holder = newId();
  const signer = createSigner({ ...follower, newId });
  const poolOf = (): FollowerParts['pool'] => follower.pool;
  const serviceKeys = createServiceKeys({ ...follower, poolOf });
  const folder = ledgerFolder(config);
  const ledger = createErasureLedger({ ...follower, folder, signer, runId: newId() });
  const backupRetentionDays = config.BACKUP_RETENTION_DAYS;
  const { registry } = follower;
  const crossings = createProjectionRunner({
    ...parts,
    name: 'balance-crossings',
    holder,
    projections: [createBalanceCrossings(parts)],
    limits: CROSSING_LIMITS,
  });
  const repeated = createReactorRunner({
    ...parts,
    holder,
    reactors: [
      createSessionTimeout(parts),
      createAccessIntake(parts),
      createCountedReads(parts),
      createCheckpointSigner({ ...parts, signer, serviceKeys }),
      createIntentSweeper(parts),
      createIdempotencyExpiry(parts),
      createRateWindowExpiry(parts),
      createSignInExpiry(parts),
      createAnalystSessions(parts),
      createFactsUses(parts),
      createUnverifiedTenants({ ...parts, poolOf, random: systemRandom, newId }),
      createRequestCountsUpkeep(parts),
      createBackupWatch(parts, { registry }),
      createErasureLedgerKeeper(parts, { ledger, registry, folder, backupRetentionDays }),
      createRetention(
        { ...parts, poolOf, ledger, newId },
        { perSecond: config.RETENTION_SESSIONS_PER_SECOND, registry },
      ),
    ],
  });
  const ledgerThere: Runnable = {
    start: () =>
      requireLedger(follower.pool, {
        folder,
        now: follower.now(),
        backupRetentionDays,
        rewrite: config.ERASURE_LEDGER_REWRITE,
      }),
    stop: () => Promise.resolve(),
  };
  return series(ledgerThere, crossings, repeated);
}

export const compose = (config: ReactorsConfig, logger: Logger): Runnable =>
  createFollowerProcess({
    name: 'reactors',
    config,
    logger,
    make: (parts) => createReactors(parts, config),
  });
