import { v5 as uuidV5 } from 'uuid';
import type { Engine } from '../../../domain/clinical/types.ts';
import { costOf } from '../../../domain/session/commands.ts';
import type { NewSessionEvent } from '../../../domain/session/events.ts';
import { commandKeyId, subjectKeyId, type FreshKey } from '../../../shared/crypto/data-keys.ts';
import type { SealingKeys } from '../../../shared/event-log/codec.ts';
import type { EncodedEvent } from '../../../shared/event-log/stored-event.ts';
import { sessionStream } from '../../../shared/event-log/streams.ts';
import type { Installation } from '../../cli/connection.ts';
import type { Random } from './random.ts';
import { playInterview, type Transcript } from './transcripts.ts';

/** Interviews that the engine really holds; each is written under many ids, sealed afresh each time. */
const TRANSCRIPTS = 300;
const APPENDS_AT_ONCE = 40;
const PART_EVENTS = 400;

type OwnedKey = FreshKey & { tenantId: string; subjectId: string };
type Stream = { name: string; events: EncodedEvent[] };

/** Sessions ready to be appended; their keys stand in the database. */
export type Prepared = { streams: Stream[]; events: number; byType: Map<string, number> };

const STORE_KEYS = `
  INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
  SELECT *, $7::timestamptz FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::bytea[])`;

const underId = (event: NewSessionEvent, sessionId: string): NewSessionEvent =>
  event.type === 'session-opened' ? { ...event, data: { ...event.data, session_id: sessionId } } : event;

const storeKeys = ({ pool, now }: Installation, keys: readonly OwnedKey[]) =>
  pool.query(STORE_KEYS, [
    keys.map((key) => key.keyId),
    keys.map((key) => key.tenantId),
    keys.map((key) => key.subjectId),
    keys.map((key) => key.role),
    keys.map((key) => key.stored.masterId),
    keys.map((key) => key.stored.wrapped),
    now(),
  ]);

/**
 * Writes finished sessions into the log as commands would: decided by the real engine, sealed by the codec under keys
 * of their own, which stand in the database before the events do. A session's events go in one append.
 */
export function createSessionWriter(
  installation: Installation,
  { engine, tenantIds, random }: { engine: Engine; tenantIds: readonly string[]; random: Random },
) {
  const { codec, dataKeys, log, now, newId } = installation;
  const transcripts = Array.from({ length: TRANSCRIPTS }, () => playInterview(engine, random));
  let turn = 0;

  async function encode(transcript: Transcript, tenantId: string, made: OwnedKey[]): Promise<Stream> {
    const sessionId = newId();
    const name = sessionStream(sessionId);
    const make = async (keyId: string, role: FreshKey['role']) => {
      const key = await dataKeys.make(keyId, role);
      made.push({ ...key, tenantId, subjectId: sessionId });
      return key;
    };
    const subject = await make(subjectKeyId(sessionId), 'subject');
    const events: EncodedEvent[] = [];
    for (const { command, events: decided } of transcript) {
      const commandId = newId();
      const keys: SealingKeys = {
        subject,
        outcome: await make(commandKeyId(commandId, 'outcome'), 'outcome'),
      };
      if (command.kind === 'answer') keys.answer = await make(commandKeyId(commandId, 'answer'), 'answer');
      events.push(
        ...codec.encode(
          decided.map((event) => underId(event, sessionId)),
          {
            stream: name,
            commandId,
            keys,
            tokensCharged: costOf(command),
            metadata: {
              tenant_id: tenantId,
              actor: { type: 'api_key', id: uuidV5('bench-key', tenantId) },
              request_id: newId(),
              causation_id: null,
              engine_version: engine.version,
              occurred_at: now().toISOString(),
              test: false,
            },
          },
        ),
      );
    }
    return { name, events };
  }

  /** Encodes whole sessions until there are at least so many events, and stores their keys. Appends nothing. */
  async function prepare(wantedEvents: number): Promise<Prepared> {
    const made: OwnedKey[] = [];
    const prepared: Prepared = { streams: [], events: 0, byType: new Map() };
    while (prepared.events < wantedEvents) {
      const transcript = transcripts[turn % transcripts.length];
      const tenantId = tenantIds[turn++ % tenantIds.length];
      if (!transcript || tenantId === undefined) throw new Error('nothing to write for');
      const stream = await encode(transcript, tenantId, made);
      prepared.streams.push(stream);
      prepared.events += stream.events.length;
      for (const { type } of stream.events) prepared.byType.set(type, (prepared.byType.get(type) ?? 0) + 1);
    }
    await storeKeys(installation, made);
    return prepared;
  }

  /** Appends prepared sessions, a few at once. */
  async function append({ streams }: Prepared): Promise<void> {
    let next = 0;
    const appender = async (): Promise<void> => {
      for (let stream = streams[next++]; stream; stream = streams[next++]) {
        await log.append(stream.name, 'no_stream', stream.events);
      }
    };
    await Promise.all(Array.from({ length: APPENDS_AT_ONCE }, appender));
  }

  return {
    prepare,
    append,
    /** Writes sessions with at least so many events; holds only a part of them in memory. */
    write: async (wantedEvents: number): Promise<{ sessions: number; events: number }> => {
      const written = { sessions: 0, events: 0 };
      while (written.events < wantedEvents) {
        const part = await prepare(Math.min(PART_EVENTS, wantedEvents - written.events));
        await append(part);
        written.sessions += part.streams.length;
        written.events += part.events;
      }
      return written;
    },
  };
}
