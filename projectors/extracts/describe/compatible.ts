type Property = { type?: unknown; enum?: readonly unknown[]; format?: unknown };
export type RowSchema = {
  'x-version': number;
  'x-key': readonly string[];
  required: readonly string[];
  properties: Readonly<Record<string, Property>>;
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * What of a schema breaks those who read rows by an earlier one of the same version: a column that went or changed its type,
 * its values or its key. A new column, and words about one, break nobody.
 */
export function breaksOf(earlier: RowSchema, later: RowSchema): string[] {
  const columns = Object.entries(earlier.properties).flatMap(([name, before]) => {
    const now = later.properties[name];
    if (now === undefined) return [`the column ${name} went`];
    return [
      ...(same(now.type, before.type) && same(now.format, before.format)
        ? []
        : [`the type of ${name} changed`]),
      ...(same(now.enum, before.enum) ? [] : [`the values of ${name} changed`]),
    ];
  });
  return [...columns, ...(same(earlier['x-key'], later['x-key']) ? [] : ['the key changed'])];
}
