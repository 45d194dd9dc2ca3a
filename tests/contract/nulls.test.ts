import test from 'ava';
import { describeInterface } from '../../infra/openapi/document.ts';
import { resolved } from '../support/description.ts';
import { createActor } from './actor.ts';
import { describedAs, nameOf, sampleOf } from './calls.ts';
import { isAnswered } from './expect.ts';
import { startInstallation } from './installation.ts';
import { callerOf, driverOf } from './successes.ts';
import { table, type Row } from './table.ts';

const world = await startInstallation();
const actor = createActor(world, await world.newTenant());
test.after.always(world.stop);

/**
 * Clients of typed languages send null for a field that is not set: it is taken as absent, in every body. The calls
 * themselves, with null in each such field, are among the values of `input.test.ts`.
 */
const { command, query } = await describeInterface();
const bodyOf = new Map([...command, ...query].map((route) => [nameOf(route), route.body]));

/** Where null says something: it makes a value unknown. A required field takes null only where it means something. */
const MEANINGFUL: Record<string, readonly string[]> = {
  'PATCH /v1/sessions/{session_id}/demographics': ['age', 'sex'],
  'POST /v1/sessions/{session_id}/rectify': ['age', 'sex'],
};

/** What stays said, whichever field is left out. */
const SAID: Record<string, object> = {
  'POST /v1/sessions/{session_id}/answer': { extracted_flags: ['fever'] },
};

type Schema = { properties?: Record<string, Schema>; required?: string[] };

/** The optional fields of a described object, those of objects in it as well: `remove.allergies`. */
function optionalIn(given: Schema | undefined, at: string[] = []): string[][] {
  const {
    properties = {},
    required = [],
    ...rest
  } = resolved<Schema & { anyOf?: Schema[]; oneOf?: Schema[] }>(given ?? {});
  const variants = [...(rest.anyOf ?? []), ...(rest.oneOf ?? [])].flatMap((variant) =>
    optionalIn(variant, at),
  );
  const own = Object.entries(properties).flatMap(([name, field]) => [
    ...(required.includes(name) ? [] : [[...at, name]]),
    ...optionalIn(field, [...at, name]),
  ]);
  return [...own, ...variants];
}

/** The value with that field set, or without it where none is given. */
function withField(value: unknown, [name = '', ...rest]: string[], set: readonly unknown[]): object {
  const { [name]: inner, ...others } = (value ?? {}) as Record<string, unknown>;
  if (rest.length > 0) return { ...others, [name]: withField(inner, rest, set) };
  return set.length > 0 ? { ...others, [name]: set[0] } : others;
}

/** As JSON: what is undefined is not there. A handler reads the null that is left of a nullable field as absent. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).filter(([, inner]) => inner !== null))
        : each,
    ),
  );

const bodies = table.filter((row) => describedAs(row).body !== null && row.deprecated !== 'operation');

const optionalOf = (row: Row): string[][] =>
  optionalIn(describedAs(row).body?.schema).filter(
    (path) => !(MEANINGFUL[nameOf(row)] ?? []).includes(path.join('.')),
  );

test('bodies have optional fields', (t) => {
  t.true(bodies.flatMap(optionalOf).length > 40);
});

for (const row of bodies) {
  const optional = optionalOf(row);
  if (optional.length === 0) continue;

  test(`${nameOf(row)} reads null in an optional field as if the field were left out`, (t) => {
    const schema = bodyOf.get(nameOf(row));
    for (const path of optional) {
      // Something has to be said where this was the only thing.
      const rest = withField({ ...SAID[nameOf(row)], ...(sampleOf(row).body as object) }, path, []);
      const [taken, without] = [withField(rest, path, [null]), rest].map((body) => schema?.safeParse(body));
      t.true(taken?.success, path.join('.'));
      t.deepEqual(plain(taken?.data), plain(without?.data), path.join('.'));
    }
  });

  test.serial(`${nameOf(row)} takes null in each optional field that is not set`, async (t) => {
    const { status, driver } = driverOf(row);
    const prepared = await driver(actor);
    const unset = optional.filter(([name = '']) => !Object.hasOwn(prepared.body as object, name));
    const body = unset.reduce((value, path) => withField(value, path, [null]), prepared.body as object);
    const reply = await world.send(row, callerOf(row, prepared, actor), { ...prepared, body });
    isAnswered(t, row, { reply, status });
  });
}
