import { createHash } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import { decide as decideApiKey } from '../../domain/api-key/decider.ts';
import { SCOPES } from '../../domain/api-key/events.ts';
import type { AnyEvent, KeyRole } from '../../domain/kernel/event-definition.ts';
import { costOf, type SessionCommand } from '../../domain/session/commands.ts';
import { decide as decideSession } from '../../domain/session/decider.ts';
import type { SessionEvent } from '../../domain/session/events.ts';
import { evolve, isOpen, noSession, type SessionState } from '../../domain/session/state.ts';
import { decide as decideTenant, type TenantCommand } from '../../domain/tenant/decider.ts';
import type { TierName } from '../../domain/tenant/tiers.ts';
import type { WebhookEventName } from '../../domain/webhook-subscription/events.ts';
import {
  commandKeyId,
  subjectKeyId,
  tenantKeyId,
  type DataKeys,
  type FreshKey,
} from '../../shared/crypto/data-keys.ts';
import { type Codec, type DecodedEvent, type SealingKeys } from '../../shared/event-log/codec.ts';
import type { EventLog, ExpectedRevision } from '../../shared/event-log/event-log.ts';
import type { EncodedEvent } from '../../shared/event-log/stored-event.ts';
import {
  apiKeyStream,
  sessionStream,
  subscriptionStream,
  tenantStream,
} from '../../shared/event-log/streams.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import { fakeEngine } from './fake-engine.ts';

export type WorldParts = { pool: Pool; log: EventLog; codec: Codec; dataKeys: DataKeys };

/** Appended events of one command, opened. */
export type Written = DecodedEvent[];

type Command = {
  stream: string;
  tenantId: string;
  test: boolean;
  tokens: number;
  expected: ExpectedRevision;
};

const NO_BACKGROUND = {
  chronic_conditions: [],
  current_medications: [],
  allergies: [],
  risk_factors: [],
  family_history: [],
  smoking_status: null,
  alcohol_status: null,
};
const NAMESPACE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const STATEMENT_KEYS = 2_000;

/**
 * Writes what commands would write: decides, seals under keys that stand in the database, appends. Ids follow from a
 * counter, and the clock goes a second further with each command.
 */
export function createWorld({ pool, log, codec, dataKeys }: WorldParts, seed = 'world') {
  let counter = 0;
  let clockMs = Date.parse('2026-01-05T08:00:00.000Z');
  let unstored: (FreshKey & { tenantId: string; subjectId: string })[] = [];
  const sessions = new Map<string, { tenantId: string; test: boolean; state: SessionState }>();
  const revisions = new Map<string, number>();
  const openKeys = new Map<string, { keyId: string; key: Uint8Array }>();

  const now = (): Date => new Date(clockMs);
  const nextId = (): string => uuidV5(`${seed}-${counter++}`, NAMESPACE);

  async function makeKey(keyId: string, role: KeyRole, owner: { tenantId: string; subjectId: string }) {
    const fresh = await dataKeys.make(keyId, role);
    unstored.push({ ...fresh, ...owner });
    const usable = { keyId, key: fresh.key };
    if (role === 'tenant' || role === 'subject') openKeys.set(keyId, usable);
    return usable;
  }

  /** Stores the keys of what was written; `append` does it unless the caller works in bulk. */
  async function flushKeys(): Promise<void> {
    const keys = unstored;
    unstored = [];
    for (let index = 0; index < keys.length; index += STATEMENT_KEYS) {
      const part = keys.slice(index, index + STATEMENT_KEYS);
      await pool.query(
        `INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
         SELECT *, $7::timestamptz FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bytea[])
         ON CONFLICT (key_id) DO NOTHING`,
        [
          part.map((key) => key.keyId),
          part.map((key) => key.tenantId),
          part.map((key) => key.subjectId),
          part.map((key) => key.role),
          part.map((key) => key.stored.masterId),
          part.map((key) => key.stored.wrapped),
          now(),
        ],
      );
    }
  }

  function encode(
    events: AnyEvent[],
    command: Command & { commandId: string; keys: SealingKeys },
  ): EncodedEvent[] {
    return codec.encode(events, {
      stream: command.stream,
      commandId: command.commandId,
      keys: command.keys,
      tokensCharged: command.tokens,
      metadata: {
        tenant_id: command.tenantId,
        actor: { type: 'api_key', id: uuidV5('key', command.tenantId) },
        request_id: `request-${counter}`,
        causation_id: null,
        engine_version: fakeEngine.version,
        occurred_at: now().toISOString(),
        test: command.test,
      },
    });
  }

  async function append(
    events: AnyEvent[],
    command: Command & { commandId?: string; keys: SealingKeys; bulk?: boolean },
  ): Promise<Written> {
    clockMs += 1_000;
    const commandId = command.commandId ?? nextId();
    const encoded = encode(events, { ...command, commandId });
    if (command.bulk !== true) await flushKeys();
    const appended = await log.append(command.stream, command.expected, encoded);
    revisions.set(command.stream, appended.revision);
    const first = appended.revision - encoded.length + 1;
    return encoded.map((event, index) => ({
      event: events[index]!,
      eventId: event.eventId,
      revision: first + index,
      at: event.metadata.occurred_at,
      keys: Object.fromEntries(Object.entries(command.keys).map(([role, key]) => [role, key.keyId])),
      stream: command.stream,
      position: appended.position - BigInt(encoded.length - 1 - index),
      metadata: event.metadata,
    }));
  }

  const expectedOf = (stream: string): ExpectedRevision => revisions.get(stream) ?? 'no_stream';
  const tenantKeys = (tenantId: string): SealingKeys => ({ tenant: openKeys.get(tenantKeyId(tenantId))! });
  const plainCommand = (stream: string, tenantId: string): Command => ({
    stream,
    tenantId,
    test: false,
    tokens: 0,
    expected: expectedOf(stream),
  });

  async function tenant(tenantId: string, command: TenantCommand): Promise<Written> {
    const stream = tenantStream(tenantId);
    const registered = {
      status: 'registered' as const,
      revision: 0,
      tier: 'starter' as const,
      rate_limit_override: null,
      retention_days: 30,
      included: { month: '', tokens: 0 },
    };
    const events = decideTenant(command.kind === 'register' ? { status: 'none' } : registered, command);
    return append(events, { ...plainCommand(stream, tenantId), keys: tenantKeys(tenantId) });
  }

  async function registerTenant(tier: TierName = 'starter', name = 'Clinic'): Promise<string> {
    const tenantId = nextId();
    await makeKey(tenantKeyId(tenantId), 'tenant', { tenantId, subjectId: tenantId });
    await tenant(tenantId, { kind: 'register', name, tier });
    return tenantId;
  }

  /** Decides and appends one command of a session. `commandId` and `bulk` (keys are stored later) on demand. */
  async function session(
    sessionId: string,
    command: SessionCommand,
    options: { commandId?: string; bulk?: boolean } = {},
  ): Promise<Written> {
    const known = sessions.get(sessionId);
    if (!known) throw new Error('open the session first');
    const { tenantId, test, state } = known;
    const commandId = options.commandId ?? nextId();
    const stream = sessionStream(sessionId);
    const owner = { tenantId, subjectId: sessionId };
    const events = decideSession(state, command, fakeEngine);
    if (command.kind === 'open') await makeKey(subjectKeyId(sessionId), 'subject', owner);
    const keys: SealingKeys = {
      tenant: openKeys.get(tenantKeyId(tenantId))!,
      subject: openKeys.get(subjectKeyId(sessionId))!,
      answer: await makeKey(commandKeyId(commandId, 'answer'), 'answer', owner),
      outcome: await makeKey(commandKeyId(commandId, 'outcome'), 'outcome', owner),
    };
    const tokens = test ? 0 : costOf(command);
    const written = await append(events, {
      ...plainCommand(stream, tenantId),
      tokens,
      test,
      keys,
      commandId,
      ...(options.bulk === undefined ? {} : { bulk: options.bulk }),
    });
    sessions.set(sessionId, {
      tenantId,
      test,
      state: (written as DecodedEvent<SessionEvent>[]).reduce(evolve, state),
    });
    return written;
  }

  async function open(
    tenantId: string,
    options: { patientId?: string | null; profileId?: string; test?: boolean; bulk?: boolean } = {},
  ): Promise<string> {
    const sessionId = nextId();
    sessions.set(sessionId, { tenantId, test: options.test ?? false, state: noSession });
    const command: SessionCommand = {
      kind: 'open',
      session_id: sessionId,
      test: options.test ?? false,
      chief_complaint: 'Chest pain since the morning',
      age: 52,
      sex: 'female',
      free_text: null,
      initial_fields: {},
      patient_id: options.patientId ?? null,
      ...(options.profileId === undefined
        ? {}
        : { background: { ...NO_BACKGROUND, profile_id: options.profileId } }),
    };
    await session(sessionId, command, options.bulk === undefined ? {} : { bulk: options.bulk });
    return sessionId;
  }

  /** Answers the question that is being asked. */
  async function answer(
    sessionId: string,
    text = 'yes, since then',
    options: { commandId?: string; bulk?: boolean } = {},
  ): Promise<Written> {
    const state = stateOf(sessionId);
    const question = isOpen(state) ? state.outcome.current_question : null;
    const command: SessionCommand = {
      kind: 'answer',
      question_id: question?.question_id ?? 'additional',
      raw_text: text,
      extracted_fields: {},
      extracted_flags: [],
      field_confidences: null,
      skip: false,
    };
    return session(sessionId, command, options);
  }

  /** Takes in what somebody else has appended to the stream of a session. */
  async function catchUp(sessionId: string): Promise<void> {
    const known = sessions.get(sessionId);
    if (!known) throw new Error('open the session first');
    const stream = sessionStream(sessionId);
    let { state } = known;
    for await (const stored of log.readStream(stream, (revisions.get(stream) ?? -1) + 1)) {
      const keys = await dataKeys.load(pool, codec.keyIdsOf(stored));
      state = evolve(state, codec.decode(stored, keys) as DecodedEvent<SessionEvent>);
      revisions.set(stream, stored.revision);
    }
    sessions.set(sessionId, { ...known, state });
  }

  const stateOf = (sessionId: string): SessionState => sessions.get(sessionId)?.state ?? noSession;

  async function createApiKey(tenantId: string, name = 'Integration'): Promise<string> {
    const keyId = nextId();
    const events = decideApiKey(
      { status: 'none' },
      {
        kind: 'create',
        by: { scopes: SCOPES, expiresAt: null, test: null },
        key_id: keyId,
        key_hash: createHash('sha256').update(keyId).digest('hex'),
        key_prefix: 'svc_live_',
        key_suffix: 'abcd',
        name,
        scopes: ['sessions:read', 'sessions:write'],
        rate_limit_rpm: 60,
        tier_rpm: 30,
        test: false,
        expires_at: null,
        at: now().toISOString(),
        latest_expiry: now().toISOString(),
      },
    );
    await append(events, { ...plainCommand(apiKeyStream(keyId), tenantId), keys: tenantKeys(tenantId) });
    return keyId;
  }

  async function revokeApiKey(tenantId: string, keyId: string): Promise<Written> {
    const events: AnyEvent[] = [{ type: 'api-key-revoked', data: { reason: 'deleted' } }];
    return append(events, { ...plainCommand(apiKeyStream(keyId), tenantId), keys: {} });
  }

  async function createSubscription(
    tenantId: string,
    events: WebhookEventName[] = ['session.created'],
  ): Promise<{ subscriptionId: string; written: Written }> {
    const subscriptionId = nextId();
    const endpoint = { url: 'https://partner.example/hook', secret: 'whsec_secret' };
    const created = {
      type: 'webhook-subscription-created',
      data: { subscription_id: subscriptionId, events, endpoint },
    };
    const command = {
      ...plainCommand(subscriptionStream(subscriptionId), tenantId),
      keys: tenantKeys(tenantId),
    };
    return { subscriptionId, written: await append([created], command) };
  }

  async function switchSubscription(
    tenantId: string,
    subscriptionId: string,
    type: 'webhook-subscription-deleted' | 'webhook-subscription-disabled' | 'webhook-subscription-enabled',
  ): Promise<Written> {
    const data = type === 'webhook-subscription-disabled' ? { reason: 'gone' } : {};
    const command = { ...plainCommand(subscriptionStream(subscriptionId), tenantId), keys: {} };
    return append([{ type, data }], command);
  }

  async function changeSubscription(
    tenantId: string,
    subscriptionId: string,
    change: { url: string | null; events?: WebhookEventName[] },
  ): Promise<Written> {
    const { url, events } = change;
    const changed_fields = [...(url === null ? [] : ['url']), ...(events ? ['events'] : [])];
    const data = { changed_fields, ...(events && { events }), endpoint: { url } };
    const command = {
      ...plainCommand(subscriptionStream(subscriptionId), tenantId),
      keys: tenantKeys(tenantId),
    };
    return append([{ type: 'webhook-subscription-changed', data }], command);
  }

  async function rotateSecret(
    tenantId: string,
    subscriptionId: string,
    rotation: { secret: string; previousUntil: string },
  ): Promise<Written> {
    const data = { previous_valid_until: rotation.previousUntil, signing: { secret: rotation.secret } };
    const command = {
      ...plainCommand(subscriptionStream(subscriptionId), tenantId),
      keys: tenantKeys(tenantId),
    };
    return append([{ type: 'webhook-secret-rotated', data }], command);
  }

  return {
    now,
    advance: (ms: number): void => {
      clockMs += ms;
    },
    nextId,
    flushKeys,
    registerTenant,
    tenant,
    open,
    answer,
    session,
    catchUp,
    stateOf,
    createApiKey,
    revokeApiKey,
    createSubscription,
    switchSubscription,
    changeSubscription,
    rotateSecret,
  };
}

export type World = ReturnType<typeof createWorld>;
