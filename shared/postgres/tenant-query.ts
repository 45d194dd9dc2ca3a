import pg from 'pg';

/** What the driver calls on a query while its answer comes in, as far as it matters here. */
type Answered = {
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
};

/** Lends a connection to a tenant, from here on. */
export const lendTo = (tenantId: string): string => `SET app.tenant_id = ${pg.escapeLiteral(tenantId)}`;

/**
 * Runs a query for a tenant. The statement that sets the tenant is sent in the same write, so it costs no round
 * trip. Both come before one Sync: if setting the tenant fails, the server skips the query; if the query fails, the
 * tenant is reset. After a failure it is unknown which tenant the connection has, so its holder closes it.
 */
export function queryAsTenant(
  client: pg.ClientBase,
  tenantId: string,
  [config, values]: [pg.QueryConfig | string, unknown[]?],
): Promise<pg.QueryResult> {
  const given = typeof config === 'string' ? { text: config } : config;
  return new Promise((resolve, reject) => {
    // A simple query would be a message of its own, which the server runs even if setting the tenant has failed.
    const extended = { ...given, queryMode: 'extended' };
    const query = new pg.Query(extended, values ?? given.values, (error, result) => {
      if (error) reject(error);
      else resolve(result);
    });
    tellFirst(query, lendTo(tenantId));
    client.query(query);
  });
}

/** Has `statement` sent ahead of the query, and its answer passed over. */
function tellFirst(query: pg.Query, statement: string): void {
  const submit: (connection: pg.Connection) => unknown = query.submit.bind(query);
  query.submit = (connection) => {
    connection.stream.cork();
    try {
      connection.parse({ name: '', text: statement, types: [] }, true);
      connection.bind({}, true);
      connection.execute({}, true);
      // What it returns is the driver's to look at: an error of a query that could not be sent.
      return submit(connection);
    } finally {
      connection.stream.uncork();
    }
  };
  const answered = query as unknown as Answered;
  const complete = answered.handleCommandComplete.bind(answered);
  answered.handleCommandComplete = () => {
    answered.handleCommandComplete = complete;
  };
}
