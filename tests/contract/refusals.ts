import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../../shared/http/errors.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../command-api/sign-in-providers.ts';
import { newEmail, PASSWORD, wrongCode } from '../support/sign-in.ts';
import { changeSettings } from '../../command-api/tenants/operations.ts';
import { bindSso } from '../../command-api/sign-in/sso-bindings.ts';
import { freePort } from '../../infra/embedded/ports.ts';
import { createActor, type Actor, type Driver, type Prepared } from './actor.ts';
import { backFromProvider, carriedBy, challenged, successes } from './successes.ts';
import { rowOf, sampleOf } from './calls.ts';
import { NONSENSE_TEXT, SILENCE_TEXT, type Installation } from './installation.ts';

/**
 * Of every row a driver for each code that its line of the table names, but for `not_found` of what its path names:
 * that is the answer to the sample of any row, which names what does not exist. Those of readiness stand with the outages.
 */
export const refusals: Record<string, Partial<Record<ErrorCode, Driver>>> = {
  // --- sessions
  'POST /v1/sessions': {
    payment_required: penniless('POST /v1/sessions'),
    not_found: repeatedAfterErasure,
    ...unread((text) => ({ body: { chief_complaint: text } })),
  },
  'POST /v1/sessions/{session_id}/route': {
    payment_required: penniless('POST /v1/sessions/{session_id}/route'),
    conflict: onceFinalized('POST /v1/sessions/{session_id}/route'),
    ...unread(async (text, { session }) => ({ ids: { session_id: await session() }, body: { text } })),
  },
  'POST /v1/sessions/{session_id}/answer': {
    payment_required: penniless('POST /v1/sessions/{session_id}/answer'),
    conflict: onceFinalized('POST /v1/sessions/{session_id}/answer'),
    ...unread(async (text, { session }) => ({
      ids: { session_id: await session() },
      body: { question_id: 'additional', raw_text: text },
    })),
  },
  'POST /v1/sessions/{session_id}/finalize': {
    conflict: onceFinalized('POST /v1/sessions/{session_id}/finalize'),
  },
  'PATCH /v1/sessions/{session_id}/demographics': {
    conflict: onceFinalized('PATCH /v1/sessions/{session_id}/demographics'),
  },
  'POST /v1/sessions/{session_id}/rectify': {
    conflict: onceFinalized('POST /v1/sessions/{session_id}/rectify'),
  },
  'POST /v1/sessions/{session_id}/feedback': {
    conflict: async ({ session }) => ({
      ids: { session_id: await session() },
      body: { accuracy: 'correct' },
    }),
  },
  'DELETE /v1/sessions/{session_id}': {
    conflict: async ({ heldSession }) => ({ ids: { session_id: await heldSession() } }),
  },
  'DELETE /v1/patients/{patient_id}': {
    conflict: async ({ heldPatient }) => ({ ids: { patient_id: await heldPatient() } }),
  },
  'PUT /v1/patients/{patient_id}': {
    conflict: async ({ heldPatient }) => ({
      ids: { patient_id: await heldPatient() },
      body: { remove: { allergies: ['penicillin'] } },
    }),
  },
  'POST /v1/admin/data/extracts': {
    conflict: async ({ endExtracts, world, tenant }) => {
      await endExtracts();
      const body = { datasets: ['sessions'] };
      await world.must('POST /v1/admin/data/extracts', tenant.live, { body });
      return { body };
    },
  },
  'GET /v1/admin/audit-log/proof': { not_found: () => ({ query: { event_id: randomUUID() } }) },

  // --- webhooks
  'POST /v1/admin/webhooks/deliveries/{delivery_id}/replay': {
    conflict: async ({ delivery }) => ({ ids: { delivery_id: await delivery('delivered') } }),
  },
  'POST /v1/admin/webhooks/deliveries/{delivery_id}/resolve': {
    conflict: async ({ delivery }) => ({
      ids: { delivery_id: await delivery('failed') },
      body: { reason: 'fetched instead' },
    }),
  },

  // --- tenant and team; what is gone is gone by the clock
  'PUT /v1/admin/tier': { gone: () => ({ query: { tier: 'scale' } }) },
  'PATCH /v1/admin/team/{member_id}/role': {
    conflict: ({ tenant }) => ({ ids: { member_id: tenant.members.owner.id }, body: { role: 'viewer' } }),
    gone: async ({ member }) => ({
      ids: { member_id: await member('developer') },
      query: { role: 'billing' },
    }),
  },
  'DELETE /v1/admin/team/{member_id}': {
    conflict: ({ tenant }) => ({ ids: { member_id: tenant.members.owner.id } }),
  },
  'POST /v1/auth/invite': {
    unauthorized: () => ({ body: { email: newEmail() } }),
    gone: () => ({ body: { email: newEmail() }, as: 'key' }),
  },

  // --- sign-in
  'POST /v1/auth/accept-invite': {
    conflict: async ({ world, invited }) => {
      const email = newEmail();
      const token = await invited(email);
      await world.signIn.newMember({ email });
      return { body: { token, password: PASSWORD } };
    },
  },
  'POST /v1/auth/login': {
    unauthorized: async ({ world }) => {
      const member = await world.signIn.newMember();
      const browser = await world.signIn.signedIn(member);
      return { body: { email: member.email, password: `not ${PASSWORD}` }, headers: carriedBy(browser) };
    },
  },
  'POST /v1/auth/verify-code': {
    unauthorized: async (actor) => {
      const { challengeId, code } = await challenged(actor);
      return { body: { challenge_id: challengeId, code: wrongCode(code) } };
    },
  },
  'GET /v1/auth/sso': {
    bad_gateway: async ({ world }) => ({ query: { domain: await boundToNobody(world) } }),
    not_implemented: async ({ world }) => ({ query: { domain: await boundAndSwitchedOff(world) } }),
  },
  'GET /v1/auth/sso/{domain}': {
    bad_gateway: async ({ world }) => ({ ids: { domain: await boundToNobody(world) } }),
    not_implemented: async ({ world }) => ({ ids: { domain: await boundAndSwitchedOff(world) } }),
  },
  'GET /v1/auth/sso/callback': { bad_gateway: forged, not_implemented: backAfterSwitchedOff },
  'GET /v1/auth/oidc/callback': { bad_gateway: forged, not_implemented: backAfterSwitchedOff },
};

/** The call of the success, by a tenant whose tokens are used up by then. */
/** A repeat of a call whose session was erased in between. */
async function repeatedAfterErasure({ world, who }: Actor): Promise<Prepared> {
  const call = { body: { chief_complaint: 'headache' }, headers: { 'idempotency-key': randomUUID() } };
  const { session_id } = await world.must<{ session_id: string }>('POST /v1/sessions', who, call);
  await world.must('DELETE /v1/sessions/{session_id}', who, { ids: { session_id } });
  return call;
}

function penniless(name: string): Driver {
  return async ({ world }) => {
    const tenant = await world.newTenant();
    const prepare = successes[name];
    if (typeof prepare !== 'function') throw new Error(`${name} has no single success`);
    const call = await prepare(createActor(world, tenant));
    await world.hooks.projected();
    await world.pool.query('UPDATE read.balances SET charged = granted WHERE tenant_id = $1', [tenant.id]);
    return { ...call, as: 'nobody', headers: { ...tenant.live } };
  };
}

function onceFinalized(name: string): Driver {
  return async ({ finalized }) => ({ ...sampleOf(rowOf(name)), ids: { session_id: await finalized() } });
}

/** A call with a text that the upstream extractor answers with nonsense, or with nothing. */
function unread(
  prepare: (text: string, actor: Actor) => Prepared | Promise<Prepared>,
): Record<'bad_gateway' | 'gateway_timeout', Driver> {
  return {
    bad_gateway: (actor) => prepare(NONSENSE_TEXT, actor),
    gateway_timeout: (actor) => prepare(SILENCE_TEXT, actor),
  };
}

/** A domain whose identity provider does not answer. */
async function boundToNobody(world: Installation): Promise<string> {
  const port = await freePort();
  const domain = `silent-${port}.example`;
  await bindNew(world, { domain, issuer: `http://127.0.0.1:${port}` });
  return domain;
}

/** Binds a domain to a tenant of its own, and returns the tenant. */
async function bindNew(world: Installation, to: { domain: string; issuer: string }): Promise<string> {
  const tenantId = await world.api.newTenant();
  await bindSso(world.runtime, {
    ...to,
    tenantId,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    allowedHosts: [],
    privateNetwork: false,
    boundAt: world.clock.at,
  });
  return tenantId;
}

let bound = 0;

/** A domain of a tenant that can be signed in to until `switchOff`. */
async function boundFor(world: Installation): Promise<{ domain: string; switchOff: () => Promise<void> }> {
  bound += 1;
  const domain = `bounded-${bound}.example`;
  const tenantId = await bindNew(world, { domain, issuer: world.provider.issuer });
  const feature_flags = { single_sign_on: false };
  return { domain, switchOff: () => changeSettings(world.runtime, tenantId, { feature_flags }) };
}

async function boundAndSwitchedOff(world: Installation): Promise<string> {
  const { domain, switchOff } = await boundFor(world);
  await switchOff();
  return domain;
}

/** The browser comes back from its provider to a tenant that may not be signed in to in this way any more. */
async function backAfterSwitchedOff({ world }: Parameters<Driver>[0]): Promise<Prepared> {
  const { domain, switchOff } = await boundFor(world);
  const prepared = await backFromProvider({ world }, domain);
  await switchOff();
  return prepared;
}

/** The provider signs with a key that it does not publish. */
async function forged(actor: Parameters<Driver>[0]): Promise<Prepared> {
  const prepared = await backFromProvider(actor);
  actor.world.provider.forge({ foreignKey: true });
  return prepared;
}
