import test from 'ava';
import { isOpen, type OpenSession } from '../../../domain/session/state.ts';
import { KeyMissingError, type DataKeys, type OpenedKey } from '../../../shared/crypto/data-keys.ts';
import { sha256 } from '../../../shared/crypto/seal.ts';
import type { Codec, DecodedEvent } from '../../../shared/event-log/codec.ts';
import type { EventLog } from '../../../shared/event-log/event-log.ts';
import { createServiceCodec, eventDefinitions } from '../../../shared/event-log/registry.ts';
import type { StoredEvent } from '../../../shared/event-log/stored-event.ts';
import {
  apiKeyStream,
  sessionStream,
  streamSubject,
  subscriptionStream,
  tenantStream,
} from '../../../shared/event-log/streams.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import { presentResults, presentState } from '../../../shared/sessions/present.ts';
import { resultsSchema, stateSchema, summarySchema } from '../../../shared/sessions/schemas.ts';
import { readSession } from '../../../shared/sessions/session-log.ts';
import { answerCommand, openCommand, SESSION_ID } from '../../domain/session/events.ts';
import { createInterview } from '../../domain/session/interview.ts';

function stateAfter(...steps: Parameters<ReturnType<typeof createInterview>['execute']>[0][]): OpenSession {
  const interview = createInterview();
  for (const step of steps) interview.execute(step);
  const state = interview.state();
  if (!isOpen(state)) throw new Error('the session is not open');
  return state;
}
const meta = { tokens_charged: 8, processing_time_ms: 3 };

test('state and results are shown as recorded, in the declared shape and nothing besides', (t) => {
  const state = stateAfter(
    openCommand({ chief_complaint: '#headache', patient_id: 'canary' }),
    answerCommand({ raw_text: 'yes' }),
    answerCommand({ question_id: 'additional', raw_text: '+cough' }),
  );
  const shown = presentState(state);
  t.deepEqual(stateSchema.strict().parse(shown), shown);
  t.like(shown, {
    session_id: SESSION_ID,
    status: 'active',
    questions_asked: 1,
    is_complete: false,
    triage_level: 'urgent',
    active_branches: ['headache'],
    red_flags: ['red_fever'],
    current_question: { question_id: 'syncope' },
    created_at: '2026-01-05T08:00:00.000Z',
  });
  const results = presentResults(state, meta);
  t.deepEqual(resultsSchema.strict().parse(results), results);
  t.like(results, {
    primary_diagnosis: 'Disease of fever',
    primary_diagnosis_icd: 'X0',
    primary_probability: 0.5,
    differentials: [{ rank: 1 }, { rank: 2 }],
    red_flags: [{ flag: 'red_fever', description: 'fever needs attention' }],
    questions_asked: 1,
    meta,
  });
  t.false(JSON.stringify([shown, results]).includes('canary'));
});

test('without a differential there is no primary diagnosis; a finalized session has no question', (t) => {
  const state = stateAfter(openCommand(), { kind: 'finalize' });
  t.like(presentState(state), { status: 'finalized', is_complete: true, current_question: null });
  const results = presentResults(state, meta);
  t.deepEqual(resultsSchema.strict().parse(results), results);
  t.like(results, {
    primary_diagnosis: null,
    primary_diagnosis_icd: null,
    primary_probability: null,
    differentials: [],
    red_flags: [],
  });
  t.deepEqual(summarySchema.strict().parse(state.summary), state.summary);
});

/** A log of one session, with the revisions that were asked for. */
function logOf(events: StoredEvent[]) {
  const asked: [string, number][] = [];
  const log: Pick<EventLog, 'readStream'> = {
    readStream: async function* (stream, fromRevision) {
      asked.push([stream, fromRevision]);
      await Promise.resolve();
      yield* events.slice(fromRevision);
    },
  };
  return { log: log as EventLog, asked };
}
const dataKeysOf = (find: (keyId: string) => OpenedKey | undefined) => {
  const loads: string[][] = [];
  const dataKeys: Pick<DataKeys, 'load'> = {
    load: (_sql, keyIds) => {
      const wanted = [...keyIds];
      loads.push(wanted);
      const keys = new Map<string, OpenedKey>();
      for (const keyId of wanted) {
        const key = find(keyId);
        if (key === undefined) return Promise.reject(new KeyMissingError(keyId));
        keys.set(keyId, key);
      }
      return Promise.resolve(keys);
    },
  };
  return { dataKeys: dataKeys as DataKeys, loads };
};
const keyOf = (keyId: string): OpenedKey => new Uint8Array(sha256(keyId));
const codec: Codec = createServiceCodec();
const pool: unknown = null;
const deps = { codec, pool: pool as Pool };

const interview = createInterview();
interview.execute(openCommand());
interview.execute(answerCommand({ raw_text: 'yes' }));

test('a session is read and opened from a revision on, its keys loaded at once', async (t) => {
  const { log, asked } = logOf(interview.stored());
  const { dataKeys, loads } = dataKeysOf(keyOf);
  const read = (from: number): Promise<DecodedEvent[]> =>
    readSession({ ...deps, log, dataKeys }, SESSION_ID, from);
  t.deepEqual(
    (await read(0)).map(({ event, revision }) => ({ event, revision })),
    interview.facts().map(({ event, revision }) => ({ event, revision })),
  );
  t.deepEqual(
    (await read(2)).map(({ revision }) => revision),
    [2, 3],
  );
  t.deepEqual(asked, [
    [sessionStream(SESSION_ID), 0],
    [sessionStream(SESSION_ID), 2],
  ]);
  t.is(loads.length, 2);
});

test('a session that is not there has no events; a destroyed key empties, a lost one stops', async (t) => {
  const session = (find: (keyId: string) => OpenedKey | undefined, events = interview.stored()) =>
    readSession({ ...deps, log: logOf(events).log, ...dataKeysOf(find) }, SESSION_ID, 0);
  t.deepEqual(await session(keyOf, []), []);
  const [opened] = await session(() => 'destroyed');
  t.like(opened?.event.data, { intake: null, outcome: null, session_id: SESSION_ID });
  await t.throwsAsync(
    session(() => undefined),
    { instanceOf: KeyMissingError },
  );
});

test('a stream that is longer than any session is not read to its end', async (t) => {
  const [first] = interview.stored();
  if (!first) return t.fail();
  const events = Array.from({ length: 5_001 }, () => first);
  const { log } = logOf(events);
  await t.throwsAsync(readSession({ ...deps, log, ...dataKeysOf(keyOf) }, SESSION_ID, 0), {
    message: /more events than it can have/,
  });
});

test('every event type is known once, and a stream tells its subject', (t) => {
  const types = eventDefinitions.map(({ type }) => type);
  t.is(new Set(types).size, types.length);
  t.true(types.every((type) => codec.knows(type)));
  t.false(codec.knows('session-closed'));
  const streams = [sessionStream, tenantStream, apiKeyStream, subscriptionStream].map((of) => of(SESSION_ID));
  t.is(new Set(streams).size, 4);
  for (const stream of streams) t.is(streamSubject(stream), SESSION_ID);
});
