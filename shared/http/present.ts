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
    return { value: project(shape, value, { place: null, undeclared }), undeclared };
  };
}

/** Where a value stands. A path is made of it only where something is dropped: hardly ever. */
type Place = { above: Place; key: string | number } | null;
type Trail = { place: Place; undeclared: string[] };

function project(shape: Shape, value: unknown, { place, undeclared }: Trail): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date || shape.open) return value;
  if (Array.isArray(value)) {
    const element = shape.element();
    if (!shape.hasArray || element === null) return drop(place, undeclared);
    return value.map((entry: unknown, key) =>
      isPlain(entry) ? entry : project(element, entry, { place: { above: place, key }, undeclared }),
    );
  }
  if (!shape.hasObject) return drop(place, undeclared);
  const kept: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    const field = shape.field(key);
    if (field === null) drop({ above: place, key }, undeclared);
    else if (isPlain(entry)) kept.push([key, entry]);
    else kept.push([key, project(field, entry, { place: { above: place, key }, undeclared })]);
  }
  return Object.fromEntries(kept);
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

function drop(place: Place, undeclared: string[]): null {
  const names: (string | number)[] = [];
  for (let at = place; at !== null; at = at.above) names.unshift(at.key);
  undeclared.push(names.length === 0 ? 'body' : names.join('.'));
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
