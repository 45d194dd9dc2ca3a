import { rmSync } from 'node:fs';
import type { Runnable } from '../../shared/lifecycle/runnable.ts';
import { isGiven, withSettings, type Env } from '../../shared/config/load-config.ts';
import { dashboardUrlOf } from '../../shared/sign-in/settings.ts';
import type { Logger } from '../../shared/logging/logger.ts';
import { connectionsFile, type Connections } from '../cli/connection.ts';
import { rebuildOutdated } from '../cli/rebuild-outdated.ts';
import { writeShippedCatalogue } from '../analytics/catalogue.ts';
import { migrate } from '../migrations/index.ts';
import { appNames, createApps, type Apps } from './apps.ts';
import { ignoredSettings, isLoopback, type EmbeddedConfig } from './config.ts';
import { ensureDemo, type Demo } from './demo.ts';
import { openLog, watchLogs, type LogWatch } from './logs.ts';
import { assertPortUsable, freePort } from './ports.ts';
import { writePrivateFile } from './secrets.ts';
import { startInfrastructure, type Infrastructure } from './stack.ts';
import type { Terminal } from './terminal.ts';

export type EmbeddedParts = { config: EmbeddedConfig; env: Env; logger: Logger; terminal: Terminal };

/** The address to open on this machine; a server on all addresses is reached over loopback. */
function baseUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

type Shown = { url: string; dashboardUrl: string; hasMailbox: boolean; demo: Demo | null };

function showReady(terminal: Terminal, { url, dashboardUrl, hasMailbox, demo }: Shown): void {
  terminal.tell(`ready ${url}`);
  terminal.tell(`dashboard ${dashboardUrl}/`);
  if (hasMailbox)
    terminal.tell(`mailbox ${url}/mailbox (mails with codes and links, for this machine alone)`);
  if (!demo) return;
  terminal.tell(`demo tenant ${demo.tenant_id} (also in DATA_DIR/demo.json)`);
  terminal.tell(`  live key  ${demo.live_key}`);
  terminal.tell(`  test key  ${demo.test_key}`);
  terminal.tell(`  owner     ${demo.owner_email} (its password is in demo.json)`);
}

/** Lets the operator's commands find the running stack; the file goes when it stops. */
function publishConnections(
  { dir, databaseUrl, eventStoreUrl, masterKeyFile }: Infrastructure,
  { ERASURE_LEDGER }: EmbeddedConfig,
  dashboardUrl: string,
): Connections {
  const connections = {
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    MASTER_KEY_FILE: masterKeyFile,
    DATA_DIR: dir.root,
    DASHBOARD_URL: dashboardUrl,
    ...(ERASURE_LEDGER && { ERASURE_LEDGER }),
  };
  writePrivateFile(connectionsFile(dir.root), `${JSON.stringify(connections, null, 2)}\n`);
  return connections;
}

/** What the API processes open at most: two pools each. */
const connectionsOf = ({ API_PROCESSES, DATABASE_CONNECTIONS }: EmbeddedConfig): number =>
  API_PROCESSES * DATABASE_CONNECTIONS * 2;

/** Everything that `npm start` runs, as one part: infrastructure, migrations, applications, demo tenant. */
export function compose({ config, env, logger, terminal }: EmbeddedParts): Runnable {
  let infrastructure: Infrastructure | undefined;
  let apps: Apps | undefined;
  let watch: LogWatch | undefined;

  async function start(): Promise<void> {
    for (const name of ignoredSettings) {
      if (isGiven(env, name))
        terminal.warn(`${name} is ignored: npm start runs its own, see docs/operator/distributed.md`);
    }
    const port = config.PORT === 0 ? await freePort(config.HOST) : config.PORT;
    infrastructure = await startInfrastructure({
      dataDir: config.DATA_DIR,
      logger,
      env: withSettings(env, { LOG_LEVEL: config.LOG_LEVEL }),
      masterKeyFile: config.MASTER_KEY_FILE,
      metricsPort: config.METRICS_PORT,
      apiConnections: connectionsOf(config),
      preflight: async (dir) => {
        terminal.attach(openLog(dir, 'stack').file);
        await assertPortUsable(port, config.HOST);
        terminal.tell('starting Postgres, NATS and the event store');
      },
      tell: terminal.tell,
      onReady: (name) => terminal.tell(`  ${name} runs`),
    });
    const { dir, databaseUrl } = infrastructure;
    const dashboardUrl = dashboardUrlOf({ ...config, PORT: port });
    const connections = publishConnections(infrastructure, config, dashboardUrl);
    terminal.tell('starting the service');
    // The DATA_DIR is ours alone: a lock that is there was left by a start that was killed.
    if (await migrate({ databaseUrl, logger, unlock: true })) await writeShippedCatalogue(databaseUrl);
    await rebuildOutdated(connections, terminal.tell);
    watch = watchLogs(dir, ['event-store', ...appNames], terminal.warn);
    const hasMailbox = isLoopback(config.HOST) && config.SMTP_URL === undefined;
    apps = createApps(infrastructure, {
      port,
      host: config.HOST,
      allowLocalWebhooks: config.ALLOW_LOCAL_WEBHOOKS ?? true,
      apiProcesses: config.API_PROCESSES,
      metricsPort: config.METRICS_PORT,
      hasMailboxPage: hasMailbox,
      env,
      onStderr: terminal.warn,
    });
    await apps.start();
    const url = baseUrl(config.HOST, port);
    const demo = config.DEMO ? await ensureDemo({ connections, dataDir: dir.root, baseUrl: url }) : null;
    if (config.DEMO && demo === null) {
      terminal.tell('no demo tenant is made: this DATA_DIR holds tenants and no demo.json');
    }
    showReady(terminal, { url, dashboardUrl, hasMailbox, demo });
  }

  async function stop(): Promise<void> {
    if (infrastructure) rmSync(connectionsFile(infrastructure.dir.root), { force: true });
    await apps?.stop();
    await infrastructure?.stop();
    watch?.stop();
  }

  return { start, stop };
}
