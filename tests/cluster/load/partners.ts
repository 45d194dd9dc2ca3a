import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { WEBHOOK_EVENT_NAMES } from '../../../domain/webhook-subscription/events.ts';
import { until } from '../../support/until.ts';
import type { Cluster } from '../cluster.ts';
import type { LoadHandlers } from '../fixtures/load.ts';
import type { Received } from '../fixtures/receiver.ts';
import { remoteOf } from '../network/remote.ts';
import { supervise, type Supervised } from '../network/supervised.ts';
import { startProgram } from '../programs.ts';
import { followLines } from './lines.ts';
import type { Operation, Partner } from './operation.ts';

/** Events of sessions; those of balances are not sent for interviews. */
export const SUBSCRIBED = WEBHOOK_EVENT_NAMES.filter((name) => !name.startsWith('balance.'));

export type Partners = {
  all: readonly Partner[];
  receiver: Supervised;
  /** Begins interviews; the same seed, the same interviews. */
  begin(seed: number): Promise<void>;
  /** Ends them, once every call is decided. */
  end(): Promise<void>;
  /** What came of all calls so far. */
  operations(): readonly Operation[];
  received(): readonly Received[];
};

const TENANTS = 2;
/** Interviews at once, of each of the two. */
export const WORKPLACES = 4;
const RECEIVER_PORT = 443;
/** Above what the workplaces do. */
const CALLS_A_MINUTE = '5000';
const KNOWN_LIMIT_MS = 20_000;

async function makePartner({ ops }: Cluster, number: number): Promise<Partner> {
  const name = ['--name', `Clinic ${number}`, '--tier', 'enterprise'];
  const { tenant_id: tenantId } = await ops<{ tenant_id: string }>('tenant', 'create', ...name);
  await ops('tenant', 'set', tenantId, '--rate-limit', CALLS_A_MINUTE);
  const { raw_key: key } = await ops<{ raw_key: string }>('key', 'create', tenantId, '--name', 'interviews');
  return { tenantId, key };
}

/** Makes tenants and keys by operator commands, starts the partners' receiver, and subscribes it over the public API. */
export async function startPartners(cluster: Cluster): Promise<Partners> {
  const { hosts, folder, etc, proxy, fromPartner, fromOperator } = cluster;
  const host = hosts.partner;
  const file = (name: string): string => path.join(folder, name);
  const [recordFile, receivedFile, secretsFile] = [
    file('calls.log'),
    file('deliveries.log'),
    etc.file('webhook-secrets.json'),
  ];
  for (const one of [recordFile, receivedFile]) appendFileSync(one, '');
  const [calls, deliveries] = [followLines(recordFile), followLines(receivedFile)];
  const { certificate, privateKey } = await etc.certify(host);
  const env = {
    PORT: String(RECEIVER_PORT),
    CERTIFICATE_FILE: etc.put('receiver.crt', certificate),
    KEY_FILE: etc.put('receiver.key', privateKey),
    SECRETS_FILE: secretsFile,
    RECORD_FILE: receivedFile,
  };
  const receiver = supervise({
    host,
    name: 'receiver',
    run: () => startProgram(host, 'receiver.ts', { env }),
    isReady: () => fromOperator('connects', { host: host.domainName, port: RECEIVER_PORT }),
  });
  cluster.join(receiver);
  await receiver.start();

  const numbers = Array.from({ length: TENANTS }, (_, index) => index + 1);
  const all = await Promise.all(numbers.map((number) => makePartner(cluster, number)));
  const secrets: Record<string, string> = {};
  for (const [index, { key }] of all.entries()) {
    const headers = { authorization: `Bearer ${key}` };
    await until('the key is known', KNOWN_LIMIT_MS, async () => {
      const { status } = await fromPartner('call', { url: `${proxy.publicUrl}/v1/account`, headers });
      return status === 200;
    });
    const hook = `/hooks/${index + 1}`;
    const { status, body } = await fromPartner('call', {
      method: 'POST',
      url: `${proxy.publicUrl}/v1/admin/webhooks`,
      headers,
      body: { url: `https://${host.domainName}${hook}`, events: SUBSCRIBED },
    });
    if (status !== 201) throw new Error(`a subscription was refused with ${status}: ${body}`);
    secrets[hook] = (JSON.parse(body) as { secret: string }).secret;
  }
  writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });

  const load = remoteOf<LoadHandlers>(startProgram(host, 'load.ts', { isSpoken: true }).child);
  return {
    all,
    receiver,
    begin: (seed) => {
      const order = { recordFile, seed, workplaces: WORKPLACES, partners: [...all] };
      return load('start', { ...order, baseUrl: proxy.publicUrl, caFile: etc.caFile });
    },
    end: () => load('stop', null),
    operations: () => calls() as readonly Operation[],
    received: () => deliveries() as readonly Received[],
  };
}
