// A process of its own for one node of a cluster of event stores, see front.ts. Settings are in the environment. It takes a command
// on each line of its standard input, answers each with one line, and ends with its input.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { upstreamOf } from '../store-upstream.ts';
import { startLogFront } from './front.ts';
import type { FrontCommand } from './fronts.ts';

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};
const fileOf = (name: string): string => readFileSync(setting(name), 'utf8');

const front = await startLogFront({
  host: setting('LOG_FRONT_HOST'),
  members: setting('LOG_FRONT_MEMBERS').split(','),
  index: Number(setting('LOG_FRONT_INDEX')),
  store: upstreamOf(setting('LOG_FRONT_STORE')),
  tls:
    process.env['LOG_FRONT_CERT_FILE'] === undefined
      ? undefined
      : {
          cert: fileOf('LOG_FRONT_CERT_FILE'),
          key: fileOf('LOG_FRONT_KEY_FILE'),
          ca: fileOf('LOG_FRONT_CA_FILE'),
        },
  pace: {
    everyMs: Number(setting('LOG_FRONT_EVERY_MS')),
    timeoutMs: Number(setting('LOG_FRONT_TIMEOUT_MS')),
  },
});

const commands: Record<FrontCommand, () => Promise<void> | void> = {
  gossip: () => undefined,
  lead: front.lead,
  resign: front.resign,
};
const say = (): void => void process.stdout.write(`${JSON.stringify(front.gossip())}\n`);

say();
for await (const line of createInterface(process.stdin)) {
  await commands[line as FrontCommand]();
  say();
}
process.exit(0);
