import { until } from '../support/until.ts';
import type { Cluster } from './cluster.ts';
import type { Partners } from './load/partners.ts';

/** What the distributed form shows of itself, before anything goes wrong. */
export type Form = {
  /** By process: what it cannot use, of what it needs. */
  unmet: Record<string, string[]>;
  /** By process: whether its metrics name the build, asked from another host. */
  hasMetrics: Record<string, boolean>;
  /** Cookies that a sign-in through the proxy set. */
  cookies: string[];
  /** Address of that caller in the audit trail, where it claimed another one by itself. */
  callerAddress: string | null;
};

const TRAIL_LIMIT_MS = 10_000;
type TrailRow = { request_id: string; ip: string | null };
type Ready = { needs: Record<string, { problem: string | null }> };
const FORGED = '198.51.100.7';

/** Asks the processes from the operator's host, and signs a partner in over the proxy. */
export async function formOf(
  { processes, fromOperator, fromPartner, proxy }: Cluster,
  { all: [partner] }: Partners,
): Promise<Form> {
  const unmet: Form['unmet'] = {};
  const hasMetrics: Form['hasMetrics'] = {};
  for (const { name, host, metricsUrl } of processes) {
    const title = `${name} on ${host.name}`;
    const { body } = await fromOperator('call', { url: `${metricsUrl}/ready` });
    const needs = Object.entries((JSON.parse(body) as Ready).needs);
    unmet[title] = needs.flatMap(([need, { problem }]) => (problem === null ? [] : [`${need}: ${problem}`]));
    const metrics = await fromOperator('call', { url: `${metricsUrl}/metrics` });
    hasMetrics[title] = /^triage_build_info\{/m.test(metrics.body);
  }
  const authorization = `Bearer ${partner?.key ?? ''}`;
  const signedIn = await fromPartner('call', {
    method: 'POST',
    url: `${proxy.publicUrl}/v1/admin/auth`,
    headers: { authorization, 'x-forwarded-for': FORGED },
  });
  const requestId = signedIn.headers.find(([name]) => name === 'x-request-id')?.[1];
  let row: TrailRow | undefined;
  await until('the sign-in stands in the trail', TRAIL_LIMIT_MS, async () => {
    const trail = await fromPartner('call', {
      url: `${proxy.publicUrl}/v1/admin/audit-log/events?action=auth.key_exchanged`,
      headers: { authorization },
    });
    const { data } = JSON.parse(trail.body) as { data: TrailRow[] };
    row = data.find((one) => one.request_id === requestId);
    return row !== undefined;
  });
  return {
    unmet,
    hasMetrics,
    cookies: signedIn.headers.filter(([name]) => name === 'set-cookie').map(([, cookie]) => cookie),
    callerAddress: row?.ip ?? null,
  };
}
