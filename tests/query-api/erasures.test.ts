import test from 'ava';
import type { Client } from '../support/api.ts';
import { at, certificateOf, newPatient, openSession, startPatientsApi } from '../support/patients.ts';

/** The list of certificates of what calls have erased. */
const patients = await startPatientsApi();
const { tenantId, live } = await patients.newClinic();
const { live: stranger } = await patients.newClinic();
test.after.always(patients.stop);

type Certificate = { certificate_id: string };
type Page = { data: Certificate[]; next_cursor: string };

async function page(client: Client, query = ''): Promise<Page> {
  const { status, body } = await client('GET', `/v1/admin/erasures${query}`);
  if (status !== 200) throw new Error(`certificates were answered with ${status}`);
  return body as Page;
}

test('certificates are listed as they were given, the latest first, page by page, to their tenant alone', async (t) => {
  const erased: Certificate[] = [];
  for (let index = 0; index < 2; index += 1) {
    const sessionId = await openSession(live, newPatient());
    erased.unshift(certificateOf(await live('DELETE', `/v1/sessions/${sessionId}`)));
  }
  const id = newPatient();
  await live('PUT', at(id), { allergies: ['latex'] });
  erased.unshift(certificateOf(await live('DELETE', at(id))));

  const { data, next_cursor } = await page(live);
  t.deepEqual(data, erased);
  t.is(next_cursor, '');
  const first = await page(live, '?limit=2');
  t.deepEqual(first.data, erased.slice(0, 2));
  t.deepEqual((await page(live, `?limit=2&cursor=${first.next_cursor}`)).data, erased.slice(2));

  t.deepEqual((await page(stranger)).data, []);
  t.is((await stranger('GET', `/v1/admin/erasures?cursor=${first.next_cursor}`)).status, 422);
  const reader = await patients.api.newClient(tenantId, { scopes: ['sessions:read'] });
  t.is((await reader('GET', '/v1/admin/erasures')).status, 403);
});
