import type { Route } from '../../shared/http/route.ts';

export type RoutingEntry = {
  method: string;
  path: string;
  pattern: string;
  app: 'command-api' | 'query-api';
};

/** Which app serves what, for the proxy in front of both: a regular expression for each path. */
export function routingTable(routes: { command: readonly Route[]; query: readonly Route[] }): RoutingEntry[] {
  const entryOf = (route: Route, app: RoutingEntry['app']): RoutingEntry => ({
    method: route.method,
    path: route.path,
    pattern: `^${route.path.replaceAll('.', String.raw`\.`).replace(/\{[a-z0-9_]+\}/g, '[^/]+')}$`,
    app,
  });
  return [
    ...routes.command.map((route) => entryOf(route, 'command-api')),
    ...routes.query.map((route) => entryOf(route, 'query-api')),
  ];
}
