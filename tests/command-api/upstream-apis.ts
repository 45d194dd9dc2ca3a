import { balancesProjection } from '../../projectors/balances/projection.ts';
import type { ApiProcess } from '../../shared/api/serve.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { readSession } from '../../shared/sessions/session-log.ts';
import { clientOf, startApi, type Answer, type Client } from '../support/api.ts';
import { startUpstream } from '../support/upstream.ts';
import { keepLog } from '../support/kept-log.ts';

export const KEY = 'upstream-secret-5309';
/** Long enough for a busy machine to answer in, short enough to wait for. */
const BUDGET_MS = 2_000;
/** A word that stands in every text here and may stand in no log line. */
export const CANARY = 'zvonkohra';

export type Clinic = { tenantId: string; rawKey: string; call: Client; at: (process: ApiProcess) => Client };

/** What is looked at of answers, whichever operation gave them. */
type Body = {
  session_id: string;
  current_question: { question_id: string } | null;
  evidence: { finding: string; status: string; source: string }[];
  extracted_fields: Record<string, unknown>;
  triage_level: string;
  differentials: unknown;
  total: number;
};
export const bodyOf = (answer: Answer): Body => answer.body as Body;

export const additional = (text: string, more: object = {}) => ({
  question_id: 'additional',
  raw_text: `${CANARY} ${text}`,
  ...more,
});
export const answerTo = (sessionId: string): string => `/v1/sessions/${sessionId}/answer`;

/** Opens a session; throws where that is refused. */
export async function open(call: Client, text = `${CANARY} headache`): Promise<Body> {
  const answer = await call('POST', '/v1/sessions', { chief_complaint: text });
  if (answer.status !== 201) throw new Error(`a session was refused with ${answer.status}`);
  return bodyOf(answer);
}

/** APIs over one stack that have their texts read by one scripted upstream, each set up in its own way. */
export async function startUpstreamApis() {
  const { lines, logger } = keepLog('debug');
  const upstream = await startUpstream();
  const env = {
    EXTRACTOR_URL: upstream.url,
    EXTRACTOR_KEY: KEY,
    EXTRACTOR_KIND: 'http',
    EXTRACTOR_TIMEOUT_MS: String(BUDGET_MS),
  };
  const api = await startApi({ env, logger, projections: [balancesProjection] });
  const { runtime } = api;
  const metricsPorts = new Map<ApiProcess, number>();

  async function further(name: string, settings: Record<string, string>): Promise<ApiProcess> {
    const process = await api.beside(name, { env: settings, logger });
    const line = lines.findLast((one) => one.includes('"metrics_port":'));
    metricsPorts.set(process, (JSON.parse(line ?? '{}') as { metrics_port: number }).metrics_port);
    return process;
  }
  const chat = await further('chat', { ...env, EXTRACTOR_KIND: 'openai', EXTRACTOR_MODEL: 'reader-1' });
  const falling = await further('falling', { ...env, EXTRACTOR_FALLBACK: 'builtin' });
  const patient = await further('patient', { ...env, EXTRACTOR_TIMEOUT_MS: '8000' });
  const alone = await further('alone', {});

  return {
    api,
    runtime,
    upstream,
    lines,
    /** In the form of chat completions; with the fallback; with a long budget; without an upstream. */
    chat,
    falling,
    patient,
    alone,
    newClinic: async (): Promise<Clinic> => {
      const tenantId = await api.newTenant();
      const rawKey = await api.newKey(tenantId);
      await api.caughtUp();
      const at = (process: ApiProcess): Client => clientOf(`http://127.0.0.1:${process.port()}`, rawKey);
      return { tenantId, rawKey, at, call: clientOf(api.baseUrl, rawKey) };
    },
    /** What a tenant has paid, and what is in flight. */
    accountOf: async (tenantId: string): Promise<{ charged: number; intents: number }> => {
      await api.caughtUp();
      const { rows } = await runtime.pool.query<{ charged: number; intents: number }>(
        `SELECT (SELECT charged::int FROM read.balances WHERE tenant_id = $1) AS charged,
                (SELECT count(*)::int FROM ops.intents WHERE tenant_id = $1) AS intents`,
        [tenantId],
      );
      return rows[0] ?? { charged: -1, intents: -1 };
    },
    /** How many events a session has, and what they have cost. */
    logged: async (sessionId: string): Promise<{ events: number; charged: number }> => {
      let [events, charged] = [0, 0];
      for await (const { metadata } of runtime.log.readStream(sessionStream(sessionId), 0)) {
        events += 1;
        charged += (metadata as { tokens_charged?: number }).tokens_charged ?? 0;
      }
      return { events, charged };
    },
    read: (tenantId: string, sessionId: string) =>
      readSession({ ...runtime, pool: runtime.poolOf(tenantId) }, sessionId, 0),
    scrape: async (process: ApiProcess): Promise<string> =>
      (await fetch(`http://127.0.0.1:${metricsPorts.get(process)}/metrics`)).text(),
    stop: async (): Promise<void> => {
      await Promise.all([chat, falling, patient, alone].map((one) => one.stop()));
      await api.stop();
      await upstream.stop();
    },
  };
}
