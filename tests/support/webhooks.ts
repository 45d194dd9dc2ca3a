import { createHmac } from 'node:crypto';
import { commandRoutes } from '../../command-api/routes.ts';
import { allProjections } from '../../projectors/all.ts';
import { subscriptionStream } from '../../shared/event-log/streams.ts';
import type { Runnable } from '../../shared/lifecycle/runnable.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { createSender, type SenderOptions, type SendLimits } from '../../shared/webhooks/sender.ts';
import { startReceiver, type Arrival, type Receiver } from '../webhook-dispatcher/support/receiver.ts';
import { startApi, type Client } from './api.ts';
import { newDispatcher } from './dispatcher.ts';
import { accessesOf, forgetAnswers } from './operational-rows.ts';
import { until } from './until.ts';

export const LIMIT_MS = 10_000;
export const HOUR_MS = 3_600_000;

export type Delivery = {
  delivery_id: string;
  status: string;
  attempts: number;
  next_retry_at: string | null;
  resolved_at: string | null;
  resolution_reason: string | null;
};
type Attempt = {
  at: string;
  status_code: number | null;
  latency_ms: number;
  error: string | null;
  response_excerpt: string | null;
};
export type Detail = Delivery & {
  last_error: string | null;
  last_status_code: number | null;
  payload: Record<string, unknown> | null;
  attempt_log: Attempt[];
};
export type Subscription = { subscription_id: string; secret: string };
export type Clinic = { tenantId: string; live: Client; sandbox: Client };
export type Listening = Subscription & { receiver: Receiver };
type Test = { teardown: (stop: () => unknown) => void };

export const hook = (id: string, tail = ''): string => `/v1/admin/webhooks/${id}${tail}`;
export const delivery = (id: string, tail = ''): string => `/v1/admin/webhooks/deliveries/${id}${tail}`;

export const fails = (receiver: Receiver, status = 500): void =>
  receiver.answerWith((response) => void response.writeHead(status).end('no'));
export const accepts = (receiver: Receiver): void =>
  receiver.answerWith((response) => void response.writeHead(204).end());

export const signs = (secret: string, { headers, body }: Arrival, header = 'x-svc-signature-256'): boolean =>
  createHmac('sha256', secret)
    .update(`${String(headers['x-svc-timestamp'])}.${body}`)
    .digest('hex') === headers[header];

/** A receiver that looks at our main header only and knows these secrets. */
export const knows = (receiver: Receiver, secrets: string[], refusal = 401): void =>
  receiver.answerWith((response, arrival) => {
    const isKnown = secrets.some((secret) => signs(secret, arrival));
    response.writeHead(isKnown ? 204 : refusal).end();
  });

export type WebhooksOptions = {
  /** Further settings of the API. */
  env?: Record<string, string>;
  /** Time for a body to arrive. */
  bodyTimeoutMs?: number;
  /** A clock in place of the one that `clock` puts forward. */
  now?: () => Date;
  /** What runs beside the APIs; default the projections that webhooks need. */
  projections?: readonly Projection[];
  /** The dispatcher's source of chance; default no jitter. */
  random?: () => number;
};

type DispatcherOptions = {
  /** Default yes. */
  allowLocal?: boolean;
  /** Default those in use. */
  limits?: SendLimits;
};

/** What the host of a URL stands for where nothing local is allowed; nobody else knows any. */
const resolve = (name: string): Promise<string[]> =>
  Promise.resolve(name === 'inside.example' ? ['93.184.215.14', '10.0.0.7'] : []);

/** Both APIs, one that allows nothing local beside them, and a dispatcher, under one clock that tests put forward. */
export async function startWebhooks(options: WebhooksOptions = {}) {
  const clock = { aheadMs: 0 };
  const now = options.now ?? ((): Date => new Date(Date.now() + clock.aheadMs));
  const { env, bodyTimeoutMs } = options;
  const needed = ['balances', 'webhook-subscriptions'];
  const api = await startApi({
    now,
    projections: options.projections ?? allProjections.filter(({ name }) => needed.includes(name)),
    ...(env && { env }),
    ...(bodyTimeoutMs !== undefined && { bodyTimeoutMs }),
  });
  const { pool, log } = api.runtime;
  const { random = () => 0.5 } = options;
  const dispatcherWith = ({ allowLocal = true, limits }: DispatcherOptions = {}): Runnable =>
    newDispatcher(api.stack, {
      env: { ALLOW_LOCAL_WEBHOOKS: allowLocal ? '1' : '0', WEBHOOK_SWEEP_MS: '100' },
      surroundings: { now, random, ...(limits && { limits }) },
    });
  let dispatcher = dispatcherWith();
  await dispatcher.start();

  const stops: (() => Promise<void>)[] = [];
  /** Another command API, with a sender of its own; gives its address. */
  async function startCommandApi(sending: SenderOptions): Promise<string> {
    const sender = createSender(sending);
    const another = await api.beside('another-api', {
      env: { ALLOW_LOCAL_WEBHOOKS: sending.policy.allowLocal ? '1' : '0' },
      now,
      routes: (runtime) => commandRoutes({ ...runtime, sender }),
    });
    stops.push(async () => {
      await another.stop();
      await sender.close();
    });
    return `http://127.0.0.1:${another.port()}`;
  }
  const strictUrl = await startCommandApi({ policy: { allowLocal: false }, resolve });

  const clientFor = api.newClient;

  async function newClinic(): Promise<Clinic> {
    const tenantId = await api.newTenant();
    return { tenantId, live: await clientFor(tenantId), sandbox: await clientFor(tenantId, { test: true }) };
  }
  const clinic = await newClinic();
  const stranger = (await newClinic()).live;
  await api.caughtUp();

  /** A subscription with a receiver of its own, which answers 204 until told otherwise. */
  async function listen(
    t: Test,
    { events = ['session.created'], client = clinic.live }: { events?: string[]; client?: Client } = {},
  ): Promise<Listening> {
    const receiver = await startReceiver();
    const created = await client('POST', '/v1/admin/webhooks', { url: receiver.url, events });
    const subscription = created.body as Subscription;
    t.teardown(async () => {
      await client('DELETE', hook(subscription.subscription_id));
      receiver.stop();
    });
    return { ...subscription, receiver };
  }

  /** Makes something to tell; returns the session's id. */
  async function openSession(client = clinic.sandbox): Promise<string> {
    const { status, body } = await client('POST', '/v1/sessions', { chief_complaint: 'headache' });
    if (status !== 201) throw new Error(`a session was answered with ${status}`);
    return (body as { session_id: string }).session_id;
  }

  /** Makes something to tell; returns the id of its delivery to this subscription, once there is one. */
  async function tell({ subscription_id }: Subscription, sessionId?: string): Promise<string> {
    const id = sessionId ?? (await openSession());
    let found: string | undefined;
    await until('the fan-out has made the delivery', LIMIT_MS, async () => {
      const { rows } = await pool.query<{ delivery_id: string }>(
        `SELECT d.delivery_id FROM ops.webhook_deliveries d JOIN ops.webhook_messages m ON m.event_id = d.event_id
         WHERE m.session_id = $1 AND d.subscription_id = $2`,
        [id, subscription_id],
      );
      found = rows[0]?.delivery_id;
      return found !== undefined;
    });
    return found!;
  }

  const detailOf = async (id: string, client = clinic.sandbox): Promise<Detail> =>
    (await client('GET', delivery(id))).body as Detail;

  /** Waits until the delivery has the status, after so many attempts, and nothing is under way. Else says how it stands. */
  async function stands(id: string, status: string, attempts = 1): Promise<void> {
    let row: unknown;
    const isSo = async (): Promise<boolean> => {
      const { rows } = await pool.query<{ is_so: boolean }>(
        `SELECT status = $2 AND attempts = $3 AND lease_id IS NULL AS is_so, status, attempts, claims, last_error, due_at,
           lease_id IS NOT NULL AS is_leased, created_at, now() AS asked_at
         FROM ops.webhook_deliveries WHERE delivery_id = $1`,
        [id, status, attempts],
      );
      [row] = rows;
      return rows[0]?.is_so === true;
    };
    await until(`the delivery is ${status}`, LIMIT_MS, isSo).catch((error: unknown) => {
      throw new Error(JSON.stringify(row), { cause: error });
    });
  }

  /** A delivery that failed once, and whose receiver would take it now. */
  async function failedOnce(listening: Listening, client = clinic.sandbox): Promise<string> {
    // Before the session is opened: a webhook may arrive sooner than the answer to that call.
    fails(listening.receiver);
    const id = await tell(listening, await openSession(client));
    await stands(id, 'failed');
    accepts(listening.receiver);
    return id;
  }

  /** As after its last attempt. */
  async function deadLetter(id: string): Promise<void> {
    await pool.query(
      `UPDATE ops.webhook_deliveries SET status = 'dead-lettered', dead_lettered_at = $2, due_at = NULL
       WHERE delivery_id = $1`,
      [id, now()],
    );
  }

  return {
    api,
    pool,
    clock,
    now,
    clinic,
    stranger,
    strictUrl,
    startCommandApi,
    /** Another dispatcher takes over from the one that runs. */
    restartDispatcher: async (another: DispatcherOptions): Promise<void> => {
      await dispatcher.stop();
      dispatcher = dispatcherWith(another);
      await dispatcher.start();
    },
    newClinic,
    clientFor,
    listen,
    openSession,
    tell,
    detailOf,
    stands,
    failedOnce,
    deadLetter,
    projected: api.caughtUp,
    /** Types of the events on the subscription's stream, in order. */
    eventsOf: async (subscriptionId: string): Promise<string[]> => {
      const types: string[] = [];
      for await (const stored of log.readStream(subscriptionStream(subscriptionId), 0))
        types.push(stored.type.replace('webhook-', ''));
      return types;
    },
    /** What waits for the audit trail about a subject, in order. */
    auditOf: (subjectId: string) => accessesOf(pool, subjectId),
    /** As if every process had ended between its work and its answer, a minute ago. */
    forgetAnswers: () => forgetAnswers(pool, clinic.tenantId),
    stop: async (): Promise<void> => {
      for (const stop of stops) await stop();
      await dispatcher.stop();
      await api.stop();
    },
  };
}
