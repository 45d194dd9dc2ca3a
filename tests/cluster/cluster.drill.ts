import test from 'ava';
import { releaseOf } from '../support/releases.ts';
import { startCluster } from './cluster.ts';
import { FAULTS } from './faults/all.ts';
import { roll } from './faults/roll.ts';
import { formOf } from './form.ts';
import { startPartners } from './load/partners.ts';
import { LOG_HOSTS, whyNoHosts } from './network/hosts.ts';
import { whyNoOutsideLog } from './parts/outside-log.ts';
import { runPhase, type Phase } from './phase.ts';
import { printTable } from './table.ts';

/*
 * The service on several hosts, over TLS, under the load of a day, while things go wrong. Needs Linux and root; where it cannot
 * run it fails, and says why.
 */

const outsideUrl = process.env['EVENTSTORE_URL'];
const seed = Number(process.env['DRILL_SEED'] ?? 1);
const FAULT_LIMIT_MS = 300_000;

/**
 * The newest commit with fewer migrations. The release before (infra/rollback/previous-release.json) takes no settings from files
 * yet; `npm run drill -- upgrade` has that one.
 */
const OLDER = 'dcf41ce213a823b4308d8e671b037702b6022c94';

async function declareDrill(): Promise<void> {
  const cluster = await startCluster({ release: await releaseOf(OLDER), outsideUrl });
  const partners = await startPartners(cluster).catch(async (error: unknown) => {
    await cluster.stop();
    throw error;
  });
  // Whatever is matched below, it happens to a cluster of this version.
  const rolled = await runPhase(cluster, partners, { fault: roll, seed }).catch(async (error: unknown) => {
    await cluster.stop();
    throw error;
  });
  const phases: Phase[] = [rolled];
  test.after.always(cluster.stop);
  test.after.always(() => printTable(phases));

  test.serial(rolled.fault, (t) => {
    t.deepEqual(rolled.problems, [], JSON.stringify(rolled));
  });

  test.serial(
    'every process reaches all that it needs, over TLS, and is seen from another host',
    async (t) => {
      const { unmet, hasMetrics, cookies, callerAddress } = await formOf(cluster, partners);
      t.is(Object.keys(unmet).length, cluster.processes.length);
      t.deepEqual(Object.values(unmet).flat(), []);
      t.true(Object.values(hasMetrics).every(Boolean), JSON.stringify(hasMetrics));
      t.is(cookies.length, 2);
      t.true(cookies.every((cookie) => /; Secure(;|$)/i.test(cookie)));
      t.is(callerAddress, cluster.hosts.partner.address);
    },
  );

  const faults = FAULTS.filter(({ isOfLog }) => outsideUrl === undefined || isOfLog !== true);
  for (const [index, fault] of faults.entries()) {
    test.serial(`fault: ${fault.name}`, async (t) => {
      t.timeout(FAULT_LIMIT_MS);
      const phase = await runPhase(cluster, partners, { fault, seed: seed + 1 + index });
      phases.push(phase);
      t.deepEqual(phase.problems, [], JSON.stringify(phase));
    });
  }
}

const why = whyNoHosts() ?? (outsideUrl === undefined ? null : whyNoOutsideLog(outsideUrl, LOG_HOSTS.length));
if (why === null) await declareDrill();
else test('the drill of several hosts can run here', (t) => t.fail(`it was not run: ${why}`));
