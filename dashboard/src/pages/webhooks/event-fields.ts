type Node = {
  type?: string | readonly string[];
  format?: string;
  const?: unknown;
  enum?: readonly unknown[];
  description?: string;
  $ref?: string;
  items?: Node;
  anyOf?: readonly Node[];
  properties?: Readonly<Record<string, Node>>;
  required?: readonly string[];
};

/** A JSON Schema as the client package has it for each event. */
export type EventSchema = Node & { $defs?: Readonly<Record<string, Node>>; examples: readonly unknown[] };

export type SchemaField = { name: string; type: string; isRequired: boolean; meaning: string };

/** The fields of a body, those of `data` under their path. */
export const fieldsOf = (schema: EventSchema): SchemaField[] => listed(schema, schema, '');

function listed(schema: EventSchema, node: Node, prefix: string): SchemaField[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, given]) => {
    const field = resolved(schema, given);
    const path = `${prefix}${name}`;
    const own: SchemaField = {
      name: path,
      type: typeOf(schema, field),
      isRequired: node.required?.includes(name) ?? false,
      meaning: given.description ?? field.description ?? '',
    };
    return [own, ...listed(schema, field, `${path}.`)];
  });
}

function resolved({ $defs }: EventSchema, node: Node): Node {
  const name = node.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : $defs?.[name]) ?? node;
}

function typeOf(schema: EventSchema, given: Node): string {
  const node = resolved(schema, given);
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (node.anyOf !== undefined) return node.anyOf.map((one) => typeOf(schema, one)).join(' | ');
  if (node.items !== undefined) return `${typeOf(schema, node.items)}[]`;
  const type = typeof node.type === 'string' ? node.type : (node.type ?? []).join(' | ');
  return node.type === 'string' && node.format !== undefined ? node.format : type;
}
