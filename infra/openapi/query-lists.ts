import type { Json } from '../../shared/http/openapi-schemas.ts';

type Parameter = { name: string; in: string; explode?: boolean };
type Operation = { parameters?: Parameter[] };

/** The form of each list in a query, by its name: true where the parameter is repeated for each entry. */
function formsOf(document: Json): Map<string, boolean> {
  const forms = new Map<string, boolean>();
  const paths = Object.values(document['paths'] as Record<string, Record<string, Operation>>);
  const parameters = paths.flatMap((operations) =>
    Object.values(operations).flatMap(({ parameters: all = [] }) => all),
  );
  for (const { name, in: place, explode } of parameters) {
    if (place !== 'query' || explode === undefined) continue;
    if ((forms.get(name) ?? explode) !== explode) throw new Error(`the list ${name} is written in two forms`);
    forms.set(name, explode);
  }
  return forms;
}

/** The module that tells the typed client which lists of a query go into one parameter, with commas. */
export function queryLists(document: Json): string {
  const names = [...formsOf(document)].filter(([, isRepeated]) => !isRepeated).map(([name]) => name);
  return `// Generated from the routes by npm run generate.
/** Lists of a query that go into one parameter, with commas; all others are repeated. */
export const COMMA_LISTS: ReadonlySet<string> = new Set(${JSON.stringify(names.sort())});
`;
}
