/** What a connection string of the event store says, as far as it is read here; the driver reads it whole. */
export type Connection = {
  hosts: { host: string; port: number }[];
  /** A cluster's: the driver looks for a node by gossip. A string with one host names a single server. */
  isCluster: boolean;
  isSecure: boolean;
  user: { name: string; password: string } | null;
  caFile: string | null;
  /** Without options that the driver (6.2.1) only warns of: its warning repeats the whole string, with the password. */
  hasKnownOptions: boolean;
};

const DEFAULT_PORT = 2113;
/** As the driver compares them: in lower case, without `_` and `-`. */
const OPTIONS = new Set([
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
  'throwonappendfailure',
  'tls',
  'tlscafile',
  'tlsverifycert',
  'usercertfile',
  'userkeyfile',
]);

/** Reads `esdb://user:password@host:port,host:port?tls=true`. Never throws: the driver refuses what is none. */
export function parseConnection(connectionString: string): Connection {
  const [, discover, user, list = '', query = ''] =
    /^\w+(\+discover)?:\/\/(?:([^@/]*)@)?([^/?]+)\/?(?:\?(.*))?$/.exec(connectionString.trim()) ?? [];
  const hosts = list.split(',').map((one) => {
    const [host = '', port = String(DEFAULT_PORT)] = one.split(':');
    return { host, port: Number(port) };
  });
  const options = new Map(
    [...new URLSearchParams(query)].map(([key, value]) => [
      key.trim().toLowerCase().replace(/[_-]/g, ''),
      value,
    ]),
  );
  return {
    hosts,
    isCluster: discover !== undefined || hosts.length > 1,
    isSecure: options.get('tls') !== 'false',
    user: user === undefined ? null : readUser(user),
    caFile: options.get('tlscafile') ?? null,
    hasKnownOptions:
      [...options.keys()].every((key) => OPTIONS.has(key)) && options.get('tlsverifycert') !== 'false',
  };
}

function readUser(text: string): Connection['user'] {
  const [name = '', password = ''] = text.split(':').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part; // the driver refuses the string
    }
  });
  return { name, password };
}
