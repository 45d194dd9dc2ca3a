import { randomUUID } from 'node:crypto';
import { isOpen, type OpenSession } from '../../../domain/session/state.ts';
import {
  createDataKeys,
  storeKeys,
  subjectKeyId,
  type FreshKey,
  type TenantKeys,
} from '../../../shared/crypto/data-keys.ts';
import { localMasterKeys, singleKeyRing } from '../../../shared/crypto/master-keys.ts';
import { deriveKey, systemRandom } from '../../../shared/crypto/seal.ts';
import type { Sql } from '../../../shared/postgres/pool.ts';
import { toSessionRow, type SessionRow } from '../../../shared/read-models/session-rows.ts';
import { answerCommand, openCommand } from '../../domain/session/events.ts';
import { createInterview } from '../../domain/session/interview.ts';

/** Sessions with their keys stored, and the rows that are made of them. */

export const AT = '2026-02-01T00:00:00.000Z';
const ring = singleKeyRing(Buffer.alloc(32, 1).toString('base64'));
const dataKeys = createDataKeys(localMasterKeys(ring), systemRandom);
export const tenantKeys = (fill: number): TenantKeys => {
  const seal = new Uint8Array(32).fill(fill);
  return { keyId: randomUUID(), seal, lookup: deriveKey(seal, 'lookup') };
};
export const tenant = tenantKeys(1);
export const tenantId = randomUUID();

export type Session = { state: OpenSession; subjectKey: FreshKey; outcomeKey: FreshKey };

/** A session under an id and keys of its own, with its keys stored. */
export async function newSession(
  sql: Sql,
  chief_complaint = 'canary-complaint',
  revision = 3,
): Promise<Session> {
  const interview = createInterview();
  interview.execute(openCommand({ chief_complaint, patient_id: 'canary-patient', age: 41, sex: 'female' }));
  interview.execute(answerCommand({ raw_text: 'yes canary-answer' }));
  const made = interview.state();
  if (!isOpen(made)) throw new Error('the session is not open');
  const session_id = randomUUID();
  const subjectKey = await dataKeys.make(subjectKeyId(session_id), 'subject');
  const outcomeKey = await dataKeys.make(randomUUID(), 'outcome');
  await storeKeys(sql, { tenantId, subjectId: session_id, now: new Date(AT) }, [subjectKey, outcomeKey]);
  const state: OpenSession = {
    ...made,
    session_id,
    revision,
    outcome_keys: [{ revision, key_id: outcomeKey.keyId }],
  };
  return { state, subjectKey, outcomeKey };
}

export const rowOf = ({ state, outcomeKey }: Session, changes: Partial<OpenSession> = {}): SessionRow =>
  toSessionRow(
    { ...state, ...changes },
    { tenantId, tenant, stateKey: outcomeKey.key, random: systemRandom },
  );
