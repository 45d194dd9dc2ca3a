import type { z } from 'zod';

/** One parsed file, as the loader hands it over. `name` is the file's name, for messages. */
export type KnowledgeDocument = { name: string; data: unknown };

/** What a file holds; null where it is not as its schema says: each issue is added to `issues`, with the file's name. */
export function parseDocument<Schema extends z.ZodType>(
  schema: Schema,
  { name, data }: KnowledgeDocument,
  issues: string[],
): z.output<Schema> | null {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  issues.push(...parsed.error.issues.map(({ path, message }) => `${name}: ${path.join('.')}: ${message}`));
  return null;
}
