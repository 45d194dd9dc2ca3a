import { z } from 'zod';
import { unwrap } from './zod-tools.ts';

type AnySchema = z.core.$ZodType;

/**
 * What the schemas of one place in a response declare, all branches of a union taken together. Children are built
 * when data first goes there, so a recursive schema costs no more than the data is deep.
 */
type Shape = {
  /** Anything may stand here. */
  open: boolean;
  hasObject: boolean;
  hasArray: boolean;
  field(key: string): Shape | null;
  element(): Shape | null;
};

export type Presented = { value: unknown; undeclared: string[] };

/**
 * Builds the one way out for a response: only fields that the schema declares leave. Unlike a parse it never
 * fails, so a wrong type in an answer cannot turn a write that is done into a 500. Paths of what was dropped are
 * returned for the log; they are names, without values.
 */
export function createPresenter(schema: z.ZodType): (value: unknown) => Presented {
  const shape = shapeOf([schema]);
  return (value) => {
    const undeclared: string[] = [];
    return { value: project(shape, value, { path: '', undeclared }), undeclared };
  };
}

type Trail = { path: string; undeclared: string[] };

function project(shape: Shape, value: unknown, trail: Trail): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || shape.open) return value;
  if (Array.isArray(value)) {
    const element = shape.element();
    if (!shape.hasArray || element === null) return drop(trail);
    return value.map((entry: unknown, index) =>
      project(element, entry, { ...trail, path: `${trail.path}.${index}` }),
    );
  }
  if (!shape.hasObject) return drop(trail);
  const kept: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    const field = shape.field(key);
    const inner = { ...trail, path: trail.path === '' ? key : `${trail.path}.${key}` };
    if (field === null) drop(inner);
    else kept.push([key, project(field, entry, inner)]);
  }
  return Object.fromEntries(kept);
}

function drop(trail: Trail): null {
  trail.undeclared.push(trail.path === '' ? 'body' : trail.path);
  return null;
}

function shapeOf(schemas: AnySchema[]): Shape {
  const leaves = schemas.flatMap(unwrap);
  const objects = leaves.filter((leaf) => leaf instanceof z.ZodObject);
  const records = leaves.filter((leaf) => leaf instanceof z.ZodRecord);
  const rest = [
    ...objects.flatMap((leaf) => leaf.def.catchall ?? []).filter((leaf) => !(leaf instanceof z.ZodNever)),
    ...records.map((leaf) => leaf.valueType),
  ];
  const elements = leaves.flatMap((leaf) => elementSchemas(leaf));
  const fields = new Map<string, Shape | null>();
  const restShape = lazily(rest);
  return {
    open: leaves.some(
      (leaf) => leaf instanceof z.ZodUnknown || leaf instanceof z.ZodAny || leaf instanceof z.ZodCustom,
    ),
    hasObject: objects.length + records.length > 0,
    hasArray: elements.length > 0,
    element: lazily(elements),
    field(key) {
      const known = fields.get(key);
      if (known !== undefined) return known;
      const declared = objects.flatMap((leaf) => {
        const shape = leaf.shape as Record<string, AnySchema>;
        return Object.hasOwn(shape, key) ? (shape[key] ?? []) : [];
      });
      // Free keys are the caller's choice: remembering them would grow without a limit.
      if (declared.length === 0) return restShape();
      const shape = shapeOf([...declared, ...rest]);
      fields.set(key, shape);
      return shape;
    },
  };
}

function elementSchemas(leaf: AnySchema): AnySchema[] {
  if (leaf instanceof z.ZodArray) return [leaf.element];
  return leaf instanceof z.ZodTuple
    ? [...leaf.def.items, ...(leaf.def.rest === null ? [] : [leaf.def.rest])]
    : [];
}

function lazily(schemas: AnySchema[]): () => Shape | null {
  let shape: Shape | null = null;
  return () => (schemas.length === 0 ? null : (shape ??= shapeOf(schemas)));
}
