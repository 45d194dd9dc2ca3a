import type { YAMLMap } from 'yaml';
import { z } from 'zod';

/** What describes a node; null where nothing does. */
export type Schema = z.core.$ZodType | null;

/** The keys that the map may have, in the order of the schema. None where its keys are codes. */
export function keysOf(schema: Schema, map: YAMLMap): string[] {
  const described = variantOf(schema, map);
  return described instanceof z.ZodObject ? Object.keys(described.shape) : [];
}

export function valueOf(schema: Schema, map: YAMLMap, key: string): Schema {
  const described = variantOf(schema, map);
  if (described instanceof z.ZodObject) return (described.shape as Record<string, Schema>)[key] ?? null;
  return described instanceof z.ZodRecord ? described.valueType : null;
}

export function elementOf(schema: Schema): Schema {
  const described = bare(schema);
  return described instanceof z.ZodArray ? described.element : null;
}

/** Of several forms the one that the map's own type names. */
function variantOf(schema: Schema, map: YAMLMap): Schema {
  const described = bare(schema);
  if (!(described instanceof z.ZodDiscriminatedUnion)) return described;
  const { discriminator } = described.def;
  const type = map.get(discriminator);
  return (
    described.options.find((option) => {
      const shape = bare(option);
      return shape instanceof z.ZodObject && z.safeParse(shape.shape[discriminator], type).success;
    }) ?? null
  );
}

function bare(schema: Schema): Schema {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return bare(schema.unwrap());
  return schema;
}
