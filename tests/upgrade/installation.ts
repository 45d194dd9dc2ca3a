import path from 'node:path';
import { allProjections } from '../../projectors/all.ts';
import { recordDeliveries } from '../faults/support.ts';
import { allApplied } from '../support/running-projections.ts';
import { serverSettings, startServers } from '../support/servers.ts';
import { createFleet, ops, type OpsResult } from './fleet.ts';
import { previous, thisRelease, type Release } from '../support/releases.ts';

const SETTLE_LIMIT_MS = 60_000;

/** The most that an operator may give. */
const RATE_LIMIT_RPM = '5000';

const OTHER_FOLLOWERS = ['webhook-fan-out', 'balance-crossings'];

/**
 * Postgres, NATS and an event store with nothing in them, two releases that may run on them, and a receiver of webhooks.
 * `before` is the previous release, `now` this one.
 */
export async function startInstallation() {
  const before = await previous();
  const deliveries = await recordDeliveries();
  const servers = await startServers({ migrated: false });
  const { stack } = servers;
  const installation = {
    env: {
      ...serverSettings(stack),
      DATA_DIR: path.join(stack.dataDir, 'service'),
      HOST: '127.0.0.1',
      ALLOW_LOCAL_WEBHOOKS: '1',
      SECURE_COOKIES: '0',
      LOG_LEVEL: 'info',
    },
    logs: path.join(stack.dataDir, 'processes'),
  };
  const fleet = createFleet(installation);
  const run = (release: Release, ...words: string[]): Promise<OpsResult> => ops(release, words, installation);
  const done = async (release: Release, ...words: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await run(release, ...words);
    if (code !== 0) throw new Error(`${release.name} ops ${words.join(' ')}: ${stderr}`);
    return stdout.startsWith('{') && words[0] !== 'migrate' ? JSON.parse(stdout) : stdout;
  };
  return {
    before,
    now: thisRelease,
    fleet,
    deliveries,
    pool: servers.pool,
    folder: stack.dataDir,
    /** An operator command of a release, whatever comes of it. */
    run,
    /** The same, which has to succeed: what it prints. */
    done,
    /** A tenant and a key of it, made by a release. */
    newKey: async (release: Release): Promise<{ tenantId: string; key: string }> => {
      const made = await done(release, 'tenant', 'create', '--name', 'Clinic', '--tier', 'enterprise');
      const { tenant_id: tenantId } = made as { tenant_id: string };
      await done(release, 'tenant', 'set', tenantId, '--rate-limit', RATE_LIMIT_RPM);
      const named = ['--name', 'load', '--rate-limit', RATE_LIMIT_RPM];
      const { raw_key: key } = (await done(release, 'key', 'create', tenantId, ...named)) as {
        raw_key: string;
      };
      return { tenantId, key };
    },
    /** Waits until the projections that a release has, and the other followers, have applied all that stands in the log now. */
    settled: async (release: Release, known: Readonly<Record<string, number>>): Promise<void> => {
      const own = allProjections
        .map(({ name }) => name)
        .filter((name) => release !== before || name in known);
      await allApplied(servers, [...own, ...OTHER_FOLLOWERS], SETTLE_LIMIT_MS);
    },
    stop: async (): Promise<void> => {
      await fleet.stop();
      deliveries.stop();
      await servers.stop();
    },
  };
}
