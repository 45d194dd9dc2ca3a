import type { RoutingEntry } from './routing-table.ts';

const HEAD = `# Which API serves what: a regular expression over "METHOD path" and the backend; what none fits goes to query-api.
# Generated from the routes by npm run generate.
`;

/** A path of that route, as callers send it. */
const exampleOf = ({ path }: RoutingEntry): string => path.replace(/\{[a-z0-9_]+\}/g, 'x');

const fits = (entry: RoutingEntry, path: string): boolean => new RegExp(entry.pattern).test(path);

/**
 * The routing table as HAProxy reads it (map_reg). A path that only command-api has is its own by every method, so that it
 * also answers preflights and wrong methods; of a path that both have, it gets the methods that it serves.
 */
export function proxyMap(table: readonly RoutingEntry[]): string {
  const command = table.filter(({ app }) => app === 'command-api');
  const query = table.filter(({ app }) => app === 'query-api');
  const byPattern = new Map(command.map((entry) => [entry.pattern, entry]));
  const lines = [...byPattern.values()].map((entry) => {
    const isShared = query.some((other) => fits(other, exampleOf(entry)) || fits(entry, exampleOf(other)));
    const methods = command.filter(({ pattern }) => pattern === entry.pattern).map(({ method }) => method);
    const method = isShared ? `(${methods.join('|')})` : '[A-Z]+';
    // A blank would end the key.
    return `${entry.pattern.replace('^', `^${method}\\x20`)} command-api\n`;
  });
  return HEAD + lines.join('');
}
