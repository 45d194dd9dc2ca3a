import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import test from 'ava';
import { writeCatalogue } from '../../infra/analytics/catalogue.ts';
import { allProjections } from '../../projectors/all.ts';
import { revokeRecipient } from '../../projectors/extracts/recipients.ts';
import { writeAskedExtracts } from '../../projectors/extracts/asked-extracts.ts';
import { loadCatalogue } from '../../shared/clinical/load-knowledge.ts';
import { lockDirectory } from '../../shared/files/directory-lock.ts';
import { folderOf } from '../../shared/data-extracts/folder.ts';
import { systemRandom } from '../../shared/crypto/seal.ts';
import { startApi } from '../support/api.ts';
import { HOUR, newClock } from '../support/clock.ts';

type Extract = {
  extract_id: string;
  status: string;
  until: string | null;
  rows: number;
  problem: string | null;
  files: { path: string; bytes: number; sha256: string; url: string }[];
};

const EXTRACTS = '/v1/admin/data/extracts';

const clock = newClock(new Date().toISOString());
const api = await startApi({ projections: allProjections, now: clock.now });
const { runtime, baseUrl } = api;
await writeCatalogue(runtime.pool, await loadCatalogue());
const root = runtime.extractsDir ?? '';
const tenantId = await api.newTenant();
const live = await api.newClient(tenantId);
const sandbox = await api.newClient(tenantId, { test: true });
const stranger = await api.newClient(await api.newTenant());
test.after.always(api.stop);

/** What the projectors do every second. */
const work = (signal?: AbortSignal, over: Partial<Parameters<typeof writeAskedExtracts>[0]> = {}) =>
  writeAskedExtracts({
    ...runtime,
    ...{ root, newId: randomUUID, random: systemRandom, now: clock.now },
    ...(signal && { signal }),
    ...over,
  });

/** As `work`; another process does something to the extract while it is being written. */
const workWhile = (meanwhile: () => Promise<unknown>, signal?: AbortSignal) =>
  work(signal, {
    log: {
      lastPosition: async () => {
        await meanwhile();
        return runtime.log.lastPosition();
      },
    },
  });

const takenOver = (id: string) =>
  runtime.pool.query("UPDATE ops.data_extracts SET attempts = 2, status = 'running' WHERE extract_id = $1", [
    id,
  ]);

async function ask(body: object): Promise<Extract> {
  const asked = await live('POST', EXTRACTS, body);
  if (asked.status !== 202) throw new Error(`${asked.status} ${JSON.stringify(asked.body)}`);
  return asked.body as Extract;
}
const found = async (id: string): Promise<Extract> =>
  (await live('GET', `${EXTRACTS}/${id}`)).body as Extract;

async function made(body: object): Promise<Extract> {
  await api.caughtUp();
  const { extract_id } = await ask(body);
  await work();
  return found(extract_id);
}

const fetched = async (url: string): Promise<{ status: number; bytes: Buffer }> => {
  const { search } = new URL(url);
  const answer = await fetch(`${baseUrl}/v1/data/files${search}`);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

test.serial(
  'an extract is asked for, written, fetched by its links, and goes on from its cursor',
  async (t) => {
    const opening = { chief_complaint: 'headache', age: 40, sex: 'female' };
    t.is((await live('POST', '/v1/sessions', opening)).status, 201);
    await api.caughtUp();
    const asked = await ask({ datasets: ['sessions', 'session_steps'], format: 'ndjson' });
    t.is(asked.status, 'queued');
    t.is((await live('POST', EXTRACTS, {})).status, 409, 'one at a time');
    await work();
    const done = await found(asked.extract_id);
    t.is(done.status, 'done', done.problem ?? '');
    t.is(done.rows, 2);
    t.is(done.files[0]?.path, 'manifest.json');
    for (const file of done.files) {
      const { status, bytes } = await fetched(file.url);
      t.is(status, 200);
      t.is(createHash('sha256').update(bytes).digest('hex'), file.sha256);
      t.is(bytes.length, file.bytes);
    }
    const none = await made({ datasets: ['sessions'], format: 'ndjson', since: done.until });
    t.deepEqual([none.status, none.rows], ['done', 0]);
    t.is((await live('POST', '/v1/sessions', { ...opening, chief_complaint: 'cough' })).status, 201);
    const more = await made({ datasets: ['sessions'], format: 'ndjson', since: none.until });
    t.deepEqual([more.status, more.rows], ['done', 1]);

    const { rows } = await runtime.pool.query(
      "SELECT 1 FROM ops.access_intake WHERE tenant_id = $1 AND action = 'facts.extracted'",
      [tenantId],
    );
    t.true(rows.length > 0, 'it is on its way to the audit trail');
    const listed = (await live('GET', EXTRACTS)).body as { data: Extract[] };
    t.is(listed.data[0]?.extract_id, more.extract_id);
  },
);

test.serial('a process that ends gives up what it writes, and the next one writes it', async (t) => {
  await api.caughtUp();
  const { extract_id } = await ask({ datasets: ['sessions'], format: 'ndjson' });
  for (let restarts = 0; restarts < 4; restarts++) {
    await t.throwsAsync(work(AbortSignal.abort(new Error('the process ends'))), {
      message: 'the process ends',
    });
    t.is((await found(extract_id)).status, 'queued');
  }
  await work();
  t.is((await found(extract_id)).status, 'done', 'no such end counts as an attempt');
});

test.serial('one that another process still writes is left to it, and others are written', async (t) => {
  await api.caughtUp();
  const { extract_id } = await ask({ datasets: ['complaints'] });
  const release = await lockDirectory(`${folderOf(root, extract_id)}.partial`, 'the folder');
  const other = (await stranger('POST', EXTRACTS, { datasets: ['complaints'] })).body as Extract;
  t.is(await work(), 1);
  const { status } = (await stranger('GET', `${EXTRACTS}/${other.extract_id}`)).body as Extract;
  t.is(status, 'done');
  for (let looks = 0; looks < 4; looks++) t.is(await work(), 0);
  t.is((await found(extract_id)).status, 'running', 'no such look counts as an attempt');
  await release();
  await work();
  t.is((await found(extract_id)).status, 'done');
});

test.serial('an attempt that ends late changes nothing of a later one', async (t) => {
  const unchanged = async (id: string): Promise<void> => {
    const { rows } = await runtime.pool.query(
      'SELECT status, attempts, problem, files FROM ops.data_extracts WHERE extract_id = $1',
      [id],
    );
    t.deepEqual(rows, [{ status: 'running', attempts: 2, problem: null, files: null }]);
  };
  await api.caughtUp();
  const done = await ask({ datasets: ['complaints'] });
  await workWhile(() => takenOver(done.extract_id));
  await unchanged(done.extract_id);
  await work();
  t.is((await found(done.extract_id)).status, 'done', 'the later one writes it over what was left');

  const failed = await ask({ datasets: ['sessions'], since: 'bm90IGEgY3Vyc29y' });
  await workWhile(() => takenOver(failed.extract_id));
  await unchanged(failed.extract_id);
  await work();
  t.is((await found(failed.extract_id)).status, 'failed');

  const ended = await ask({ datasets: ['sessions'], format: 'ndjson' });
  const ending = new AbortController();
  const end = async (): Promise<void> => {
    await takenOver(ended.extract_id);
    ending.abort(new Error('the process ends'));
  };
  await t.throwsAsync(workWhile(end, ending.signal), { message: 'the process ends' });
  await unchanged(ended.extract_id);
  await work();
  t.is((await found(ended.extract_id)).status, 'done');
});

test.serial('nothing is left of one that was given up while it was written', async (t) => {
  await api.caughtUp();
  const { extract_id } = await ask({ datasets: ['complaints'] });
  await workWhile(() =>
    runtime.pool.query(
      "UPDATE ops.data_extracts SET status = 'failed', problem = 'given up' WHERE extract_id = $1",
      [extract_id],
    ),
  );
  t.is((await found(extract_id)).status, 'failed');
  t.false(existsSync(folderOf(root, extract_id)));
});

test.serial('a cursor of somebody else fails in words; the next one may begin', async (t) => {
  const failed = await made({ datasets: ['sessions'], since: 'bm90IGEgY3Vyc29y' });
  t.is(failed.status, 'failed');
  t.regex(failed.problem ?? '', /cursor/);
  t.deepEqual(failed.files, []);
  t.is((await made({ datasets: ['complaints'], format: 'csv' })).status, 'done');
});

test.serial('a team whose extracts an operator has ended gets none by a call', async (t) => {
  const revoked = { tenantId: await api.newTenant(), name: 'team' };
  const client = await api.newClient(revoked.tenantId);
  const taken = async (): Promise<Extract> => {
    const { extract_id } = (await client('POST', EXTRACTS, { datasets: ['complaints'] })).body as Extract;
    await api.caughtUp();
    await work();
    return (await client('GET', `${EXTRACTS}/${extract_id}`)).body as Extract;
  };
  t.is((await taken()).status, 'done');
  await revokeRecipient(runtime.pool, revoked, clock.now());
  const refused = await taken();
  t.deepEqual([refused.status, refused.problem], ['failed', 'the recipient was revoked']);
});

test.serial('test keys and other tenants get nothing; an unknown recipient is refused', async (t) => {
  const { extract_id } = await made({ datasets: ['complaints'] });
  t.is((await sandbox('POST', EXTRACTS, {})).status, 403);
  t.is((await sandbox('GET', `${EXTRACTS}/${extract_id}`)).status, 404);
  t.deepEqual(((await sandbox('GET', EXTRACTS)).body as { data: unknown[] }).data, []);
  t.is((await stranger('GET', `${EXTRACTS}/${extract_id}`)).status, 404);
  t.is((await live('POST', EXTRACTS, { recipient: 'nobody' })).status, 422);
});

test.serial(
  'links end after a quarter of an hour, files after a day; a changed link opens nothing',
  async (t) => {
    const done = await made({ datasets: ['complaints'], format: 'csv' });
    const [manifest] = done.files;
    const url = manifest!.url;
    t.is((await fetched(`${url.slice(0, -2)}AA`)).status, 404);
    clock.after(HOUR);
    clock.forward(HOUR);
    t.is((await fetched(url)).status, 404);
    t.is(
      (await fetched((await found(done.extract_id)).files[0]!.url)).status,
      200,
      'a new call gives new links',
    );
    clock.forward(24 * HOUR);
    const over = await found(done.extract_id);
    t.deepEqual([over.status, over.files], ['expired', []]);
    await work();
    t.false(existsSync(folderOf(root, done.extract_id)));
    t.is((await found(done.extract_id)).status, 'expired');
  },
);

test.serial('one that ends its process again and again is given up', async (t) => {
  const { extract_id } = await ask({ datasets: ['complaints'] });
  await runtime.pool.query(
    "UPDATE ops.data_extracts SET status = 'running', attempts = 3 WHERE extract_id = $1",
    [extract_id],
  );
  await work();
  const failed = await found(extract_id);
  t.deepEqual(
    [failed.status, failed.problem],
    ['failed', 'the service could not write it: ask its operator'],
  );
});
