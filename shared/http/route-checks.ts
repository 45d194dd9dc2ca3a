import { z } from 'zod';
import type { Route } from './route-types.ts';
import { fieldsOf, nullAsAbsent, unwrap } from './zod-tools.ts';

const PATH = /^(\/([a-z0-9._-]+|\{[a-z][a-z0-9_]*\}))+$/;

/** The placeholder names of a path template, in order. */
export function placeholders(path: string): string[] {
  return [...path.matchAll(/\{([a-z0-9_]+)\}/g)].map((match) => match[1] ?? '');
}

/** Refuses a declaration that contradicts itself, so that a mistake stops the boot and not a call. */
export function checkRoute(route: Route): void {
  const fail = (why: string): never => {
    throw new Error(`route ${route.method} ${route.path}: ${why}`);
  };
  if (!PATH.test(route.path)) fail('the path must be lower-case segments and {placeholders}');
  const declared = Object.keys(route.params?.shape ?? {}).sort();
  const inPath = placeholders(route.path).sort();
  if (declared.join() !== inPath.join()) fail('params and path placeholders differ');
  if (route.method === 'GET' && route.body !== null) fail('a GET has no body');
  if (route.method === 'GET' && route.idempotent === true) fail('a GET needs no Idempotency-Key');
  if (route.feature !== undefined && route.access.kind !== 'caller')
    fail('a feature belongs to a tenant, which only a caller has');
  const statuses = Object.keys(route.responses).map(Number);
  if (statuses.length === 0) fail('needs at least one response');
  if (statuses.some((status) => status < 200 || status > 399))
    fail('responses lists 2xx and 3xx; errors go to errors');
  if (statuses.includes(304) && (route.method !== 'GET' || route.access.kind !== 'public'))
    fail('only what everybody may read is sent as static content');
  if (route.errorPage !== undefined && !(route.method === 'GET' && statuses.includes(302)))
    fail('only a GET that leads on leads to a page for its errors');
}

/**
 * A body schema whose unknown top-level fields are refused, and which takes an explicit null in an optional field as
 * absent. A plain object is made so and keeps its name in the OpenAPI document; where a schema cannot be changed from
 * here (a branch of a union), it must be strict itself.
 */
export function strictBody<T extends z.ZodType>(body: T): T {
  if (body instanceof z.ZodObject && body.def.catchall === undefined) {
    const shape = Object.fromEntries(fieldsOf(body).map(([name, field]) => [name, nullAsAbsent(field)]));
    const strict = body.clone({ ...body.def, shape }).strict();
    const meta = body.meta();
    return (meta === undefined ? strict : strict.meta(meta)) as z.ZodType as T;
  }
  for (const leaf of unwrap(body)) {
    if (leaf instanceof z.ZodObject && leaf.def.catchall === undefined) {
      throw new Error('an object inside a union, pipe or optional body must be a z.strictObject');
    }
  }
  return body;
}
