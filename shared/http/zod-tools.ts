import { z } from 'zod';

type AnySchema = z.core.$ZodType;

/**
 * The schemas that decide about a value's structure: wrappers (optional, nullable, default, readonly, lazy, pipe)
 * are taken off, unions and intersections are spread out.
 */
export function unwrap(schema: AnySchema): AnySchema[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrap);
  if (schema instanceof z.ZodIntersection) return [...unwrap(schema.def.left), ...unwrap(schema.def.right)];
  // A preprocess is a pipe whose first half is a function: the second half then says what the value looks like.
  if (schema instanceof z.ZodPipe)
    return unwrap(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  const inner = wrapped(schema);
  return inner === null ? [schema] : unwrap(inner);
}

function wrapped(schema: AnySchema): AnySchema | null {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  ) {
    return schema.def.innerType;
  }
  return schema instanceof z.ZodLazy ? schema.def.getter() : null;
}

/** Whether a value may be left out. */
export function acceptsUndefined(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

/**
 * The same field, for which an explicit null is as if it had been left out: clients of typed languages send their
 * unset fields so. A field that is required, or gives null a meaning of its own, stays as it is.
 */
export function nullAsAbsent(field: z.ZodType): z.ZodType {
  const isOptional = field instanceof z.ZodOptional || field instanceof z.ZodDefault;
  if (!isOptional || field.safeParse(null).success) return field;
  const inner = field.def.innerType as z.ZodType;
  const orAbsent = inner.nullable();
  const taken =
    field instanceof z.ZodDefault
      ? orAbsent.transform((value) => value ?? field.def.defaultValue).default(field.def.defaultValue)
      : orAbsent.transform((value) => value ?? undefined).optional();
  const meta = field.meta();
  return meta === undefined ? taken : taken.meta(meta);
}

/** How a query parameter writes a list: by repeating itself, with commas in one value, or not at all. */
export function listForm(schema: AnySchema): 'repeated' | 'comma' | null {
  if (schema instanceof z.ZodArray) return 'repeated';
  if (schema instanceof z.ZodPipe) return schema.out instanceof z.ZodArray ? 'comma' : null;
  const inner = wrapped(schema);
  return inner === null ? null : listForm(inner);
}

/** The fields of an object schema by name; zod types them as any. */
export function fieldsOf(schema: z.ZodObject | null): [string, z.ZodType][] {
  const shape: Record<string, z.ZodType> = schema?.shape ?? {};
  return Object.entries(shape);
}
