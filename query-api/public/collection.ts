import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { text } from '../../domain/kernel/fields.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { StaticContent, staticResponses } from '../../shared/http/static-content.ts';
import { DOCS_PATH } from './docs/paths.ts';

const FILE = new URL('../../client/postman.json', import.meta.url);

const variable = z
  .looseObject({
    key: text('Name of the variable.', 'baseUrl'),
    value: text('Its value from the start, "" for none.', 'https://triage.example'),
  })
  .meta({ id: 'PostmanVariable', description: 'A variable of the collection.' });
const folder = z
  .looseObject({ name: text('What the folder is called.', 'The first hour') })
  .meta({ id: 'PostmanFolder', description: 'Requests in the order in which they are sent.' });
const about = z
  .looseObject({
    name: text('What the collection is called.', 'Clinical Triage Service'),
    schema: z.url().meta({
      description: 'The format that it is in.',
      examples: ['https://schema.getpostman.com/json/collection/v2.1.0/collection.json'],
    }),
  })
  .meta({ id: 'PostmanInfo', description: 'What the collection is.' });
const collection = z
  .looseObject({
    info: about.describe('What the collection is, and its format.'),
    variable: z.array(variable).meta({ description: 'What the requests take their values from.' }),
    item: z.array(folder).meta({ description: 'The folders.' }),
  })
  .meta({ id: 'PostmanCollection', description: 'A collection of requests for Postman, format 2.1.' });

/** The collection with the address of this service. The file is read at the first call, which few processes get. */
export function getPostmanCollection({ signIn }: Pick<QueryDeps, 'signIn'>): Route {
  let content: StaticContent | undefined;
  const read = (): StaticContent => {
    const file = collection.parse(JSON.parse(readFileSync(FILE, 'utf8')));
    const variable = file.variable.map((one) =>
      one.key === 'baseUrl' ? { ...one, value: signIn.publicUrl } : one,
    );
    return new StaticContent(JSON.stringify({ ...file, variable }));
  };
  return defineRoute({
    method: 'GET',
    path: `${DOCS_PATH}/postman.json`,
    operationId: 'getPostmanCollection',
    summary: 'Get the collection for Postman',
    description:
      'Import it by this URL and set the variable `apiKey`: its requests run in order, and each takes from the answers ' +
      'before it what it needs. `baseUrl` is the address of this service. Format: Postman Collection 2.1.',
    tag: 'Meta',
    access: { kind: 'public' },
    admission: 'gate',
    responses: staticResponses({ description: 'The collection.', schema: collection }),
    errors: [],
    examples: {
      responses: {
        200: {
          info: {
            name: 'Clinical Triage Service',
            schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
          },
          variable: [{ key: 'baseUrl', value: 'https://triage.example' }],
          item: [{ name: 'The first hour' }],
        },
      },
    },
    handler: () => Promise.resolve({ status: 200, body: (content ??= read()) }),
  });
}
