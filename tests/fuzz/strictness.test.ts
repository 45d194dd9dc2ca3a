import test from 'ava';
import fc from 'fast-check';
import { errorIn } from '../support/answers.ts';
import { newIp } from '../support/browser.ts';
import { MINUTE } from '../support/clock.ts';
import { fits } from '../support/described.ts';
import { createActor, type Actor, type Prepared } from '../contract/actor.ts';
import { describedAs, faultsOf, nameOf, type Reply } from '../contract/calls.ts';
import { startInstallation } from '../contract/installation.ts';
import { callerOf, driverOf } from '../contract/successes.ts';
import { table, type Row } from '../contract/table.ts';
import { brokenRequestsOf, contradictionsOf, hasInput, requestsOf, type Request } from './requests.ts';
import { BOUND_TO_STATE, isOfState, isTakenAllTheSame } from './state-rules.ts';

/**
 * The description is as strict as the service: what it allows is refused by the state of things only, what it does not
 * allow is never taken, and every answer is described. `npm run drill` makes more calls, of a seed that it prints.
 */
const isFull = process.env['DRILL'] === 'full';
const SEED = Number(process.env['DRILL_SEED'] ?? 20_261_121);
const SIZE = isFull ? { valid: 150, spoilt: 5, together: 400 } : { valid: 6, spoilt: 1, together: 10 };
/** Of one operation; what is left by then is not sent. */
const BUDGET_MS = isFull ? 60_000 : 15_000;

const world = await startInstallation();
test.after.always(world.stop);

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 300);

/** `409 conflict`, or of a 422 each field with its code: `422 token invalid_token`. */
function refusalsOf(reply: Reply): string[] {
  const { code, detail } = errorIn(reply);
  const fields = detail?.field_errors ?? [];
  return fields.length === 0
    ? [`${reply.status} ${code}`]
    : fields.map((error) => `${reply.status} ${error.field} ${error.code}`);
}

/** A request of what is there: the path of the prepared call, and its fields that are bound to state. */
function ofWhatIsThere(row: Row, prepared: Prepared, { query, body }: Request): Request {
  const names = BOUND_TO_STATE[nameOf(row)] ?? [];
  const kept = (part: unknown) =>
    Object.fromEntries(
      Object.entries((part ?? {}) as Record<string, string>).filter(([name]) => names.includes(name)),
    );
  return {
    ids: prepared.ids ?? {},
    query: { ...query, ...kept(prepared.query) },
    body: body ? { ...body, ...kept(prepared.body) } : body,
  };
}

/** What these take changes how many calls the tenant may make. */
const SET_LIMITS = new Set(['PUT /v1/admin/rate-limit', 'PUT /v1/admin/tier']);

type Sent = { allowed: number; byState: number; forbidden: number; faults: string[] };
const all: Sent = { allowed: 0, byState: 0, forbidden: 0, faults: [] };

/** Calls one operation; a tenant of its own, so that what it breaks is no other's. */
async function drill(row: Row, actor: Actor): Promise<Sent> {
  const operation = describedAs(row);
  const { driver } = driverOf(row);
  const until = performance.now() + BUDGET_MS;
  const sent: Sent = { allowed: 0, byState: 0, forbidden: 0, faults: [] };
  let prepared = await driver(actor);

  const send = async (request: Request): Promise<Reply> => {
    const headers = { ...prepared.headers, 'x-forwarded-for': newIp() };
    const call = { ...prepared, ...request, headers };
    // A limit that the call before has set is used up at once; a minute later it is not.
    if (SET_LIMITS.has(nameOf(row))) world.clock.forward(MINUTE);
    const reply = await world.send(row, callerOf(row, call, actor), call);
    const faults = [...faultsOf(row, reply), ...(reply.status >= 500 ? ['a fault of the service'] : [])];
    if (faults.length > 0) sent.faults.push(`${reply.status} to ${shown(request)}: ${faults.join('; ')}`);
    return reply;
  };

  const numRuns = hasInput(operation) ? SIZE.valid : 1;
  const drawn = fc.sample(requestsOf(operation), { numRuns, seed: SEED });
  for (const [index, request] of drawn.entries()) {
    if (performance.now() > until) break;
    const there = ofWhatIsThere(row, prepared, request);
    const isAllowed = operation.body === null || fits(operation.body.schema, there.body);
    // One in four names what nobody has made; one of two has the fields that are bound to state as they are drawn.
    const isElsewhere = index % 4 === 3;
    const asDrawn = index % 2 === 0 && isAllowed ? {} : { body: request.body };
    const reply = await send(isElsewhere ? request : { ...there, ...asDrawn });
    sent.allowed += 1;
    if (reply.status < 400) continue;
    const refusals = refusalsOf(reply);
    if (isOfState(row, refusals)) sent.byState += 1;
    else sent.faults.push(`refused: ${refusals.join(', ')}: ${shown(request)}`);
    // What the prepared call was about is done, or gone.
    if (!isElsewhere && reply.status !== 422) prepared = await driver(actor);
  }

  const sample = ofWhatIsThere(row, prepared, { query: {}, body: {}, ids: {} });
  const refusable = [
    ...drawn
      .slice(0, SIZE.spoilt)
      .flatMap((request) => brokenRequestsOf(operation, ofWhatIsThere(row, prepared, request))),
    ...contradictionsOf(operation, { sample, numRuns: SIZE.together, seed: SEED }),
  ];
  for (const { rule, request } of refusable) {
    if (performance.now() > until) break;
    const reply = await send(request);
    sent.forbidden += 1;
    if (reply.status < 400 && !isTakenAllTheSame(row, rule))
      sent.faults.push(`taken: ${rule}: ${shown(request)}`);
  }
  return sent;
}

const summaryOf = ({ allowed, byState, forbidden, faults }: Sent): string =>
  `${allowed} allowed, ${byState} of them refused by state; ${forbidden} not allowed; ${faults.length} faults`;

// An operation that is on its way out is described as the refusal that it will be.
for (const row of table.filter(({ deprecated }) => deprecated !== 'operation')) {
  test.serial(`${nameOf(row)} takes what it is described to take, and nothing else`, async (t) => {
    const sent = await drill(row, createActor(world, await world.newTenant()));
    for (const count of ['allowed', 'byState', 'forbidden'] as const) all[count] += sent[count];
    all.faults.push(...sent.faults);
    t.log(summaryOf(sent));
    t.deepEqual(sent.faults, []);
  });
}

test.serial('so many requests were made', (t) => {
  t.log(`seed ${SEED}: ${summaryOf(all)}`);
  t.true(all.allowed > table.length);
  t.true(all.forbidden > table.length);
});
