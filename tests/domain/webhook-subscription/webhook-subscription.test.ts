import test from 'ava';
import type { NewWebhookSubscriptionEvent } from '../../../domain/webhook-subscription/events.ts';
import {
  decide,
  evolve,
  noSubscription,
  type SubscriptionCommand,
} from '../../../domain/webhook-subscription/index.ts';
import { givenOf, plainFacts } from '../../support/given.ts';

const given = givenOf({
  initial: noSubscription,
  evolve,
  decide,
  factsOf: plainFacts<NewWebhookSubscriptionEvent>,
});

const subscription_id = '0191d3a0-0000-7000-8000-000000000001';
const endpoint = { url: 'https://partner.example/hook', secret: 'whsec_x' };
const create: SubscriptionCommand = {
  kind: 'create',
  subscription_id,
  events: ['session.created', 'red_flag.detected'],
  ...endpoint,
};
const created: NewWebhookSubscriptionEvent = {
  type: 'webhook-subscription-created',
  data: { subscription_id, events: ['session.created', 'red_flag.detected'], endpoint },
};
const deleted: NewWebhookSubscriptionEvent = { type: 'webhook-subscription-deleted', data: {} };
const disabled: NewWebhookSubscriptionEvent = {
  type: 'webhook-subscription-disabled',
  data: { reason: 'failing' },
};

test('a subscription is created once; url and secret are sealed', (t) => {
  given(t).when(create).then(created);
  for (const history of [[created], [created, disabled], [created, deleted]]) {
    given(t, ...history)
      .when(create)
      .thenRefused('already_exists');
  }
});

test('it is deleted once, disabled or not', (t) => {
  given(t).when({ kind: 'delete' }).thenRefused('not_found');
  given(t, created).when({ kind: 'delete' }).then(deleted);
  given(t, created, disabled).when({ kind: 'delete' }).then(deleted);
  given(t, created, deleted).when({ kind: 'delete' }).thenRefused('not_found');
});

test('it is disabled once; a disabling that comes late finds nothing to do', (t) => {
  given(t).when({ kind: 'disable', reason: 'gone' }).thenRefused('not_found');
  given(t, created).when({ kind: 'disable', reason: 'failing' }).then(disabled);
  given(t, created, disabled).when({ kind: 'disable', reason: 'gone' }).then();
  given(t, created, deleted).when({ kind: 'disable', reason: 'gone' }).thenRefused('not_found');
});

test('the fold takes any event in any state, and its revision is that of the last one', (t) => {
  t.deepEqual(given(t, created).state, { status: 'active', revision: 0 });
  t.deepEqual(given(t, created, disabled).state, { status: 'disabled', revision: 1 });
  t.deepEqual(given(t, created, disabled, disabled).state, { status: 'disabled', revision: 2 });
  t.deepEqual(given(t, created, deleted, disabled).state, { status: 'deleted', revision: 2 });
  t.deepEqual(given(t, deleted).state, noSubscription);
  t.deepEqual(given(t, disabled).state, noSubscription);
});
