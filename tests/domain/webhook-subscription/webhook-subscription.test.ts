import test from 'ava';
import { MAX_PREVIOUS_SECRETS } from '../../../domain/webhook-subscription/decider.ts';
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
const created = {
  type: 'webhook-subscription-created',
  data: { subscription_id, events: ['session.created', 'red_flag.detected'], endpoint },
} satisfies NewWebhookSubscriptionEvent;
const deleted: NewWebhookSubscriptionEvent = { type: 'webhook-subscription-deleted', data: {} };
const disabled: NewWebhookSubscriptionEvent = {
  type: 'webhook-subscription-disabled',
  data: { reason: 'failing' },
};
const enabled: NewWebhookSubscriptionEvent = { type: 'webhook-subscription-enabled', data: {} };
const GRACE_END = '2026-01-06T08:00:00.000Z';
const rotated = (until = GRACE_END, secret = 'whsec_y'): NewWebhookSubscriptionEvent => ({
  type: 'webhook-secret-rotated',
  data: { previous_valid_until: until, signing: { secret } },
});
const rotate = (at: string): SubscriptionCommand => ({
  kind: 'rotate',
  secret: 'whsec_y',
  at,
  previous_valid_until: GRACE_END,
});

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

test('it is enabled where it is disabled; an active one has nothing to do', (t) => {
  given(t).when({ kind: 'enable' }).thenRefused('not_found');
  given(t, created).when({ kind: 'enable' }).then();
  given(t, created, disabled).when({ kind: 'enable' }).then(enabled);
  given(t, created, disabled, enabled).when({ kind: 'enable' }).then();
  given(t, created, disabled, enabled).when({ kind: 'disable', reason: 'failing' }).then(disabled);
  given(t, created, deleted).when({ kind: 'enable' }).thenRefused('not_found');
});

test('the secret is rotated, disabled or not; the new one is sealed', (t) => {
  const at = '2026-01-05T08:00:00.000Z';
  given(t).when(rotate(at)).thenRefused('not_found');
  given(t, created).when(rotate(at)).then(rotated());
  given(t, created, disabled).when(rotate(at)).then(rotated());
  given(t, created, deleted).when(rotate(at)).thenRefused('not_found');
});

test('as many earlier secrets as can be sent along; each one counts until its own end', (t) => {
  const first = '2026-01-06T07:00:00.000Z';
  const history = [
    created,
    rotated(first),
    ...Array.from({ length: MAX_PREVIOUS_SECRETS - 1 }, () => rotated()),
  ];
  given(t, ...history.slice(0, -1))
    .when(rotate('2026-01-06T06:00:00.000Z'))
    .then(rotated());
  given(t, ...history)
    .when(rotate('2026-01-06T06:59:59.999Z'))
    .thenRefused('limit_reached');
  given(t, ...history)
    .when(rotate(first))
    .then(rotated());
});

test('the fold takes any event in any state, and its revision is that of the last one', (t) => {
  const held = { url: endpoint.url, events: created.data.events, isPaused: false, graceEnds: [] as string[] };
  t.deepEqual(given(t, created).state, { status: 'active', revision: 0, ...held });
  t.deepEqual(given(t, created, disabled).state, { status: 'disabled', revision: 1, ...held });
  t.deepEqual(given(t, created, disabled, disabled).state, { status: 'disabled', revision: 2, ...held });
  t.deepEqual(given(t, created, disabled, enabled).state, { status: 'active', revision: 2, ...held });
  t.deepEqual(given(t, created, deleted, disabled).state, { status: 'deleted', revision: 2, ...held });
  t.deepEqual(given(t, created, deleted, enabled).state, { status: 'deleted', revision: 2, ...held });
  for (const event of [deleted, disabled, enabled, rotated()])
    t.deepEqual(given(t, event).state, noSubscription);
});

test('the fold forgets secrets whose grace is over', (t) => {
  // Events stand a minute apart, from 2026-01-05T08:00 on.
  const early = '2026-01-05T08:02:00.000Z';
  t.like(given(t, created, rotated(early), rotated()).state, {
    status: 'active',
    revision: 2,
    graceEnds: [GRACE_END],
  });
  t.like(given(t, created, disabled, rotated(early)).state, {
    status: 'disabled',
    revision: 2,
    graceEnds: [early],
  });
});

const change = (
  changes: Extract<SubscriptionCommand, { kind: 'change' }>['changes'],
): SubscriptionCommand => ({ kind: 'change', changes });
const changed = (
  data: Extract<NewWebhookSubscriptionEvent, { type: 'webhook-subscription-changed' }>['data'],
): NewWebhookSubscriptionEvent => ({ type: 'webhook-subscription-changed', data });
const paused: NewWebhookSubscriptionEvent = {
  type: 'webhook-subscription-disabled',
  data: { reason: 'requested' },
};
const OTHER = 'https://partner.example/other';
const moved = changed({ changed_fields: ['url'], endpoint: { url: OTHER } });

test('only what differs is recorded of a change; the URL is sealed', (t) => {
  given(t)
    .when(change({ url: OTHER }))
    .thenRefused('not_found');
  given(t, created, deleted)
    .when(change({ url: OTHER }))
    .thenRefused('not_found');
  given(t, created)
    .when(change({ url: OTHER }))
    .then(moved);
  given(t, created, disabled)
    .when(change({ url: OTHER, events: ['session.timeout'] }))
    .then(
      changed({ changed_fields: ['url', 'events'], events: ['session.timeout'], endpoint: { url: OTHER } }),
    );
  given(t, created)
    .when(change({ url: endpoint.url, events: ['red_flag.detected', 'session.created'], is_active: true }))
    .then();
  given(t, created, moved)
    .when(change({ url: OTHER }))
    .then();
  given(t, created, moved).when(change({})).then();
});

test('a caller switches a subscription off and on; a test does not switch on what a caller switched off', (t) => {
  given(t, created)
    .when(change({ is_active: false }))
    .then(paused);
  given(t, created, paused)
    .when(change({ is_active: false }))
    .then();
  given(t, created, paused).when({ kind: 'enable' }).then();
  given(t, created, paused).when({ kind: 'disable', reason: 'gone' }).then();
  given(t, created, paused)
    .when(change({ is_active: true }))
    .then(enabled);
  given(t, created, paused, enabled).when({ kind: 'disable', reason: 'failing' }).then(disabled);
  given(t, created, disabled)
    .when(change({ is_active: true }))
    .then(enabled);
  given(t, created, disabled)
    .when(change({ is_active: false }))
    .then(paused);
  given(t, created, disabled, paused).when({ kind: 'enable' }).then();
  given(t, created)
    .when(change({ url: OTHER, is_active: false }))
    .then(moved, paused);
});

test('the fold knows where and what a subscription tells after a change', (t) => {
  const narrowed = changed({
    changed_fields: ['events'],
    events: ['session.timeout'],
    endpoint: { url: null },
  });
  t.like(given(t, created, moved, narrowed).state, {
    status: 'active',
    revision: 2,
    url: OTHER,
    events: ['session.timeout'],
    isPaused: false,
  });
  t.like(given(t, created, paused).state, { status: 'disabled', isPaused: true });
  t.deepEqual(given(t, moved).state, noSubscription);
});
