import { auditActionOf } from '../../../shared/read-models/audit-actions.ts';
import type { CopyValue } from '../../../shared/postgres/copy.ts';
import type { Random } from '../../bench/load/random.ts';
import type { Done } from './draw.ts';
import { TENANT_ID } from './facts.ts';
import { idAt } from './ids.ts';
import { DAY_MS, YEAR_MS } from './moments.ts';

/** The audit trail of the year, and the charges that stand in it. */

type Entry = {
  atMs: number;
  at: string;
  eventId: string;
  action: string;
  actorType: 'api_key' | 'operator' | 'system';
  actorId: string;
  subjectType: string;
  subjectId: string;
};

const KEY_IDS = ['01', '02', '03'].map((key) => `01940000-0000-7000-8000-0000000000${key}`);
/** Of three keys the first one does most. */
const keyOf = (random: Random): string => KEY_IDS[Math.floor(random.next() ** 2 * KEY_IDS.length)] ?? '';

const USAGE_ACTIONS: Readonly<Record<string, string>> = {
  'session-opened': 'session.create',
  'session-routed': 'session.route',
  'session-answered': 'session.answer',
};

export const AUDIT_COLUMNS = [
  'tenant_id',
  'seq',
  'event_id',
  'at',
  'action',
  'actor_type',
  'actor_id',
  'subject_type',
  'subject_id',
  'changed_fields',
  'request_id',
  'canonical',
  'hash',
  'previous_hash',
] as const;
export const USAGE_COLUMNS = [
  'record_id',
  'tenant_id',
  'key_id',
  'session_id',
  'action',
  'tokens',
  'request_id',
  'created_at',
] as const;
export const GRANT_COLUMNS = ['grant_id', 'tenant_id', 'tokens', 'at'] as const;

type Row = CopyValue[];
const iso = (ms: number): string => new Date(ms).toISOString();
/** Nothing that an extract reads follows from hashes, and nobody proves anything by a sample. */
const NO_HASH = new Uint8Array(0);

/** Entries come in any order, and leave in that of time once their day is over. */
export function createTrail(random: Random) {
  const byDay = new Map<number, Entry[]>();
  const usage: Row[] = [];
  const grants: Row[] = [];
  let seq = 0;
  const add = (entry: Entry): void => {
    const day = Math.floor((entry.atMs - YEAR_MS.from) / DAY_MS);
    const entries = byDay.get(day);
    if (entries) entries.push(entry);
    else byDay.set(day, [entry]);
  };
  return {
    /** Returns the ids of its events. */
    addDone: (sessionId: string, { atMs, at, events, tokens, call }: Done): string[] => {
      const keyId = keyOf(random);
      const actor = call === null ? 'system' : keyId;
      const ids = events.map((type) => {
        const eventId = idAt(atMs, random);
        add({
          atMs,
          at,
          eventId,
          action: auditActionOf(type, {}) ?? type,
          actorType: call === null ? 'system' : 'api_key',
          actorId: actor,
          subjectType: 'session',
          subjectId: sessionId,
        });
        return eventId;
      });
      const action = USAGE_ACTIONS[events[0] ?? ''];
      if (action !== undefined && ids[0] !== undefined) {
        usage.push([ids[0], TENANT_ID, keyId, sessionId, action, tokens, '', at]);
      }
      return ids;
    },
    addGrant: (atMs: number, tokens: number): void => {
      const eventId = idAt(atMs, random);
      grants.push([eventId, TENANT_ID, tokens, iso(atMs)]);
      add({
        atMs,
        at: iso(atMs),
        eventId,
        action: 'tenant.tokens_granted',
        actorType: 'operator',
        actorId: 'operator',
        subjectType: 'tenant',
        subjectId: TENANT_ID,
      });
    },
    takeUsage: (): Row[] => usage.splice(0),
    takeGrants: (): Row[] => grants.splice(0),
    /** Entries of a day that no other one will join. */
    takeDay: (day: number): Row[] => {
      const entries = (byDay.get(day) ?? []).sort((one, other) => one.atMs - other.atMs);
      byDay.delete(day);
      return entries.map((entry) => {
        seq += 1;
        const { eventId, at, action, actorType, actorId, subjectType, subjectId } = entry;
        const who = [action, actorType, actorId, subjectType, subjectId];
        return [TENANT_ID, seq, eventId, at, ...who, [], '', '', NO_HASH, NO_HASH];
      });
    },
    length: () => seq,
  };
}
