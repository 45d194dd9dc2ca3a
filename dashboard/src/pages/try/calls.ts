/** A call of the interview as a partner's software would make it; in a path, `{session_id}` stands for the session. */
export type Call = {
  method: 'GET' | 'POST';
  path: string;
  query?: Readonly<Record<string, number>>;
  body?: object;
};

/** Stands where a key belongs: none is ever written here. */
export const KEY_PLACEHOLDER = 'svc_test_…';

const OPENS = '/v1/sessions';

/** For a shell: in single quotes nothing is read but the quote itself. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const curlOf = ({ method, path, query, body }: Call): string => {
  const search = query === undefined ? '' : `?${new URLSearchParams(mapped(query, String)).toString()}`;
  const url = `"$BASE${path.replace('{session_id}', '$ID')}${search}"`;
  const sends = body === undefined ? '' : ` -d ${shellQuoted(JSON.stringify(body))}`;
  const how = method === 'POST' && body === undefined ? '-X POST ' : '';
  const call = `call ${how}${url}${sends}`;
  return path === OPENS ? `ID=$(${call} | jq -r .session_id)` : call;
};

/** The calls for a shell with curl and jq. */
export const curlScript = (baseUrl: string, calls: readonly Call[]): string =>
  [
    `BASE=${shellQuoted(baseUrl)}`,
    `KEY=${shellQuoted(KEY_PLACEHOLDER)}`,
    `call() { curl -sS -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }`,
    '',
    ...calls.map(curlOf),
    '',
  ].join('\n');

const mapped = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

const INDENT = 2;
/** JSON as a literal: names that need no quotes have none. A text never begins a line, since JSON escapes line ends. */
const literalOf = (value: unknown): string =>
  JSON.stringify(value, null, INDENT).replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');

const typescriptOf = ({ method, path, query, body }: Call): string => {
  if (path === OPENS) {
    return [
      `const opened = await client.POST('${path}', {`,
      `  body: ${indented(literalOf(body))},`,
      '});',
      'if (opened.error !== undefined) throw new Error(opened.error.error.message);',
      'const path = { session_id: opened.data.session_id };',
    ].join('\n');
  }
  const params = query === undefined ? '{ path }' : `{ path, query: ${JSON.stringify(query)} }`;
  const init = body === undefined ? `{ params: ${params} }` : bodyInit(params, body);
  return `await client.${method}('${path}', ${init});`;
};

const bodyInit = (params: string, body: object): string =>
  [`{`, `  params: ${params},`, `  body: ${indented(literalOf(body))},`, '}'].join('\n');

const indented = (text: string): string => text.replaceAll('\n', '\n  ');

/** The calls with the typed client of the service. */
export const typescriptProgram = (baseUrl: string, calls: readonly Call[]): string =>
  [
    "import { createTriageClient } from 'clinical-triage-client';",
    '',
    `const client = createTriageClient({ baseUrl: ${JSON.stringify(baseUrl)}, apiKey: ${JSON.stringify(KEY_PLACEHOLDER)} });`,
    '',
    ...calls.map(typescriptOf),
    '',
  ].join('\n');
