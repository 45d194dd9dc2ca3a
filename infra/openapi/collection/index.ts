import type { Json } from '../../../shared/http/openapi-schemas.ts';
import { firstHour } from './first-hour.ts';
import { bearer, SCHEMA, type Collection, type ItemGroup } from './format.ts';
import { itemOf } from './item.ts';
import { operationsOf, type Operation } from './operations.ts';
import { commonScripts } from './scripts.ts';
import type { Folder } from './steps.ts';
import { teamAndSignIn } from './team.ts';
import { variables } from './variables.ts';

const DESCRIPTION = `Set two variables of this collection: \`baseUrl\` and \`apiKey\`. Then send the requests from top to bottom, or run the \
collection: each request takes from the answers before it what it needs.

- A name that ends in "(409 expected: …)" announces a refusal. Every other request answers with a 2xx.
- A request is not sent while a variable that it needs is empty. The console says which one.
- What is changed, revoked or erased was made by the collection.
- A test key (\`svc_test_…\`) costs nothing. A live key pays for two interviews and the answers to one.
- When the calls of a minute are used up, the next request waits.`;

const FIRST_HOUR = 'With an API key, in the order of a first hour.';
const TEAM =
  'Dashboard sessions, accounts and the team. These need mail: the names say which variable takes what it brings.';

/** The collection for Postman that a partner imports: our own order and chaining over the description's operations. */
export function postmanCollection(document: Json): Collection {
  const operations = operationsOf(document);
  const { title, version } = (document as { info: { title: string; version: string } }).info;
  const groupOf = ({ name, description, steps }: Folder): ItemGroup => ({
    name,
    description,
    item: steps.map((step) => itemOf(step, knownOf(operations, step.operation))),
  });
  return {
    info: { name: title, description: DESCRIPTION, version, schema: SCHEMA },
    auth: bearer('apiKey'),
    event: commonScripts(),
    variable: variables.map(({ key, value = '', description }) => ({
      key,
      value,
      type: 'string',
      description,
    })),
    item: [
      { name: 'The first hour', description: FIRST_HOUR, item: firstHour.map(groupOf) },
      { name: 'Team and sign-in', description: TEAM, item: teamAndSignIn.map(groupOf) },
    ],
  };
}

function knownOf(operations: ReadonlyMap<string, Operation>, id: string): Operation {
  const operation = operations.get(id);
  if (operation === undefined)
    throw new Error(`the collection sends ${id}, which the description does not have`);
  return operation;
}
