import test from 'ava';
import { sessionsProjection } from '../../../projectors/sessions/projection.ts';
import type { DataKeys } from '../../../shared/crypto/data-keys.ts';
import {
  localMasterKeys,
  MasterKeysRefusedError,
  MasterKeysUnreachableError,
  singleKeyRing,
  UnknownMasterKeyError,
  type MasterKeys,
} from '../../../shared/crypto/master-keys.ts';
import { errorOf } from '../../support/answers.ts';
import { startApi, type Answer } from '../../support/api.ts';
import { newRunner } from '../../support/running-projections.ts';
import { until } from '../../support/until.ts';

/**
 * A key is destroyed, missing, tampered with, or cannot be asked for: four cases that mean four things, to a request and to
 * a projection.
 */
const inner = localMasterKeys(singleKeyRing(Buffer.alloc(32, 5).toString('base64')));
let away: Error | null = null;
const orAway = <T>(work: () => Promise<T>): Promise<T> => (away ? Promise.reject(away) : work());
const masterKeys: MasterKeys = {
  ids: () => orAway(() => inner.ids()),
  wrap: (keys) => orAway(() => inner.wrap(keys)),
  unwrap: (keys) => orAway(() => inner.unwrap(keys)),
};
const api = await startApi({ masterKeys });
const { runtime } = api;
const { pool } = runtime;
const client = await api.newClient(await api.newTenant(), { test: true });
/** In the order of the log. */
const CASES = ['erased', 'kept', 'missing', 'tampered'] as const;
const sessions = {} as Record<(typeof CASES)[number], string>;
for (const name of CASES) {
  const opened = await client('POST', '/v1/sessions', {
    chief_complaint: 'headache',
    age: 40,
    sex: 'female',
  });
  sessions[name] = (opened.body as { session_id: string }).session_id;
}
const stateOf = (name: keyof typeof sessions): Promise<Answer> =>
  client('GET', `/v1/sessions/${sessions[name]}/state`);
const answerTo = (name: keyof typeof sessions): Promise<Answer> =>
  client('POST', `/v1/sessions/${sessions[name]}/answer`, {
    question_id: 'additional',
    raw_text: 'since morning',
  });

type KeyRow = {
  key_id: string;
  tenant_id: string;
  subject_id: string;
  role: string;
  master_id: string;
  wrapped: Buffer;
  created_at: Date;
};
/** The key that a session's row is sealed under, as it is before anything happens to it. */
async function keyOf(name: keyof typeof sessions): Promise<KeyRow> {
  const { rows } = await pool.query<KeyRow>(
    `SELECT k.* FROM ops.data_keys k JOIN read.sessions s ON s.state_key_id = k.key_id WHERE s.session_id = $1`,
    [sessions[name]],
  );
  if (!rows[0]) throw new Error('the session has no key');
  return rows[0];
}
const keys = { missing: await keyOf('missing'), tampered: await keyOf('tampered') };
test.after.always(api.stop);

const lose = (key: KeyRow): Promise<unknown> =>
  pool.query('DELETE FROM ops.data_keys WHERE key_id = $1', [key.key_id]);
const restore = (key: KeyRow): Promise<unknown> =>
  pool.query(
    `INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (key_id) DO UPDATE SET wrapped = excluded.wrapped`,
    [key.key_id, key.tenant_id, key.subject_id, key.role, key.master_id, key.wrapped, key.created_at],
  );
const tamper = (key: KeyRow): Promise<unknown> =>
  pool.query(
    'UPDATE ops.data_keys SET wrapped = set_byte(wrapped, 20, 255 - get_byte(wrapped, 20)) WHERE key_id = $1',
    [key.key_id],
  );

test.serial(
  'a request: 404 for what was erased, 500 for a lost or changed key, 503 while nobody answers',
  async (t) => {
    const list = (): Promise<Answer> => client('GET', '/v1/sessions');
    t.is((await stateOf('kept')).status, 200);
    t.like(await list(), { status: 200, body: { total: CASES.length } });

    t.is((await client('DELETE', `/v1/sessions/${sessions.erased}`)).status, 200);
    for (const answer of [await stateOf('erased'), await answerTo('erased')]) {
      t.deepEqual(errorOf(answer), [404, 'not_found']);
    }
    t.like(await list(), { status: 200, body: { total: CASES.length - 1 } });

    const broken = { missing: lose, tampered: tamper };
    for (const name of ['missing', 'tampered'] as const) {
      await broken[name](keys[name]);
      for (const answer of [await stateOf(name), await answerTo(name), await list()]) {
        t.deepEqual(errorOf(answer), [500, 'internal_server_error'], name);
      }
      t.is((await stateOf('kept')).status, 200, 'others do not suffer');
      await restore(keys[name]);
      t.is((await stateOf(name)).status, 200);
    }

    const problems = [
      new MasterKeysUnreachableError(),
      new MasterKeysRefusedError(),
      new UnknownMasterKeyError('m'),
    ];
    for (const problem of problems) {
      away = problem;
      const created = await client('POST', '/v1/sessions', {
        chief_complaint: 'headache',
        age: 40,
        sex: 'female',
      });
      for (const answer of [await stateOf('kept'), await answerTo('kept'), await list(), created]) {
        t.deepEqual(errorOf(answer), [503, 'service_unavailable'], problem.name);
        t.is(answer.headers.get('retry-after'), '30');
      }
      t.deepEqual(errorOf(await stateOf('erased')), [404, 'not_found'], 'an erasure asks nobody');
      away = null;
    }
    t.is((await stateOf('kept')).status, 200);
  },
);

test.serial(
  'a projection: erased gives no row, a lost or changed key stops it there, no answer is waited for',
  async (t) => {
    const rows = async (): Promise<string[]> =>
      (await pool.query<{ session_id: string }>('SELECT session_id FROM read.sessions')).rows.map(
        ({ session_id }) => session_id,
      );
    const before = (await stateOf('kept')).body;
    // As after commands that were killed before they wrote their rows through.
    await pool.query('DELETE FROM read.sessions');
    await lose(keys.missing);
    await tamper(keys.tampered);
    away = new MasterKeysUnreachableError();
    let asked = 0;
    const dataKeys: DataKeys = {
      ...runtime.dataKeys,
      load: (...args) => {
        asked += 1;
        return runtime.dataKeys.load(...args);
      },
    };
    const runner = newRunner({ ...runtime, dataKeys }, [sessionsProjection], {
      name: 'four-cases',
      retry: { baseMs: 10, capMs: 50 },
    });
    await runner.start();
    t.teardown(() => runner.stop());
    const standing = (): unknown => runner.health()[0];
    const parkedFor = async (code: string): Promise<boolean> => {
      const { rows: parked } = await pool.query('SELECT 1 FROM ops.parked_events WHERE error_code = $1', [
        code,
      ]);
      return parked.length === 1;
    };

    await until('two tries', 10_000, () => asked >= 2);
    t.like(standing(), { status: 'running', problem: null }, 'no event is to blame');
    t.deepEqual(await rows(), []);
    away = null;

    await until('the lost key', 10_000, () => parkedFor('KeyMissingError'));
    t.like(standing(), { status: 'parked' });
    t.deepEqual(
      await rows(),
      [sessions.kept],
      'what stands before it is applied, and what was erased is not',
    );
    await restore(keys.missing);

    await until('the changed key', 10_000, () => parkedFor('TamperedError'));
    t.deepEqual((await rows()).toSorted(), [sessions.kept, sessions.missing].toSorted());
    await restore(keys.tampered);

    await until('all rows', 10_000, async () => (await rows()).length === 3);
    await until('nothing parked', 10_000, async () => !(await parkedFor('TamperedError')));
    t.deepEqual((await stateOf('kept')).body, before);
    t.is((await stateOf('tampered')).status, 200);
    t.is((await stateOf('erased')).status, 404);
  },
);
