import { WEBHOOK_EVENT_NAMES } from '../../domain/webhook-subscription/events.ts';
import type { WebhookEvent } from '../../client/webhooks/events.ts';
import { verifyWebhook } from '../../client/webhooks/verify.ts';
import { hook, LIMIT_MS, type startWebhooks, type Subscription } from '../support/webhooks.ts';
import { type Client } from '../support/api.ts';
import { until } from '../support/until.ts';
import { startReceiver } from '../webhook-dispatcher/support/receiver.ts';

export type State = {
  session_id: string;
  triage_level: string;
  red_flags: string[];
  questions_asked: number;
  current_question: { question_id: string } | null;
};
export type Call = (path: string, body?: unknown, method?: string) => Promise<State>;
type EventOf<N extends WebhookEvent['type']> = Extract<WebhookEvent, { type: N }>;

export type Test = { teardown: (stop: () => unknown) => void };
type World = Awaited<ReturnType<typeof startWebhooks>>;

/** A clinic with a live key, and a receiver that is subscribed to everything. */
export async function startClinic(t: Test, world: World, tier: 'enterprise' | 'free_trial') {
  const tenantId = await world.api.newTenant({ tier });
  const live = await world.api.newClient(tenantId);
  const sandbox = await world.api.newClient(tenantId, { test: true });
  await world.projected();
  const receiver = await startReceiver();
  const created = await live('POST', '/v1/admin/webhooks', {
    url: receiver.url,
    events: WEBHOOK_EVENT_NAMES,
  });
  const { secret: secrets, subscription_id: subscriptionId } = created.body as Subscription;
  t.teardown(async () => {
    await live('DELETE', hook(subscriptionId));
    receiver.stop();
  });
  const events: WebhookEvent[] = [];
  // As a partner does: what does not verify is refused, and so comes again.
  receiver.answerWith((response, { headers, body }) => {
    const verdict = verifyWebhook({ body, headers, secrets, now: world.now });
    if (verdict.ok) events.push(verdict.event);
    response.writeHead(verdict.ok ? 204 : 401).end();
  });

  const calling =
    (client: Client): Call =>
    async (path, body, method = 'POST') => {
      const answer = await client(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path} gave ${answer.status}`);
      return answer.body as State;
    };

  /** In the order of their sequence. */
  const arrived = (): WebhookEvent[] => events.toSorted((one, other) => one.sequence - other.sequence);
  const of = <N extends WebhookEvent['type']>(type: N): EventOf<N>[] =>
    arrived().filter((event): event is EventOf<N> => event.type === type);

  /** Waits until a session that is opened last is told of: what came before it has been fanned out. */
  async function settled(): Promise<void> {
    const { session_id: last } = await calling(sandbox)('/v1/sessions', { chief_complaint: 'cough' });
    await until('the last session is told of', LIMIT_MS, () =>
      of('session.created').some(({ data }) => data.session_id === last),
    );
    await until('nothing is open', LIMIT_MS, async () => {
      const { rowCount } = await world.pool.query(
        `SELECT 1 FROM ops.webhook_deliveries WHERE subscription_id = $1 AND status <> 'delivered'`,
        [subscriptionId],
      );
      return rowCount === 0;
    });
  }

  return {
    tenantId,
    receiver,
    secret: secrets,
    live: calling(live),
    sandbox: calling(sandbox),
    arrived,
    of,
    settled,
  };
}
