import { extractsFolder } from '../data-extracts/folder.ts';
import type { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { createAdmit } from '../admission/admit.ts';
import { createGate } from '../admission/gate.ts';
import { createAccessCheck } from '../admission/genuine.ts';
import { createReadCredential } from '../admission/credential.ts';
import { createSessionTokens } from '../admission/session-token.ts';
import { createHeldPlaces } from '../admission/held-places.ts';
import { createTenantOfKey } from '../admission/tenant-of-key.ts';
import { createReadCounter } from '../audit/read-counter.ts';
import { createDataKeys } from '../crypto/data-keys.ts';
import type { MasterKeys } from '../crypto/master-keys.ts';
import { openMasterKeys } from '../crypto/open-master-keys.ts';
import { systemRandom } from '../crypto/seal.ts';
import { createServiceKeys } from '../crypto/service-keys.ts';
import { createSigner } from '../crypto/signer.ts';
import { createErasureLedger, ledgerFolder } from '../erasure/ledger.ts';
import { askBeforeAppends } from '../event-log/ask-before-appends.ts';
import { createAskProblem } from '../event-log/connection-watch.ts';
import { createEventLog } from '../event-log/event-log.ts';
import { createLoadMacs } from '../event-log/log-key.ts';
import { createServiceCodec } from '../event-log/registry.ts';
import { createDecidePool } from '../clinical/decide-pool.ts';
import { loadEngine } from '../clinical/load-knowledge.ts';
import { openUpstream } from '../extractor/upstream.ts';
import type { Logger } from '../logging/logger.ts';
import { createMailer } from '../mail/mailer.ts';
import {
  countMails,
  countForeign,
  countParked,
  measureAppends,
  watchNats,
  watchPool,
} from '../metrics/dependencies.ts';
import { createOutbox } from '../mail/outbox.ts';
import { mailTransport } from '../mail/settings.ts';
import { createNatsLink, type NatsLink } from '../nats/connection.ts';
import { natsOptions } from '../nats/settings.ts';
import { dashboardUrlOf, signInSetup } from '../sign-in/settings.ts';
import { createPool, type OwnedPool } from '../postgres/pool.ts';
import { createTenantPools } from '../postgres/tenant-pools.ts';
import { createSender } from '../webhooks/sender.ts';
import { createWakeSubscriptions } from '../webhooks/wake-up.ts';
import type { ApiConfig } from './config.ts';
import { shareOf } from './shares.ts';

export type RuntimeOptions = {
  /** The clock of every decision; default the machine's. */
  now?: (() => Date) | undefined;
  /** The database role; default the one that connects, which row-level security does not bind. */
  role?: string;
  /** Where the process shows how its pools, NATS and appends do. */
  registry?: Registry;
  logger?: Logger;
  /** In place of those that the settings name, for a test whose master keys fail. */
  masterKeys?: MasterKeys | undefined;
};

/** What routes are told by the operator's settings. */
export const routeSettings = (config: ApiConfig) => ({
  dashboardUrl: dashboardUrlOf(config),
  signIn: signInSetup(config),
  sunsets: {
    invitePath: config.INVITE_PATH_SUNSET,
    roleQuery: config.ROLE_QUERY_SUNSET,
    tierQuery: config.TIER_QUERY_SUNSET,
  },
  allowLocalWebhooks: config.ALLOW_LOCAL_WEBHOOKS,
  selfServiceTiers: config.SELF_SERVICE_TIERS,
  eventsMaxWaitS: config.EVENTS_MAX_WAIT_S,
  backupRetentionDays: config.BACKUP_RETENTION_DAYS,
  extractsDir: extractsFolder(config),
});

/**
 * How calls that wait for something learn that the process stops: they answer then. Before that it leaves: it answers calls
 * and tells whoever probes it to send no more.
 */
function createStopping() {
  const stop = new AbortController();
  let isLeaving = false;
  return {
    stopping: stop.signal,
    endWaits: () => stop.abort(),
    isLeaving: () => isLeaving,
    leave: () => void (isLeaving = true),
  };
}

function watchConnections(registry: Registry, pools: Record<string, OwnedPool>, nats: NatsLink): void {
  for (const [name, pool] of Object.entries(pools)) watchPool(registry, pool, name);
  watchNats(registry, nats);
}

/** Everything that the routes of an API process stand on. Made once a process; `close` ends what it opened. */
export async function createRuntime(config: ApiConfig, name: string, options: RuntimeOptions = {}) {
  const { now = () => new Date(), role, registry, logger } = options;
  const newId = (): string => uuidV7();
  const connection = {
    databaseUrl: config.DATABASE_URL,
    maxConnections: config.DATABASE_CONNECTIONS,
    ...(role === undefined ? {} : { role }),
  };
  const pool = createPool({ ...connection, name });
  const source = { masterKey: config.MASTER_KEY, masterKeyFile: config.MASTER_KEY_FILE };
  const opening = options.masterKeys ?? openMasterKeys(source, { sql: pool, now, logger });
  const masterKeys = await Promise.resolve(opening).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const engine = await loadEngine();
  const relaxedPool = createPool({ ...connection, name: `${name}-relaxed`, waitForDisk: false });
  const eventLog = createEventLog(config.EVENTSTORE_URL, {
    macs: createLoadMacs({ pool, masterKeys, random: systemRandom, now, newId }),
    onForeign: registry && countForeign(registry, logger),
    onParked: registry && countParked(registry, logger),
  });
  const log = askBeforeAppends(registry ? measureAppends(registry, eventLog) : eventLog);
  const poolOf = createTenantPools(pool);
  const dataKeys = createDataKeys(masterKeys, systemRandom);
  const serviceKeys = createServiceKeys({ poolOf, dataKeys, now });
  const sessionTokens = createSessionTokens(serviceKeys);
  const readCredential = createReadCredential(sessionTokens);
  const signer = createSigner({ pool, masterKeys, now, newId });
  const tenantOfKey = createTenantOfKey(pool);
  const access = createAccessCheck({ dataKeys, poolOf, log, now, tenantOfKey, logger, registry });
  const transport = mailTransport(config, { now, newId });
  const mailer = createMailer({
    transport,
    outbox: createOutbox({ pool, serviceKeys, random: systemRandom, now, newId }),
    now,
    ...(registry && { onSettled: countMails(registry) }),
  });
  const nats = createNatsLink({ server: natsOptions(config), name, ...(logger && { logger }) });
  if (registry) watchConnections(registry, { main: pool, relaxed: relaxedPool }, nats);
  const readCounter = createReadCounter({ poolOf, newId, registry });
  await readCounter.start();
  const share = shareOf(config);
  const extractorConfig = { ...config, EXTRACTOR_CONCURRENCY: share.extractorConcurrency };
  const upstream = openUpstream(extractorConfig, engine, registry);
  const decidePool = createDecidePool(engine, { workers: share.textWorkers, registry, logger });
  const sender = createSender({ policy: { allowLocal: config.ALLOW_LOCAL_WEBHOOKS } });
  return {
    now,
    newId,
    random: systemRandom,
    engine,
    decidePool,
    upstream,
    pool,
    poolOf,
    relaxedPoolOf: createTenantPools(relaxedPool),
    log,
    askLogProblem: createAskProblem(log, config.EVENTSTORE_URL),
    nats,
    codec: createServiceCodec(),
    dataKeys,
    serviceKeys,
    sessionTokens,
    readCredential,
    signer,
    ledger: createErasureLedger({ folder: ledgerFolder(config), signer, now, runId: newId() }),
    gate: createGate(pool, readCredential, access, { tenantOfKey }),
    admit: createAdmit(pool, access),
    access,
    tenantOfKey,
    heldPlaces: createHeldPlaces({ poolOf, newId }),
    readCounter,
    mailer,
    mailTransport: transport,
    sender,
    wakeSubscriptions: createWakeSubscriptions(nats),
    ...routeSettings(config),
    ...createStopping(),
    close: async (): Promise<void> => {
      await Promise.all([upstream?.extractor.close(), decidePool.close()]);
      await readCounter.stop();
      await mailer.stop();
      await sender.close();
      await nats.stop();
      await log.close();
      await Promise.all([pool.end(), relaxedPool.end()]);
    },
  };
}
export type Runtime = Awaited<ReturnType<typeof createRuntime>>;
