import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CollectionResult } from 'openapi-to-postmanv2';
import openapiTypes, { astToString } from 'openapi-typescript';
import type { Json } from '../../shared/http/openapi-schemas.ts';
import { formatted } from '../scripts/formatted.ts';
import { describeInterface } from './document.ts';
import { routingTable } from './routing-table.ts';
import { webhookSchemaFiles } from './webhooks.ts';

export type GeneratedFile = { path: string; text: string };

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/**
 * Everything that is generated from the routes: description, types of the client, Postman collection, routing table,
 * schemas of what is sent to webhooks.
 */
export async function clientFiles(): Promise<GeneratedFile[]> {
  const { command, query, document } = await describeInterface();
  const types = astToString(
    // A field with a default may be left out of a request.
    await openapiTypes(JSON.stringify(document), { defaultNonNullable: false }),
  );
  const files: [string, string][] = [
    ['shared/api/openapi.json', JSON.stringify(document)],
    ['client/schema.ts', `// Generated from the routes by npm run generate.\n${types}`],
    ['client/postman.json', JSON.stringify(await postmanCollection(document))],
    ['infra/openapi/routes.json', JSON.stringify(routingTable({ command, query }))],
    ...webhookSchemaFiles().map(([name, schema]): [string, string] => [
      `client/webhooks/schemas/${name}`,
      JSON.stringify(schema),
    ]),
  ];
  return Promise.all(
    files.map(async ([name, text]) => {
      const path = pathOf(name);
      return { path, text: await formatted(path, text) };
    }),
  );
}

/** A collection for Postman: requests by tag, the key as a variable. Examples of answers stand in the description. */
async function postmanCollection(document: Json): Promise<unknown> {
  const result = await withSeededRandom(async () => {
    // Imported here, because the library seeds its own generator when it is loaded.
    const { convertV2 } = await import('openapi-to-postmanv2');
    const convert = promisify(convertV2) as (input: object, options: object) => Promise<CollectionResult>;
    return convert(
      { type: 'json', data: document },
      { folderStrategy: 'Tags', parametersResolution: 'Example' },
    );
  });
  const collection = result.output?.[0]?.data;
  if (!result.result || collection === undefined)
    throw new Error(`no collection: ${result.reason ?? 'unknown'}`);
  const isLeftOut = (name: string): boolean => ['id', '_postman_id', 'response'].includes(name);
  return JSON.parse(
    JSON.stringify(collection, (name, value: unknown) => (isLeftOut(name) ? undefined : value)),
  );
}

/** The converter invents samples with Math.random; with a seed the same routes give the same file. */
async function withSeededRandom<T>(work: () => Promise<T>): Promise<T> {
  const { random } = Math;
  let state = 1;
  Math.random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  try {
    return await work();
  } finally {
    Math.random = random;
  }
}
