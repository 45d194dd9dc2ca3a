import test, { type ExecutionContext } from 'ava';
import type { ErrorCode } from '../../shared/http/errors.ts';
import { newIp } from '../support/browser.ts';
import { codeOf, errorIn, fieldsOf } from '../support/answers.ts';
import { fits } from '../support/described.ts';
import {
  describedAs,
  MALFORMED,
  nameOf,
  NOBODY,
  sampleOf,
  sendTooMuch,
  sendTooSlowly,
  UNKNOWN_FIELD,
} from './calls.ts';
import type { Call, Reply, Who } from './calls.ts';
import { boundaryRounds, type Round } from './bounds.ts';
import { isRefused } from './expect.ts';
import { table, type Row } from './table.ts';
import { credentialOf, startInstallation, usualCredential } from './installation.ts';

/** What the input of any row can be refused for, and a used-up limit: nothing of it has an effect. */
const BODY_TIMEOUT_MS = 2_000;
const world = await startInstallation({ bodyTimeoutMs: BODY_TIMEOUT_MS });
const { send, baseUrl } = world;
const tenant = await world.newTenant();
const hurried = await world.newKey(tenant.id, { rateLimitRpm: 1 });
const busyAddress = newIp();
const ANONYMOUS_RPM = 60;
test.after.always(world.stop);

const CHANGELOG = { method: 'GET', path: '/v1/changelog' } as const;
test.before('the limits are used up', async (t) => {
  t.is((await send({ method: 'GET', path: '/v1/account' }, hurried)).status, 200);
  for (let calls = 0; calls < ANONYMOUS_RPM; calls += 1)
    t.is((await send(CHANGELOG, NOBODY, { headers: { 'x-forwarded-for': busyAddress } })).status, 200);
});

const whoOf = (row: Row): Who => credentialOf(tenant, usualCredential(row));

async function refused(t: ExecutionContext, row: Row, call: Call, code: ErrorCode): Promise<Reply> {
  const reply = await send(row, whoOf(row), { ...sampleOf(row), ...call });
  isRefused(t, row, { reply, code });
  return reply;
}

/** Longer than any parameter may be, and of no format. */
const WRONG = 'x'.repeat(2_001);
const RANGES = [
  ['date_from', 'date_to'],
  ['from', 'to'],
  ['from_date', 'to_date'],
] as const;
const instant = (name: string, day: string): string => (name.length > 4 ? day : `${day}T00:00:00Z`);

/** Where the older form has the query and the newer one the body, a call has one of them. */
const placesOf = ({ deprecated }: Row) =>
  deprecated === 'form' ? ([['path', 'query'], ['body']] as const) : ([['path', 'query', 'body']] as const);

function withRound(row: Row, { ids, query, body }: Round): Call {
  const sample = sampleOf(row);
  const isOldForm = row.deprecated === 'form' && Object.keys(query).length > 0;
  return {
    ids: { ...sample.ids, ...ids },
    query: { ...sample.query, ...query },
    ...(sample.body === undefined || isOldForm ? {} : { body: { ...(sample.body as object), ...body } }),
  };
}

/** Fields that are each within their bounds may contradict one another: the one that does is left out. */
function agreeing(row: Row, call: Call): Call {
  const { body } = describedAs(row);
  const given = Object.entries(call.body ?? {});
  const without = (name: string): object => Object.fromEntries(given.filter(([other]) => other !== name));
  if (body === null || fits(body.schema, call.body)) return call;
  const odd = given.find(([name]) => fits(body.schema, without(name)));
  return odd === undefined ? call : { ...call, body: without(odd[0]) };
}

const namesIn = ({ ids, query, body }: Round): string[] =>
  [ids, query, body].flatMap((part) => Object.keys(part)).toSorted();

/** The fields that a 422 names, without what stands inside of them. */
const namedBy = (reply: Reply): string[] =>
  [...new Set(fieldsOf(reply).map((field) => field.split('.')[0] ?? ''))].toSorted();

for (const row of table) {
  const name = nameOf(row);
  const { parameters, body } = describedAs(row);

  test.serial(`${name} refuses malformed headers`, async (t) => {
    await refused(t, row, { headers: MALFORMED }, 'bad_request');
    if (row.idempotent) await refused(t, row, { headers: { 'idempotency-key': 'two words' } }, 'bad_request');
  });

  for (const parameter of parameters.filter(({ in: place }) => place !== 'header')) {
    test.serial(`${name} refuses a wrong ${parameter.name}`, async (t) => {
      const sample = sampleOf(row);
      const kind = parameter.in === 'path' ? 'ids' : 'query';
      const call = { ...sample, [kind]: { ...sample[kind], [parameter.name]: WRONG } };
      const fields = fieldsOf(await refused(t, row, call, 'validation_error'));
      t.deepEqual([...new Set(fields.map((field) => field.split('.')[0]))], [parameter.name]);
    });
  }

  const outside = placesOf(row).flatMap((places) => boundaryRounds(row.rules, { side: 'outside', places }));
  if (outside.length > 0) {
    test.serial(`${name} names every field that is just outside of its bounds`, async (t) => {
      for (const round of outside) {
        const reply = await refused(t, row, withRound(row, round), 'validation_error');
        t.deepEqual(namedBy(reply), namesIn(round), JSON.stringify(round).slice(0, 1_000));
      }
    });

    test.serial(`${name} takes every field that is just within its bounds`, async (t) => {
      // An older form would be carried out; what it takes is tried beside its sunset.
      const places = row.deprecated === 'form' ? (['path', 'body'] as const) : undefined;
      for (const round of boundaryRounds(row.rules, { side: 'inside', ...(places && { places }) })) {
        const call = agreeing(row, withRound(row, round));
        // A body with one field too many is read to its end, and has no effect.
        const spoilt = call.body === undefined ? null : { ...(call.body as object), [UNKNOWN_FIELD]: 1 };
        const reply = await send(row, whoOf(row), { ...call, ...(spoilt && { body: spoilt }) });
        const named = reply.status === 422 ? namedBy(reply) : [];
        t.deepEqual(named, spoilt === null ? [] : [UNKNOWN_FIELD], JSON.stringify(round).slice(0, 1_000));
        t.true(reply.status < 500 || row.errors.includes(codeOf(reply)), reply.text);
      }
    });
  }

  for (const [from, to] of RANGES.filter((pair) =>
    pair.every((one) => [...row.query, ...row.body].includes(one)),
  )) {
    test.serial(`${name} refuses a range from ${from} that is over before it begins`, async (t) => {
      const range = { [from]: instant(from, '2026-02-02'), [to]: instant(to, '2026-02-01') };
      await refused(t, row, row.body.length > 0 ? { body: range } : { query: range }, 'bad_request');
    });
  }

  if (body !== null) {
    test.serial(`${name} refuses a body that is not one of its own`, async (t) => {
      const example = body.example as Record<string, unknown>;
      const unknown = await refused(t, row, { body: { ...example, [UNKNOWN_FIELD]: 1 } }, 'validation_error');
      t.deepEqual(fieldsOf(unknown), [UNKNOWN_FIELD]);
      for (const field of row.body.filter((one) => one.endsWith('!')).map((one) => one.slice(0, -1))) {
        const { [field]: _, ...rest } = example;
        t.true(fieldsOf(await refused(t, row, { body: rest }, 'validation_error')).includes(field), field);
      }
      t.deepEqual(fieldsOf(await refused(t, row, { body: '[]' }, 'validation_error')), ['body']);
      await refused(t, row, { body: '{"' }, 'bad_request');
      // The older form has none.
      if (row.deprecated !== 'form' && body.required)
        await refused(t, row, { body: undefined }, 'bad_request');
      const plain = { headers: { 'content-type': 'text/plain' } };
      await refused(t, row, plain, 'unsupported_media_type');
    });

    test.serial(`${name} refuses a body that is too large`, async (t) => {
      const call = { who: whoOf(row), call: sampleOf(row) };
      const announced = await sendTooMuch(baseUrl, row, { ...call, isAnnounced: true });
      isRefused(t, row, { reply: announced, code: 'request_too_large' });
      const streamed = await sendTooMuch(baseUrl, row, { ...call, isAnnounced: false });
      isRefused(t, row, { reply: streamed, code: 'payload_too_large' });
    });
  }

  // One form of what the call asks for is deprecated, and not to be mixed with the other.
  if (row.query.length > 0 && row.body.length > 0) {
    test.serial(`${name} refuses both of its forms at once`, async (t) => {
      const { body: given } = sampleOf(row);
      const call = { ...sampleOf(row), query: given as Record<string, string> };
      await refused(t, row, call, 'bad_request');
    });
  }

  if (row.access === 'probe') continue;
  test.serial(`${name} refuses calls over the limit`, async (t) => {
    const isPublic = row.access === 'public';
    const who = isPublic ? NOBODY : hurried;
    const headers = isPublic ? { 'x-forwarded-for': busyAddress } : {};
    const limit = isPublic ? ANONYMOUS_RPM : 1;
    for (const call of [sampleOf(row), { ...sampleOf(row), headers: MALFORMED }]) {
      const reply = await send(row, who, { ...call, headers: { ...call.headers, ...headers } });
      isRefused(t, row, { reply, code: 'rate_limited' });
      const { message, detail } = errorIn(reply);
      t.is(detail?.limit, limit);
      t.is(reply.headers.get('retry-after'), String(detail?.retry_after));
      t.true(message.includes(`${limit} requests per minute`), message);
      t.is(reply.headers.get('x-ratelimit-remaining'), '0');
    }
  });
}

test.serial('probes are never limited', async (t) => {
  const headers = { 'x-forwarded-for': busyAddress };
  for (const row of table.filter(({ access }) => access === 'probe'))
    t.is((await send(row, NOBODY, { headers })).status, 200);
});

// Not serial: these wait for a clock that nobody puts forward, all of them at once.
for (const row of table.filter((each) => describedAs(each).body !== null)) {
  test(`${nameOf(row)} refuses a body that does not arrive`, async (t) => {
    const reply = await sendTooSlowly(baseUrl, row, { who: whoOf(row), call: sampleOf(row) });
    isRefused(t, row, { reply, code: 'request_timeout' });
    t.is(reply.headers.get('connection'), 'close');
  });
}
