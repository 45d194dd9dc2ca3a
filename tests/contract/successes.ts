import { randomUUID } from 'node:crypto';
import { newBrowser, type Browser } from '../support/browser.ts';
import { fetchDescribed } from '../support/described.ts';
import { newEmail, PASSWORD } from '../support/sign-in.ts';
import type { Actor, Driver, Prepared } from './actor.ts';
import { nameOf, type Who } from './calls.ts';
import type { Row } from './table.ts';
import { credentialOf, SSO_DOMAIN, usualCredential } from './installation.ts';

/**
 * Of every row a driver that prepares a call which gets its success status; where a row has several, a driver for each.
 */
export const successes: Record<string, Driver | Record<number, Driver>> = {
  // --- sessions
  'GET /v1/sessions': () => ({}),
  'POST /v1/sessions': () => ({
    body: { chief_complaint: 'chest pain', age: 54, sex: 'male' },
    otherBody: { chief_complaint: 'chest pain', age: 55, sex: 'male' },
  }),
  'GET /v1/sessions/{session_id}/export': async ({ finalized }) => ({
    ids: { session_id: await finalized() },
  }),
  'GET /v1/sessions/{session_id}': ofSession(),
  'GET /v1/sessions/{session_id}/state': ofSession(),
  'POST /v1/sessions/{session_id}/route': ofSession({
    body: { text: 'A sudden headache, and I vomited twice.' },
    otherBody: { text: 'A sudden headache.' },
  }),
  'POST /v1/sessions/{session_id}/answer': async ({ asked }) => {
    const { session_id, question_id } = await asked();
    return {
      ids: { session_id },
      body: { question_id, raw_text: 'no' },
      otherBody: { question_id, skip: true },
    };
  },
  'GET /v1/sessions/{session_id}/results': ofSession(),
  'POST /v1/sessions/{session_id}/finalize': ofSession(),
  'DELETE /v1/sessions/{session_id}': ofSession(),
  'PATCH /v1/sessions/{session_id}/demographics': ofSession({ body: { age: 61, sex: 'female' } }),
  'POST /v1/sessions/{session_id}/feedback': async ({ finalized }) => ({
    ids: { session_id: await finalized() },
    body: { accuracy: 'correct', actual_icd10: 'G43.9' },
    otherBody: { accuracy: 'incorrect' },
  }),
  'POST /v1/sessions/{session_id}/rectify': ofSession({
    body: { age: 45, reason: 'misheard' },
    otherBody: { age: 46 },
  }),
  'PUT /v1/sessions/{session_id}/hold': ofSession({
    body: { reason: 'claim' },
    otherBody: { reason: 'other' },
  }),
  'DELETE /v1/sessions/{session_id}/hold': async ({ heldSession }) => ({
    ids: { session_id: await heldSession() },
  }),
  'GET /v1/sessions/{session_id}/explain': ofSession(),
  'GET /v1/sessions/{session_id}/history': ofSession(),
  'GET /v1/sessions/{session_id}/history/state': ofSession({ query: { revision: '0' } }),
  'GET /v1/concepts': () => ({ query: { q: 'headache' } }),
  'GET /v1/concepts/{code}': () => ({ ids: { code: 'abdominal_pain_site' } }),

  // --- patients
  'GET /v1/patients': () => ({}),
  'GET /v1/patients/{patient_id}': ofPatient(),
  'PUT /v1/patients/{patient_id}': {
    200: ofPatient({ body: { allergies: ['latex'] } }),
    201: () => ({ ids: { patient_id: `patient-${randomUUID()}` }, body: { allergies: ['latex'] } }),
  },
  'GET /v1/patients/{patient_id}/sessions': ofPatient(),
  'GET /v1/patients/{patient_id}/summary': ofPatient(),
  'GET /v1/patients/{patient_id}/disclosures': ofPatient(),
  'DELETE /v1/patients/{patient_id}': ofPatient(),
  'PUT /v1/patients/{patient_id}/hold': ofPatient({ body: { reason: 'claim' } }),
  'DELETE /v1/patients/{patient_id}/hold': async ({ heldPatient }) => ({
    ids: { patient_id: await heldPatient() },
  }),

  // --- tenant administration
  'GET /v1/admin/stats': () => ({}),
  'POST /v1/admin/export': () => ({ body: { limit: 10 } }),
  'GET /v1/admin/audit-log': () => ({}),
  'GET /v1/admin/audit-log/events': () => ({}),
  'GET /v1/admin/audit-log/events/{event_id}': async ({ world, who }) => {
    await world.hooks.projected();
    const list: { data: { event_id: string }[] } = await world.must('GET /v1/admin/audit-log', who);
    return { ids: { event_id: list.data[0]?.event_id ?? '' } };
  },
  'GET /v1/admin/audit-log/export': () => ({}),
  'GET /v1/admin/audit-log/proof': () => ({}),
  'GET /v1/admin/requests': () => ({}),
  'GET /v1/admin/requests/summary': () => ({}),
  'GET /v1/admin/rate-limit': () => ({}),
  'PUT /v1/admin/rate-limit': () => ({ body: { rate_limit_rpm: 5_000, reason: 'vaccination day' } }),
  'GET /v1/admin/retention': () => ({}),
  'PUT /v1/admin/retention': () => ({ body: { retention_days: 90, reason: 'policy' } }),
  'POST /v1/admin/auth': () => ({}),
  'POST /v1/admin/auth/logout': async ({ world, tenant }) => ({
    headers: { ...(await world.sessionOf(tenant.id, tenant.members.viewer.id)) },
    as: 'nobody',
  }),
  'GET /v1/admin/keys': () => ({}),
  'POST /v1/admin/keys': ({ test }) => ({
    body: { name: 'A key', test },
    otherBody: { name: 'Another', test },
  }),
  'POST /v1/admin/keys/{key_id}/rotate': ofKey({
    body: {},
    otherBody: { expires_at: '2030-01-01T00:00:00.000Z' },
  }),
  'PATCH /v1/admin/keys/{key_id}': ofKey({ body: { name: 'A new name' } }),
  'DELETE /v1/admin/keys/{key_id}': ofKey(),
  'GET /v1/admin/balance': () => ({}),
  'GET /v1/admin/balance/status': () => ({}),
  'GET /v1/admin/usage': () => ({}),
  'GET /v1/admin/usage/details': () => ({}),
  'GET /v1/admin/usage/summary': () => ({}),
  'GET /v1/admin/tier': () => ({}),
  'PUT /v1/admin/tier': () => ({ body: { tier: 'enterprise' } }),
  'GET /v1/account': () => ({}),
  'GET /v1/dashboard/status': () => ({}),

  // --- webhooks
  'GET /v1/admin/webhooks': () => ({}),
  'POST /v1/admin/webhooks': async ({ world }) => {
    const { url } = await world.goodReceiver();
    return { body: { url, events: ['balance.low_10'] }, otherBody: { url, events: ['balance.low_20'] } };
  },
  'GET /v1/admin/webhooks/{subscription_id}': ofSubscription(),
  'PATCH /v1/admin/webhooks/{subscription_id}': ofSubscription({ body: { events: ['session.timeout'] } }),
  'DELETE /v1/admin/webhooks/{subscription_id}': ofSubscription(),
  'GET /v1/admin/webhooks/{subscription_id}/deliveries': ofSubscription(),
  'GET /v1/admin/webhooks/{subscription_id}/health': ofSubscription(),
  'POST /v1/admin/webhooks/{subscription_id}/rotate': ofSubscription(),
  'POST /v1/admin/webhooks/{subscription_id}/test': ofSubscription(),
  'GET /v1/admin/erasures': () => ({}),
  'POST /v1/admin/data/extracts': async ({ endExtracts }) => {
    await endExtracts();
    return { body: { datasets: ['sessions'] }, otherBody: { datasets: ['feedback'] } };
  },
  'GET /v1/admin/data/extracts': () => ({}),
  'GET /v1/admin/data/extracts/{extract_id}': async ({ extract }) => ({
    ids: { extract_id: (await extract()).extractId },
  }),
  'GET /v1/data/files': async ({ extract }) => ({ query: { token: (await extract()).token } }),
  'GET /v1/events': () => ({ query: { types: 'session.created,session.finalized', limit: '2' } }),
  'GET /v1/admin/webhooks/deliveries': () => ({ query: { status: 'failed,delivered' } }),
  'GET /v1/admin/webhooks/failures/summary': () => ({}),
  'GET /v1/admin/webhooks/deliveries/{delivery_id}': async ({ delivery }) => ({
    ids: { delivery_id: await delivery('delivered') },
  }),
  'POST /v1/admin/webhooks/deliveries/{delivery_id}/replay': async ({ delivery }) => ({
    ids: { delivery_id: await delivery('failed') },
  }),
  'POST /v1/admin/webhooks/deliveries/{delivery_id}/resolve': async ({ delivery }) => ({
    ids: { delivery_id: await delivery('dead-lettered') },
    body: { reason: 'fetched instead' },
    otherBody: { reason: 'not needed' },
  }),
  'GET /v1/admin/webhooks/dlq': () => ({}),
  // Nothing else than true may stand there: the same in other bytes is another body.
  'POST /v1/admin/webhooks/dlq/replay-all': () => ({
    body: { confirm: true },
    otherBody: '{ "confirm": true }',
  }),

  // --- team
  'GET /v1/admin/team': () => ({}),
  'GET /v1/admin/access-review': () => ({}),
  'POST /v1/admin/team/invite': invitation,
  'POST /v1/dashboard/team/invite': invitation,
  'POST /v1/auth/invite': () => ({ ...invitation(), as: 'key' }),
  'PATCH /v1/admin/team/{member_id}/role': ofMember({ body: { role: 'viewer' } }),
  'DELETE /v1/admin/team/{member_id}': ofMember(),

  // --- sign-in
  'POST /v1/auth/register': () => ({ body: { email: newEmail(), password: PASSWORD } }),
  'POST /v1/auth/accept-invite': async ({ invited }) => ({
    body: { token: await invited(), password: PASSWORD },
  }),
  'POST /v1/auth/login': {
    200: async ({ world }) => {
      const member = await world.signIn.newMember();
      const browser = await world.signIn.signedIn(member);
      return { body: { email: member.email, password: PASSWORD }, headers: carriedBy(browser) };
    },
    202: () => ({ body: { email: newEmail(), password: PASSWORD } }),
  },
  'POST /v1/auth/verify-code': async (actor) => {
    const { challengeId, code } = await challenged(actor);
    return { body: { challenge_id: challengeId, code } };
  },
  'POST /v1/auth/resend-code': async (actor) => ({
    body: { challenge_id: (await challenged(actor)).challengeId },
  }),
  'POST /v1/auth/forgot-password': () => ({ body: { email: newEmail() } }),
  'POST /v1/auth/reset-password': async ({ world }) => ({
    body: { token: await world.signIn.linkFor(await world.signIn.newMember()), new_password: PASSWORD },
  }),
  'GET /v1/auth/sso': async ({ world }) => {
    await world.bindDomain();
    return { query: { domain: SSO_DOMAIN } };
  },
  'GET /v1/auth/sso/{domain}': async ({ world }) => {
    await world.bindDomain();
    return { ids: { domain: SSO_DOMAIN } };
  },
  'GET /v1/auth/sso/callback': (actor) => backFromProvider(actor),
  'GET /v1/auth/oidc/callback': (actor) => backFromProvider(actor),

  // --- for everybody
  'GET /v1/changelog': () => ({}),
  'GET /v1/health/live': () => ({}),
  'GET /v1/health/ready': () => ({}),
  'GET /v1/health': () => ({}),
  'GET /v1/openapi.json': kept(() => ({})),
  'GET /v1/docs': kept(() => ({})),
  'GET /v1/docs/postman.json': kept(() => ({})),
  'GET /v1/docs/{page}': kept(() => ({ ids: { page: 'quickstart' } })),
  'GET /v1/docs/assets/{file}': kept(async ({ world }) => {
    const page = await fetchDescribed(`${world.baseUrl}/v1/docs`);
    const file = /\/v1\/docs\/assets\/([\w.-]+)"/.exec(await page.text())?.[1];
    if (file === undefined) throw new Error('the page names no file');
    return { ids: { file } };
  }),
};

/** What callers may keep: its bytes, and that they are still right. */
function kept(driver: Driver): Record<number, Driver> {
  return {
    200: driver,
    304: async (actor) => ({ ...(await driver(actor)), headers: { 'if-none-match': '*' } }),
  };
}

/** The drivers of a row by the status that each gets. */
export function driversOf(row: Row): [number, Driver][] {
  const driver = successes[nameOf(row)];
  if (driver === undefined) return [];
  if (typeof driver === 'function') return [[row.success[0] ?? 0, driver]];
  return Object.entries(driver).map(([status, one]) => [Number(status), one]);
}

/** The first of them. */
export function driverOf(row: Row): { status: number; driver: Driver } {
  const first = driversOf(row)[0];
  if (!first) throw new Error(`${nameOf(row)} has no driver`);
  return { status: first[0], driver: first[1] };
}

/** Who makes a call that was prepared by this actor, or the same call in the actor's place. */
export const callerOf = (row: Row, { as }: Prepared, { tenant, test }: Actor): Who =>
  credentialOf(tenant, as ?? usualCredential(row), test);

function ofSession(rest: Prepared = {}): Driver {
  return async ({ session }) => ({ ids: { session_id: await session() }, ...rest });
}
function ofPatient(rest: Prepared = {}): Driver {
  return async ({ patient }) => ({ ids: { patient_id: await patient() }, ...rest });
}
function ofKey(rest: Prepared = {}): Driver {
  return async ({ key }) => ({ ids: { key_id: await key() }, ...rest });
}
function ofSubscription(rest: Prepared = {}): Driver {
  return async ({ subscription }) => ({ ids: { subscription_id: await subscription() }, ...rest });
}
function ofMember(rest: Prepared = {}): Driver {
  return async ({ member }) => ({ ids: { member_id: await member('developer') }, ...rest });
}
function invitation(): Prepared {
  return { body: { email: newEmail() }, otherBody: { email: newEmail() } };
}

/** What a browser sends by itself. */
export const carriedBy = ({ cookies, ip }: Browser): Record<string, string> => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'x-forwarded-for': ip,
});

export async function challenged({ world }: Actor): Promise<{ challengeId: string; code: string }> {
  return world.signIn.challenge(world.signIn.browser(), await world.signIn.newMember());
}

/** A browser that the identity provider leads back. */
export async function backFromProvider(
  { world }: Pick<Actor, 'world'>,
  domain = SSO_DOMAIN,
): Promise<Prepared> {
  await world.bindDomain();
  const browser = newBrowser(world.baseUrl);
  const { headers } = await browser.send('GET', `/v1/auth/sso?domain=${domain}`);
  const asked = new URL(headers.get('location') ?? '').searchParams;
  // The provider takes the nonce for a code.
  const query = { code: asked.get('nonce') ?? '', state: asked.get('state') ?? '' };
  return { query, headers: carriedBy(browser) };
}
