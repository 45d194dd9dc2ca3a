import { createServer } from 'node:http';
import newman, { type NewmanRunOptions, type NewmanRunSummary } from 'newman';
import type { Collection, Item, ItemGroup } from '../../infra/openapi/collection/format.ts';
import { listen } from './listening.ts';

/** What became of one request. */
export type Sent = { name: string; status: number };
export type CollectionRun = { sent: Sent[]; skipped: string[]; failures: string[] };

/** Every request of a collection, in order. */
export const itemsOf = (group: { item: readonly (Item | ItemGroup)[] }): Item[] =>
  group.item.flatMap((one) => ('item' in one ? itemsOf(one) : [one]));

/** Its types say that there always is a response: a request that a script held back has none. */
type Execution = { item: { name: string }; response?: { code: number } };

/** Runs a collection, or one folder of it, as Postman's runner does: from top to bottom. */
export async function runCollection(
  collection: Collection,
  { folder, variables }: { folder?: string; variables: Readonly<Record<string, string>> },
): Promise<CollectionRun> {
  const variable = collection.variable.map((one) => ({ ...one, value: variables[one.key] ?? one.value }));
  const options = { collection: { ...collection, variable }, folder };
  const { run } = await new Promise<NewmanRunSummary>((resolve, reject) => {
    newman.run(options as unknown as NewmanRunOptions, (error, summary) => {
      if (error) reject(error);
      else resolve(summary);
    });
  });
  const executions = run.executions as unknown as Execution[];
  return {
    sent: executions.flatMap(({ item: { name }, response }) =>
      response ? [{ name, status: response.code }] : [],
    ),
    skipped: executions.filter(({ response }) => !response).map(({ item }) => item.name),
    failures: run.failures.map(({ error, source }) => `${source?.name ?? ''}: ${error.message}`),
  };
}

/** Answers a GET with what the path asks for: where a test's part of a run is asked for what a person reads in a mail. */
export async function startReader(read: (what: string) => Promise<string>) {
  const server = createServer((request, response) => {
    read((request.url ?? '').slice(1)).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const port = await listen(server);
  return {
    /** Lines of a script that set a variable to what is read. */
    reading: (variable: string, what: string): string[] => [
      `pm.sendRequest('http://127.0.0.1:${port}/${what}', (error, answer) => {`,
      `  pm.collectionVariables.set('${variable}', error || answer.code !== 200 ? '' : answer.text());`,
      '});',
    ],
    stop: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}
