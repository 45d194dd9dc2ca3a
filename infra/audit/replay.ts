import type { StoredEvent, EventMetadata } from '../../shared/event-log/stored-event.ts';
import { isStranger, metadataOf } from '../../shared/event-log/stored-event.ts';
import { patientStream, sessionStream } from '../../shared/event-log/streams.ts';
import { isAudited } from '../../shared/read-models/audit-actions.ts';
import { auditEntryOf } from '../../shared/read-models/audit-rows.ts';
import type { Installation } from '../cli/connection.ts';
import { recordOperatorAccess } from './operator.ts';
import { findPatientSubjects } from './patient-subjects.ts';

/** What is walked through the log. */
export type ReplaySubject =
  | { kind: 'session'; sessionId: string }
  | { kind: 'patient'; tenantId: string; patientId: string }
  | { kind: 'tenant'; tenantId: string };

/** Where the walk ends: with the last step at or before a time, or with a revision of a session. Both are included. */
export type Until = { timeMs: number } | { revision: number };

export type ReplayOptions = {
  until?: Until | undefined;
  /** Shows what is sealed; leaves the look in the audit trail first. */
  open: boolean;
  onProgress?: (position: bigint) => void;
};

export type ReplayStep = {
  /** From 1 on. */
  step: number;
  position: string;
  stream: string;
  revision: number;
  at: string;
  type: string;
  action: string;
  actor: { type: string; id: string };
  subject: { type: string; id: string };
  changed_fields: string[];
  tokens_charged: number;
  test: boolean;
  request_id: string;
  event_id: string;
  /** What stands in clear: ids, codes, counts, times. */
  clear: Record<string, unknown>;
  /** Names of the groups that are sealed. */
  sealed: string[];
  /** Only with `open`: the sealed groups; null for one whose key is destroyed. */
  opened?: Record<string, unknown>;
};

type Parts = Pick<Installation, 'pool' | 'log' | 'codec' | 'dataKeys' | 'newId' | 'now'>;

/** There is nothing in the log of what was asked for. */
export class NothingToReplayError extends Error {
  constructor() {
    super('the log holds nothing of it');
    this.name = 'NothingToReplayError';
  }
}

/**
 * Walks a session, a patient (profile and sessions) or a tenant through the log, event by event, in log order. Throws
 * NothingToReplayError; with `open`, 503 where the look cannot be audited, before anything is opened.
 */
export async function* replay(
  parts: Parts,
  subject: ReplaySubject,
  { until, open, onProgress }: ReplayOptions,
): AsyncIterable<ReplayStep> {
  let step = 0;
  for await (const stored of await eventsOf(parts, subject)) {
    onProgress?.(stored.position);
    if (isStranger(stored)) continue;
    const metadata = metadataOf(stored);
    if (!isOf(subject, metadata) || !isAudited(stored.type)) continue;
    if (isPast(until, stored, metadata)) {
      // Times follow the log only roughly: a later event may still be of an earlier time.
      if (until && 'revision' in until) return;
      continue;
    }
    if (step === 0 && open) await auditOpening(parts, subject, metadata);
    step += 1;
    yield { ...stepOf(stored, metadata, step), ...(open && { opened: await opened(parts, stored) }) };
  }
  if (step === 0) throw new NothingToReplayError();
}

const isOf = (subject: ReplaySubject, metadata: EventMetadata): boolean =>
  subject.kind === 'session' || metadata.tenant_id === subject.tenantId;

function isPast(until: Until | undefined, stored: StoredEvent, metadata: EventMetadata): boolean {
  if (until === undefined) return false;
  if ('revision' in until) return stored.revision > until.revision;
  return Date.parse(metadata.occurred_at) > until.timeMs;
}

async function eventsOf(
  { pool, log, dataKeys }: Parts,
  subject: ReplaySubject,
): Promise<AsyncIterable<StoredEvent> | StoredEvent[]> {
  switch (subject.kind) {
    case 'session':
      return log.readStream(sessionStream(subject.sessionId), 0);
    case 'tenant':
      return log.readAll(null);
    case 'patient': {
      const { tenantId, patientId } = subject;
      const found = await findPatientSubjects({ pool, dataKeys }, tenantId, patientId);
      const streams = [...found.profileIds.map(patientStream), ...found.sessionIds.map(sessionStream)];
      // A patient has some sessions of some dozen events.
      const events: StoredEvent[] = [];
      for (const stream of streams) for await (const event of log.readStream(stream, 0)) events.push(event);
      return events.sort((a, b) => (a.position < b.position ? -1 : 1));
    }
  }
}

async function auditOpening(parts: Parts, subject: ReplaySubject, metadata: EventMetadata): Promise<void> {
  const { tenant_id: tenantId, test } = metadata;
  await recordOperatorAccess(parts, {
    tenantId,
    action: 'replay.opened',
    subject: await auditedSubject(parts, subject),
    test,
  });
}

async function auditedSubject(
  parts: Parts,
  subject: ReplaySubject,
): Promise<{ type: 'session' | 'patient' | 'tenant'; id: string }> {
  if (subject.kind === 'session') return { type: 'session', id: subject.sessionId };
  if (subject.kind === 'tenant') return { type: 'tenant', id: subject.tenantId };
  const { profileIds, hash } = await findPatientSubjects(parts, subject.tenantId, subject.patientId);
  return { type: 'patient', id: profileIds[0] ?? hash };
}

function stepOf(stored: StoredEvent, metadata: EventMetadata, step: number): ReplayStep {
  const { action, actor, subject, changed_fields, at } = auditEntryOf(stored);
  const { sealed, ...clear } = stored.data;
  return {
    step,
    position: String(stored.position),
    stream: stored.stream,
    revision: stored.revision,
    at,
    type: stored.type,
    action,
    actor,
    subject,
    changed_fields,
    tokens_charged: metadata.tokens_charged,
    test: metadata.test,
    request_id: metadata.request_id,
    event_id: stored.eventId,
    clear,
    sealed: Object.keys(sealed ?? {}),
  };
}

async function opened(
  { pool, codec, dataKeys }: Parts,
  stored: StoredEvent,
): Promise<Record<string, unknown>> {
  const keys = await dataKeys.load(pool, codec.keyIdsOf(stored));
  const { data } = codec.decode(stored, keys).event;
  const groups = Object.keys(stored.data.sealed ?? {});
  return Object.fromEntries(groups.map((name) => [name, data[name]]));
}
