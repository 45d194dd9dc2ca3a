import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { handlerDeadline } from '../../command-api/kernel/append-attempts.ts';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { patientProfilesProjection } from '../../projectors/patients/profiles.ts';
import { patientsProjection } from '../../projectors/patients/projection.ts';
import { sessionStepsProjection } from '../../projectors/session-steps/projection.ts';
import { sessionsProjection } from '../../projectors/sessions/projection.ts';
import { canonicalJson } from '../../shared/crypto/canonical-json.ts';
import { patientHash } from '../../shared/read-models/session-rows.ts';
import { startApi, type Answer, type Client } from './api.ts';

/** Both APIs with what keeps patients up to date. */
export async function startPatientsApi() {
  const api = await startApi({
    projections: [
      sessionsProjection,
      sessionStepsProjection,
      balancesProjection,
      patientsProjection,
      patientProfilesProjection,
    ],
  });

  /** A tenant with a live key, a test key, and a live one with these scopes alone. */
  async function newClinic(scopes: Parameters<typeof api.newClient>[1] = {}) {
    const tenantId = await api.newTenant();
    const [live, sandbox, limited] = await Promise.all([
      api.newClient(tenantId),
      api.newClient(tenantId, { test: true }),
      api.newClient(tenantId, scopes),
    ]);
    await api.caughtUp();
    return { tenantId, live, sandbox, limited };
  }

  const { dataKeys, pool, newId } = api.runtime;
  const tenantKeys = (tenantId: string) => dataKeys.tenantKeys(pool, tenantId);

  return {
    api,
    newClinic,
    tenantKeys,
    hashOf: async (tenantId: string, patientId: string): Promise<Buffer> =>
      patientHash(await tenantKeys(tenantId), patientId),
    /** An erasure as its route asks for it, by somebody else. */
    erasureOf: async (tenantId: string, patientId: string, now = new Date()) => ({
      tenantId,
      tenant: await tenantKeys(tenantId),
      caller: { actor: { type: 'api_key' as const, id: newId() }, test: false },
      patientId,
      commandId: newId(),
      requestId: 'broken off',
      ip: '127.0.0.1',
      now,
      deadline: handlerDeadline(now),
      onBehalfOf: undefined,
    }),
    stop: api.stop,
  };
}

/** An id that no other patient has. */
export const newPatient = (prefix = 'P-'): string => `${prefix}${randomUUID()}`;

export const PATIENTS = '/v1/patients';
export const at = (patientId: string, tail = ''): string =>
  `${PATIENTS}/${encodeURIComponent(patientId)}${tail}`;

export type Profile = { profile_id: string; allergies: string[]; sessions_count: number } & Record<
  string,
  unknown
>;
export const profileOf = ({ body }: Answer): Profile => body as Profile;

export async function openSession(client: Client, patientId: string, body: object = {}): Promise<string> {
  const told = { chief_complaint: 'headache', patient_id: patientId, ...body };
  const opened = await client('POST', '/v1/sessions', told);
  if (opened.status !== 201) throw new Error(`a session was to be opened: ${JSON.stringify(opened.body)}`);
  return (opened.body as { session_id: string }).session_id;
}
export const finalize = (client: Client, sessionId: string): Promise<Answer> =>
  client('POST', `/v1/sessions/${sessionId}/finalize`);

type Certificate = {
  certificate_id: string;
  subject: { type: string; id: string };
  destroyed: { key_ids: string[]; rows: Record<string, number> };
  remains: string[];
  signature: { value: string; public_key: string };
};
export const certificateOf = ({ body }: Answer): Certificate =>
  (body as { certificate: Certificate }).certificate;

export function isSigned({ signature, ...statement }: Certificate): boolean {
  const key = Buffer.from(signature.public_key, 'base64');
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
  const signed = Buffer.from(canonicalJson(statement));
  return verify(null, signed, publicKey, Buffer.from(signature.value, 'base64'));
}

type Item = {
  profile_id: string;
  partner_patient_id: string;
  test: boolean;
  session_count_total: number;
  session_count_active: number;
  updated_at: string;
  age: number | null;
  sex: string | null;
};
type Page = { data: Item[]; next_cursor: string };
export const page = async (client: Client, query: Record<string, string> = {}): Promise<Page> => {
  const answer = await client('GET', `${PATIENTS}?${new URLSearchParams(query).toString()}`);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body as Page;
};
export const idsOf = ({ data }: Page): string[] => data.map((item) => item.partner_patient_id);
/** All pages; `between` runs after the first one. */
export async function allPages(
  client: Client,
  query: Record<string, string>,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<{ items: Item[]; pages: number }> {
  const items: Item[] = [];
  let cursor = '';
  let pages = 0;
  do {
    const one = await page(client, { ...query, cursor });
    items.push(...one.data);
    cursor = one.next_cursor;
    pages += 1;
    if (pages === 1) await between();
  } while (cursor !== '');
  return { items, pages };
}
