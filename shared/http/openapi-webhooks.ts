import type { z } from 'zod';
import type { Json, SchemaWriter } from './openapi-schemas.ts';

/** A request that the service makes by itself, as its receiver sees it. */
export type WebhookSpec = {
  operationId: string;
  summary: string;
  description: string;
  tag: string;
  body: z.ZodType;
  example?: unknown;
};

export type WebhookHeader = { description: string; required: boolean; schema: Json };

/** What the service sends to its partners: each request by name, and what all of them have in common. */
export type WebhookSpecs = {
  byName: Record<string, WebhookSpec>;
  /** All of them as one request, whose body is told by the field `discriminator`: its value is the name. */
  any?: Omit<WebhookSpec, 'body' | 'example'> & { name: string; discriminator: string };
  headers: Record<string, WebhookHeader>;
  /** What the receiver's answer leads to, by status (`2XX`, `default`). */
  answers: Record<string, string>;
};

/** The `webhooks` section of OpenAPI 3.1. Its headers are components: see `webhookParameters`. */
export function webhookItems({ byName, any, headers, answers }: WebhookSpecs, writer: SchemaWriter): Json {
  const parameters = Object.keys(headers).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const responses = Object.fromEntries(
    Object.entries(answers).map(([status, description]) => [status, { description }]),
  );
  const item = ({ tag, ...texts }: Omit<WebhookSpec, 'body' | 'example'>, content: Json): Json => ({
    post: {
      ...texts,
      tags: [tag],
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/json': content } },
      responses,
    },
  });
  const written = Object.entries(byName).map(([name, { body, example, ...texts }]) => {
    const schema = writer.write(body, 'output');
    return { name, texts, schema, example: example === undefined ? {} : { example } };
  });
  const items = written.map(({ name, texts, schema, example }): [string, Json] => [
    name,
    item(texts, { schema, ...example }),
  ]);
  if (any === undefined) return Object.fromEntries(items);
  const { name: anyName, discriminator: propertyName, ...texts } = any;
  const mapping = Object.fromEntries(written.map(({ name, schema }) => [name, schema['$ref']]));
  // In place, and no component: NSwag makes code of a component like this that does not compile.
  const schema = { oneOf: written.map((one) => one.schema), discriminator: { propertyName, mapping } };
  const examples = Object.fromEntries(written.map(({ name, example }) => [name, { value: example.example }]));
  return Object.fromEntries([...items, [anyName, item(texts, { schema, examples })]]);
}

/** The headers of webhooks as components. */
export const webhookParameters = ({ headers }: WebhookSpecs): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, { name, in: 'header', ...header }]),
  );
