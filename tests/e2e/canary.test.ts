import test from 'ava';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { clientOf } from '../support/api.ts';
import { startService, until } from '../support/service.ts';
import { recordDeliveries } from '../faults/support.ts';

/** What a caller writes freely is found in no file under DATA_DIR: log, Postgres with its WAL, NATS, process logs. */
const service = await startService({ durable: true });
const tenantId = await service.newTenant();
const rawKey = await service.newKey(tenantId);
const deliveries = await recordDeliveries();
test.after.always(async () => {
  deliveries.stop();
  await service.stop();
});

/** Words of letters, so that text reading, stemming and folding leave them whole. */
const letters = (): string =>
  [...randomBytes(18)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
const FIELDS = [
  'chief_complaint', 'free_text', 'patient_id', 'initial_field_key', 'initial_field_value', 'route_text', 'raw_text',
  'extracted_field_key', 'extracted_field_value', 'extracted_flag', 'reason', 'actual_diagnosis', 'actual_icd10',
  'notes', 'webhook_path', 'request_header', 'chronic_condition', 'medication', 'allergy', 'risk_factor', 'family',
  'removed_entry',
] as const; // prettier-ignore
const canaries = Object.fromEntries(FIELDS.map((field) => [field, `canary${letters()}`])) as Record<
  (typeof FIELDS)[number],
  string
>;

/** Offsets of base64 shift with what stands before: three forms cover them all; the edges are cut off. */
function encodings(word: string): Buffer[] {
  const bases = [0, 1, 2].map((shift) => {
    const text = Buffer.from('x'.repeat(shift) + word).toString('base64');
    return text.slice(4, -4);
  });
  const hex = Buffer.from(word).toString('hex');
  return [word, hex, hex.toUpperCase(), ...bases].map((text) => Buffer.from(text));
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function find(words: Record<string, string>): Promise<string[]> {
  const needles = Object.entries(words).flatMap(([name, word]) =>
    encodings(word).map((bytes) => ({ name, bytes })),
  );
  const found: string[] = [];
  for (const file of await filesUnder(service.stack.dataDir)) {
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    for (const { name, bytes } of needles) if (content.includes(bytes)) found.push(`${name} in ${file}`);
  }
  return found;
}

test('no canary reaches a disk, and a planted one is found', async (t) => {
  t.timeout(120_000);
  await service.settled(['balances']);
  const client = clientOf(service.baseUrl, rawKey);
  const c = canaries;
  const subscribed = await client('POST', '/v1/admin/webhooks', {
    url: `${deliveries.url}/${c.webhook_path}`,
    events: ['session.created', 'session.answered', 'session.finalized', 'assessment.completed'],
  });
  deliveries.secret = (subscribed.body as { secret: string }).secret;
  const secretWord = deliveries.secret.slice(8, 40);

  const patient = `/v1/patients/${c.patient_id}`;
  const profile = {
    chronic_conditions: [`asthma ${c.chronic_condition}`],
    current_medications: [`warfarin ${c.medication}`],
    allergies: [`penicillin ${c.allergy}`],
    risk_factors: [`immobility ${c.risk_factor}`],
    family_history: [`stroke ${c.family}`],
    smoking_status: 'former',
    alcohol_status: 'none',
  };
  const created = { ...profile, allergies: [c.removed_entry] };
  t.is((await client('PUT', patient, created)).status, 201);
  const remove = { allergies: [c.removed_entry] };
  t.is((await client('PUT', patient, { allergies: profile.allergies, remove })).status, 200);

  const opened = await client(
    'POST',
    '/v1/sessions',
    {
      chief_complaint: `chest pain ${c.chief_complaint}`,
      free_text: `since morning ${c.free_text}`,
      patient_id: c.patient_id,
      initial_fields: { [c.initial_field_key]: c.initial_field_value },
    },
    { 'idempotency-key': 'first', 'user-agent': c.request_header },
  );
  t.is(opened.status, 201);
  const { session_id } = opened.body as { session_id: string };
  const at = (tail: string): string => `/v1/sessions/${session_id}${tail}`;
  const answered = await client('POST', at('/answer'), {
    question_id: 'additional',
    raw_text: `no fever ${c.raw_text}`,
    extracted_fields: { [c.extracted_field_key]: c.extracted_field_value },
    extracted_flags: [c.extracted_flag],
  });
  t.is(answered.status, 200);
  t.is((await client('POST', at('/route'), { text: `cough ${c.route_text}` })).status, 200);
  t.is((await client('POST', at('/rectify'), { age: 50, reason: c.reason })).status, 200);
  t.is((await client('POST', at('/answer'), { question_id: c.raw_text, raw_text: c.raw_text })).status, 422);
  t.is((await client('GET', `/v1/sessions?patient_id=${c.patient_id}`)).status, 200);
  const { background } = (await client('GET', at('/export'))).body as { background: object };
  t.like(background, profile, 'as it stood when the session was opened');
  for (const tail of ['', '/summary', '/sessions']) t.is((await client('GET', patient + tail)).status, 200);
  const part = c.patient_id.slice(3, 12);
  t.is((await client('GET', `/v1/patients?q=${part}`)).status, 200);
  t.is((await client('POST', at('/finalize'))).status, 200);
  const feedback = { accuracy: 'incorrect', actual_diagnosis: c.actual_diagnosis, notes: c.notes };
  t.is(
    (await client('POST', at('/feedback'), { ...feedback, actual_icd10: c.actual_icd10.slice(0, 20) }))
      .status,
    201,
  );

  await service.settled(['sessions', 'audit', 'usage', 'patients']);
  await until('the deliveries', 30_000, () => Promise.resolve(deliveries.byEvent.size >= 4));
  const admin = new pg.Client({ connectionString: service.stack.adminUrl });
  await admin.connect();
  await admin.query('CHECKPOINT');
  await admin.query('ANALYZE');
  await admin.end();

  const words = {
    ...canaries,
    actual_icd10: c.actual_icd10.slice(0, 20),
    secret: secretWord,
    key: rawKey.slice(9, 40),
  };
  t.deepEqual(await find(words), []);
  await writeFile(
    path.join(service.stack.dataDir, 'control.bin'),
    Buffer.from(`xx${c.notes}`).toString('base64'),
  );
  t.is((await find(words)).length, 1);
});
