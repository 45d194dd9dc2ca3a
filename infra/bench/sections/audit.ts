import { readFile } from 'node:fs/promises';
import { verifyTrails } from '../../audit/verify.ts';
import type { Service } from '../../../shared/lifecycle/service.ts';
import { writeLoggedTrail, writeTrailRows } from '../load/audit-trail.ts';
import { seededRandom } from '../load/random.ts';
import { goalAtLeast, goalAtMost, repeated, type Measure } from '../report/measure.ts';
import type { BenchOptions, Section } from '../section.ts';
import { median } from '../report/statistics.ts';
import { openAccounts, type Account } from '../stack/accounts.ts';
import { durability, startService, withInfrastructure, type BenchStack } from '../stack/bench-stack.ts';

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { rows: 20_000, logged: 4_000, rounds: 2 } : { rows: 1_000_000, logged: 100_000, rounds: 3 };

const FORMATS = ['csv', 'ndjson', 'fhir'] as const;
const EXPORT_GOAL = 20_000;
const VERIFY_GOAL = 50_000;
const MEMORY_GOAL_MB = 250;
const SAMPLE_EVERY_MS = 100;
const PROOFS_A_ROUND = 50;
const PROOF_GOAL_BYTES = 2_000;

/** Resident memory of a process in MB, from the kernel. */
async function residentMb(service: Service): Promise<number> {
  const status = await readFile(`/proc/${service.pid() ?? 0}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

/** The largest resident memory while `work` runs. */
async function peakOf<T>(service: Service, work: () => Promise<T>): Promise<{ result: T; peakMb: number }> {
  let peakMb = 0;
  const timer = setInterval(() => {
    void residentMb(service).then((mb) => (peakMb = Math.max(peakMb, mb)));
  }, SAMPLE_EVERY_MS);
  try {
    return { result: await work(), peakMb };
  } finally {
    clearInterval(timer);
  }
}

/** Reads an export to its end; returns seconds. Throws where its trailer does not count all rows. */
async function downloadAll(url: string, key: string, rows: number): Promise<number> {
  const startedMs = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200 || !response.body)
    throw new Error(`an export was answered with ${response.status}`);
  let end = '';
  for await (const chunk of response.body) {
    const text = Buffer.from(chunk).subarray(-1_000).toString('latin1');
    end = (end + text).slice(-1_000);
  }
  if (!new RegExp(`count=${rows},|"count":${rows},|"name":"count","valueInteger":${rows}}`).test(end)) {
    throw new Error('an export is not whole');
  }
  return (performance.now() - startedMs) / 1_000;
}

async function measureExports(
  stack: BenchStack,
  options: BenchOptions,
  account: Account,
): Promise<Measure[]> {
  const { rows, rounds } = sizesOf(options);
  const { baseUrl, service } = await startService(stack, options, {
    name: 'api',
    entry: 'infra/embedded/api-main.ts',
  });
  const measures: Measure[] = [];
  const peaksMb: number[] = [];
  const restMb = await residentMb(service);
  for (const format of FORMATS) {
    const rates: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const url = `${baseUrl}/v1/admin/audit-log/export?format=${format}`;
      const { result, peakMb } = await peakOf(service, () => downloadAll(url, account.key, rows));
      rates.push(rows / result);
      peaksMb.push(peakMb);
      options.tell(`export ${format}: ${Math.round(rows / result)} rows/s, ${Math.round(peakMb)} MB`);
    }
    const measure = {
      name: `export as ${format}, rows`,
      unit: 'per_s',
      target: goalAtLeast(EXPORT_GOAL),
    } as const;
    measures.push(repeated(measure, rates));
  }
  const proofs = await measureProofs(stack, options, { account, baseUrl });
  await service.stop();
  return [
    ...measures,
    ...proofs,
    { name: 'API process before the exports, MB', unit: 'count', value: restMb },
    {
      name: 'API process while exporting, most MB',
      unit: 'count',
      value: Math.max(...peaksMb),
      target: goalAtMost(MEMORY_GOAL_MB),
    },
  ];
}

type Proof = { inclusion: object; consistency: object };

/** Proves rows all over the trail, each against a tree of another size. */
async function measureProofs(
  { installation }: BenchStack,
  options: BenchOptions,
  { account, baseUrl }: { account: Account; baseUrl: string },
): Promise<Measure[]> {
  const { rows, rounds } = sizesOf(options);
  const random = seededRandom(41);
  const timesMs: number[] = [];
  const bytes: number[] = [];
  for (let round = 0; round < rounds * PROOFS_A_ROUND; round += 1) {
    const seqs = [1 + Math.floor(random.next() * rows), 1 + Math.floor(random.next() * rows)];
    const found = await installation.pool.query<{ event_id: string }>(
      'SELECT event_id FROM read.audit_rows WHERE tenant_id = $1 AND seq = $2',
      [account.tenantId, seqs[0]],
    );
    const startedMs = performance.now();
    const query = `event_id=${found.rows[0]?.event_id ?? ''}&from_size=${seqs[1] ?? 1}`;
    const response = await fetch(`${baseUrl}/v1/admin/audit-log/proof?${query}`, {
      headers: { authorization: `Bearer ${account.key}` },
    });
    const { inclusion, consistency } = (await response.json()) as Proof;
    timesMs.push(performance.now() - startedMs);
    bytes.push(...[inclusion, consistency].map((part) => Buffer.byteLength(JSON.stringify(part))));
  }
  return [
    {
      name: `proof of one of ${rows} rows, most bytes`,
      unit: 'count',
      value: Math.max(...bytes),
      target: goalAtMost(PROOF_GOAL_BYTES),
    },
    { name: 'call for both proofs, median', unit: 'ms', value: median(timesMs) },
  ];
}

async function measureVerify(
  { installation }: BenchStack,
  options: BenchOptions,
  trail: { tenantId: string; rows: number; againstLog: boolean },
): Promise<number[]> {
  const rates: number[] = [];
  for (let round = 0; round < sizesOf(options).rounds; round += 1) {
    const startedMs = performance.now();
    const [verdict] = await verifyTrails(installation, {
      tenantIds: [trail.tenantId],
      againstLog: trail.againstLog,
    });
    if (verdict?.intact !== true || verdict.rows < trail.rows)
      throw new Error('the trail of the bench is broken');
    const rate = trail.rows / ((performance.now() - startedMs) / 1_000);
    rates.push(rate);
    options.tell(`verify${trail.againstLog ? ' against the log' : ''}: ${Math.round(rate)} rows/s`);
  }
  return rates;
}

/** The audit trail of one large tenant: exported through the API, and verified from its first row. */
export const audit: Section = {
  name: 'audit',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { rows, logged } = sizesOf(options);
      const { installation } = stack;
      const [large, small] = await openAccounts(installation, { tenants: 2, keysPerTenant: 1 });
      if (!large || !small) throw new Error('there is no account');
      const { tenantId } = large;
      const random = seededRandom(37);
      const onRows = (done: number): void => {
        if (done % 200_000 === 0) options.tell(`${done} rows written`);
      };
      await writeTrailRows(installation, { tenantId, rows, random, onRows });
      await writeLoggedTrail(installation, { tenantId: small.tenantId, events: logged });
      const verified = await measureVerify(stack, options, { tenantId, rows, againstLog: false });
      const againstLog = await measureVerify(stack, options, {
        tenantId: small.tenantId,
        rows: logged,
        againstLog: true,
      });
      return {
        conditions: [
          ...(await durability(stack)),
          `${rows} rows of one tenant with ${Math.floor(rows / 1_000)} checkpoints; exports read by one caller, one API process; ` +
            `against the log: ${logged} events, rows verified as well`,
        ],
        measures: [
          repeated({ name: 'verify, rows', unit: 'per_s', target: goalAtLeast(VERIFY_GOAL) }, verified),
          repeated({ name: 'verify against the log, rows', unit: 'per_s' }, againstLog),
          ...(await measureExports(stack, options, large)),
        ],
      };
    }),
};
