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
  headers: Record<string, WebhookHeader>;
  /** What the receiver's answer leads to, by status (`2XX`, `default`). */
  answers: Record<string, string>;
};

/** The `webhooks` section of OpenAPI 3.1. Its headers are components: see `webhookParameters`. */
export function webhookItems({ byName, headers, answers }: WebhookSpecs, writer: SchemaWriter): Json {
  const parameters = Object.keys(headers).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const responses = Object.fromEntries(
    Object.entries(answers).map(([status, description]) => [status, { description }]),
  );
  return Object.fromEntries(
    Object.entries(byName).map(([name, { body, example, tag, ...texts }]) => {
      const content = {
        schema: writer.write(body, 'output'),
        ...(example === undefined ? {} : { example }),
      };
      const requestBody = { required: true, content: { 'application/json': content } };
      return [name, { post: { ...texts, tags: [tag], security: [], parameters, requestBody, responses } }];
    }),
  );
}

/** The headers of webhooks as components. */
export const webhookParameters = ({ headers }: WebhookSpecs): Json =>
  Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [name, { name, in: 'header', ...header }]),
  );
