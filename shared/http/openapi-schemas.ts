import { z } from 'zod';
import { toGeneratorForms, type Json } from './openapi-forms.ts';

export type { Json };

export type SchemaWriter = {
  /** The JSON Schema of a request ('input') or response ('output') value. */
  write(schema: z.ZodType, direction: 'input' | 'output'): Json;
  /** Every schema with an id that was met so far, by id. */
  components(): Record<string, Json>;
};

/** Formats whose zod pattern says nothing to a reader that the format does not say better. */
const KNOWN_FORMATS = new Set(['date', 'date-time', 'uuid', 'email', 'uri']);

/**
 * Writes JSON Schemas (2020-12, as OpenAPI 3.1 wants them). What carries an id becomes a component and is referred
 * to. Throws where one id stands for two different things, also where a default makes request and response differ:
 * the request's form then needs an id of its own.
 */
export function createSchemaWriter(): SchemaWriter {
  const found = new Map<string, Json>();

  return {
    write(schema, direction) {
      const json = z.toJSONSchema(schema, {
        target: 'draft-2020-12',
        io: direction,
        unrepresentable: 'any',
        override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema as Json),
      });
      const {
        $schema: _,
        $defs,
        ...root
      } = JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json & {
        $defs?: Record<string, Json>;
      };
      for (const [id, definition] of Object.entries($defs ?? {})) {
        const written = toGeneratorForms(definition);
        const known = found.get(id);
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(written)) {
          throw new Error(`two different schemas share the id ${id}`);
        }
        found.set(id, written);
      }
      return toGeneratorForms(root);
    },
    components: () => Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Takes out what is true but tells a reader nothing. */
function tidy(schema: z.core.$ZodType, json: Json): void {
  const meta = z.globalRegistry.get(schema as z.ZodType);
  // A pattern that a schema's author wrote says more than its format.
  if (schema instanceof z.ZodType && schema.def.type === 'string' && meta?.['pattern'] === undefined)
    if (KNOWN_FORMATS.has(String(json['format']))) delete json['pattern'];
  // zod leaves out the examples of what is preprocessed or transformed, although callers send the form before.
  if (meta?.examples !== undefined) json['examples'] ??= meta.examples;
  const names = json['propertyNames'] as Json | undefined;
  // A record over a closed list of names is an object with these properties.
  if (names !== undefined && Array.isArray(json['required'])) {
    const value = json['additionalProperties'];
    json['properties'] = Object.fromEntries((json['required'] as string[]).map((name) => [name, value]));
    delete json['propertyNames'];
    delete json['additionalProperties'];
    return;
  }
  if (names !== undefined && Object.keys(names).length === 1 && names['type'] === 'string')
    delete json['propertyNames'];
  if (schema instanceof z.ZodDiscriminatedUnion) json['discriminator'] = discriminatorOf(schema);
  // zod leaves out the default of what is preprocessed, although a query has one all the same.
  if (schema instanceof z.ZodDefault) json['default'] ??= schema.def.defaultValue;
  // A response may gain fields, so only what was declared strict says that it is closed.
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) delete json['additionalProperties'];
}

/** Which value of the union's common field means which member; members have ids. */
function discriminatorOf({ def }: z.ZodDiscriminatedUnion): Json {
  const propertyName = def.discriminator;
  const mapping = def.options.flatMap((option) => {
    const { id = '' } = z.globalRegistry.get(option) ?? {};
    const values = [...(option._zod.propValues?.[propertyName] ?? [])];
    return values.map((value) => [String(value), `#/components/schemas/${id}`]);
  });
  return { propertyName, mapping: Object.fromEntries(mapping) as Json };
}
