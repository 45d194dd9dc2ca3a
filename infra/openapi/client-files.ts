import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';
import { formatted } from '../scripts/formatted.ts';
import { postmanCollection } from './collection/index.ts';
import { describeInterface } from './document.ts';
import { proxyMap } from './proxy-map.ts';
import { queryLists } from './query-lists.ts';
import { routingTable } from './routing-table.ts';
import { webhookSchemaFiles } from './webhooks.ts';

export type GeneratedFile = { path: string; text: string };

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/**
 * Everything that is generated from the routes: description, types and lists of the client, Postman collection, routing table,
 * schemas of what is sent to webhooks.
 */
export async function clientFiles(): Promise<GeneratedFile[]> {
  const { command, query, document } = await describeInterface();
  const routes = routingTable({ command, query });
  const types = astToString(
    // A field with a default may be left out of a request.
    await openapiTypes(JSON.stringify(document), { defaultNonNullable: false }),
  );
  const files: [string, string][] = [
    ['shared/api/openapi.json', JSON.stringify(document)],
    ['client/schema.ts', `// Generated from the routes by npm run generate.\n${types}`],
    ['client/query-lists.ts', queryLists(document)],
    ['client/postman.json', JSON.stringify(postmanCollection(document))],
    ['infra/openapi/routes.json', JSON.stringify(routes)],
    ['infra/deploy/proxy/routes.map', proxyMap(routes)],
    ...webhookSchemaFiles().map(([name, schema]): [string, string] => [
      `client/webhooks/schemas/${name}`,
      JSON.stringify(schema),
    ]),
  ];
  return Promise.all(
    files.map(async ([name, text]) => {
      const path = pathOf(name);
      return { path, text: name.endsWith('.map') ? text : await formatted(path, text) };
    }),
  );
}
