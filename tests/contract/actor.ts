import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Role } from '../../domain/member/types.ts';
import { writeLink } from '../../shared/data-extracts/link.ts';
import { HOUR } from '../support/clock.ts';
import { tokenIn } from '../support/mailbox.ts';
import { newEmail } from '../support/sign-in.ts';
import { credentialOf, type As, type Tenant, type Installation } from './installation.ts';
import type { Call, Who } from './calls.ts';

/** A call that a driver has prepared, ready to be sent by whoever shall send it. */
export type Prepared = Call & {
  /** Which kind of credential makes it; default what the row asks for. */
  as?: As;
  /** The body of another call of the same row, where an Idempotency-Key is to be used again. */
  otherBody?: unknown;
};

/** Makes what a call needs to get the answer that it is there for, and the call. */
export type Driver = (actor: Actor) => Prepared | Promise<Prepared>;

type Opened = { session_id: string; current_question: { question_id: string } | null };

export type Actor = ReturnType<typeof createActor>;

const HOLD = { reason: 'claim' };

/** Makes things as a key of the tenant, live or test, would. */
export function createActor(world: Installation, tenant: Tenant, options: { test?: boolean } = {}) {
  const { test = false } = options;
  const { must, hooks } = world;
  const who: Who = credentialOf(tenant, 'key', test);

  const openSession = (patientId?: string): Promise<Opened> =>
    must('POST /v1/sessions', who, {
      body: { chief_complaint: 'headache', ...(patientId === undefined ? {} : { patient_id: patientId }) },
    });
  const session = async (patientId?: string): Promise<string> => (await openSession(patientId)).session_id;

  /** A session and its current question. */
  async function asked(): Promise<{ session_id: string; question_id: string }> {
    const { session_id, current_question } = await openSession();
    if (!current_question) throw new Error('a session began without a question');
    return { session_id, question_id: current_question.question_id };
  }

  async function finalized(): Promise<string> {
    const session_id = await session();
    await must('POST /v1/sessions/{session_id}/finalize', who, { ids: { session_id } });
    return session_id;
  }

  /** The id of a patient with a profile. */
  async function patient(): Promise<string> {
    const patient_id = `patient-${randomUUID()}`;
    const body = { allergies: ['penicillin'] };
    await must('PUT /v1/patients/{patient_id}', who, { ids: { patient_id }, body });
    return patient_id;
  }

  /** A session, or the id of a patient, under legal hold. */
  async function heldSession(): Promise<string> {
    const session_id = await session();
    await must('PUT /v1/sessions/{session_id}/hold', who, { ids: { session_id }, body: HOLD });
    return session_id;
  }
  async function heldPatient(): Promise<string> {
    const patient_id = await patient();
    await must('PUT /v1/patients/{patient_id}/hold', who, { ids: { patient_id }, body: HOLD });
    return patient_id;
  }

  async function key(): Promise<string> {
    const body = { name: 'A key', scopes: ['sessions:read'], test };
    return (await must<{ key_id: string }>('POST /v1/admin/keys', who, { body })).key_id;
  }

  /** A subscription that nothing happens for. */
  async function subscription(): Promise<string> {
    const { url } = await world.goodReceiver();
    return (await world.newSubscription(who, url, 'balance.depleted')).subscription_id;
  }

  /** A delivery that stands like this. */
  async function delivery(status: 'delivered' | 'failed' | 'dead-lettered'): Promise<string> {
    const to = await (status === 'delivered' ? tenant.taken() : tenant.refused());
    const { session_id, question_id } = await asked();
    const body = { question_id, skip: true };
    await must('POST /v1/sessions/{session_id}/answer', who, { ids: { session_id }, body });
    const id = await hooks.tell(to, session_id);
    await hooks.stands(id, status === 'delivered' ? status : 'failed');
    if (status === 'dead-lettered') await hooks.deadLetter(id);
    return id;
  }

  const member = async (role: Role): Promise<string> => (await world.newMember(tenant.id, role)).id;

  /** The token of the link in an invitation that was mailed. */
  async function invited(email = newEmail()): Promise<string> {
    const invite = () => must('POST /v1/admin/team/invite', tenant.live, { body: { email } });
    const { mail } = await world.signIn.mailAfter(email, invite);
    return tokenIn(mail);
  }

  /** Ends the extract that is under way, so that another one can be asked for. */
  const endExtracts = (): Promise<unknown> =>
    hooks.api.runtime.pool.query(
      `UPDATE ops.data_extracts SET status = 'failed', problem = 'ended by a test'
       WHERE tenant_id = $1 AND status IN ('queued', 'running')`,
      [tenant.id],
    );

  /** An extract that is done, with one file, and a link to that. */
  async function extract(): Promise<{ extractId: string; token: string }> {
    const { runtime } = hooks.api;
    const extractId = randomUUID();
    const [expires, path] = [world.clock.after(HOUR), 'manifest.json'];
    await mkdir(`${runtime.extractsDir}/${extractId}`, { recursive: true });
    await writeFile(`${runtime.extractsDir}/${extractId}/${path}`, '{}');
    await runtime.pool.query(
      `INSERT INTO ops.data_extracts (extract_id, tenant_id, recipient, datasets, format, until, status, files, created_at,
         finished_at, expires_at) VALUES ($1, $2, 'team', '{sessions}', 'csv', 'x', 'done', $3, $4, $4, $5)`,
      [
        extractId,
        tenant.id,
        JSON.stringify([{ path, bytes: 2, sha256: 'a'.repeat(64) }]),
        world.clock.now(),
        expires,
      ],
    );
    const { lookup } = await runtime.serviceKeys();
    const link = { tenantId: tenant.id, extractId, path, expiresAt: expires.toISOString() };
    return { extractId, token: writeLink(lookup, link, runtime.random) };
  }

  return {
    world,
    tenant,
    test,
    who,
    session,
    asked,
    finalized,
    patient,
    heldSession,
    heldPatient,
    key,
    subscription,
    delivery,
    member,
    invited,
    extract,
    endExtracts,
  };
}
