import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bindSso } from '../../command-api/sign-in/sso-bindings.ts';
import { overrideRateLimit } from '../../command-api/tenants/operations.ts';
import { ROLES, type Role } from '../../domain/member/types.ts';
import { allProjections } from '../../projectors/all.ts';
import { CLIENT_ID, CLIENT_SECRET, startScriptedProvider } from '../command-api/sign-in-providers.ts';
import type { TestApi } from '../support/api.ts';
import { fetchDescribed } from '../support/described.ts';
import { cookiesOf } from '../support/browser.ts';
import { HOUR } from '../support/clock.ts';
import { openLoginSession } from '../support/login-sessions.ts';
import { clock, createSignIn, ENV, newEmail } from '../support/sign-in.ts';
import { until } from '../support/until.ts';
import { respondWith, silence, startUpstream } from '../support/upstream.ts';
import { startWebhooks, type Subscription } from '../support/webhooks.ts';
import { startReceiver, type Receiver } from '../webhook-dispatcher/support/receiver.ts';
import { bearer, createSend, NOBODY, rowOf, type Call, type Who } from './calls.ts';
import type { Row } from './table.ts';

/** Requests a minute of every caller: nothing here is about limits but what says so. */
const ENOUGH_RPM = 5_000;
/** A domain whose addresses sign in through the scripted identity provider. */
export const SSO_DOMAIN = 'hospital.example';
const SSO_EMAIL = `nurse@${SSO_DOMAIN}`;

/** A member whose dashboard session makes calls. */
export type Member = { id: string; email: string; who: Who };

export type Tenant = {
  id: string;
  live: Who;
  test: Who;
  members: Record<Role, Member>;
  /** The subscriptions that deliveries are made for: one whose receiver takes them, and one whose does not. */
  taken: () => Promise<Subscription>;
  refused: () => Promise<Subscription>;
};

/** Which kind of credential a call is made with. */
export type As = 'key' | 'nobody' | Role;

/** What a row is called with where nothing else is said. */
export const usualCredential = ({ access, roles }: Row): As => {
  if (access === 'public' || access === 'probe') return 'nobody';
  return access === 'session' || (roles ?? []).length > 0 ? 'owner' : 'key';
};

export function credentialOf(tenant: Tenant, as: As, test = false): Who {
  if (as === 'nobody') return NOBODY;
  return as === 'key' ? (test ? tenant.test : tenant.live) : tenant.members[as].who;
}

/** Texts that the upstream extractor fails at; in any other it finds nothing. */
export const NONSENSE_TEXT = 'answer-with-nonsense';
export const SILENCE_TEXT = 'answer-with-nothing';
/** What a busy machine needs for a call on loopback, several times. */
const UPSTREAM_BUDGET_MS = 2_500;

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

/**
 * Both APIs, all projections and the dispatcher over a real stack, under one clock that stands still until a test puts
 * it forward: windows of limits never roll by themselves. It begins before every sunset.
 */
export async function startInstallation(options: { bodyTimeoutMs?: number } = {}) {
  const provider = await startScriptedProvider();
  const upstream = await startUpstream();
  upstream.script(NONSENSE_TEXT, respondWith('nonsense'));
  upstream.script(SILENCE_TEXT, silence);
  const extractsDir = await mkdtemp(path.join(tmpdir(), 'extracts-'));
  const hooks = await startWebhooks({
    env: {
      ...ENV,
      ALLOW_LOCAL_SSO: '1',
      PUBLIC_URL: 'http://127.0.0.1',
      EXTRACTOR_URL: upstream.url,
      EXTRACTOR_KIND: 'http',
      EXTRACTOR_TIMEOUT_MS: String(UPSTREAM_BUDGET_MS),
      EVENTS_MAX_WAIT_S: '0',
      EXTRACTS_DIR: extractsDir,
    },
    now: clock.now,
    projections: allProjections,
    ...options,
  });
  const { api, pool } = hooks;
  const { runtime, baseUrl } = api;
  const signIn = createSignIn(api);
  // A start does not wait for NATS, and the request inspector cannot be read without it.
  await until('NATS', 20_000, async () => {
    const ready = (await (await fetchDescribed(`${baseUrl}/v1/health/ready`)).json()) as {
      cache_connected: boolean;
    };
    return ready.cache_connected;
  });
  const send = createSend(baseUrl);
  const receivers: Receiver[] = [];

  /** Carries a call out that has to succeed for a test to go on. */
  async function must<T>(name: string, who: Who, call: Call = {}): Promise<T> {
    const reply = await send(rowOf(name), who, call);
    if (reply.status >= 300) throw new Error(`${name} answered ${reply.status} ${reply.text}`);
    return reply.body as T;
  }

  /** The cookies of a new dashboard session of a member. */
  async function sessionOf(tenantId: string, memberId: string): Promise<Who> {
    const [from, to] = [clock.at, clock.after(12 * HOUR)];
    const sessionHeaders = await openLoginSession(runtime, { tenantId, memberId, from, to });
    return sessionHeaders(clock.at);
  }

  /** The cookies that a key is exchanged for. */
  async function exchange(key: Who): Promise<Who> {
    const reply = await send(rowOf('POST /v1/admin/auth'), key);
    const cookies = cookiesOf(reply);
    const csrf = cookies.get('svc_csrf')?.value ?? '';
    return { cookie: `svc_session=${cookies.get('svc_session')?.value ?? ''}`, 'x-csrf-token': csrf };
  }

  async function newMember(tenantId: string, role: Role, email = newEmail()): Promise<Member> {
    const { memberId: id } = await signIn.newMember({ tenantId, role, email, password: null });
    return { id, email, who: await sessionOf(tenantId, id) };
  }

  async function newSubscription(who: Who, url: string, event: string): Promise<Subscription> {
    return must('POST /v1/admin/webhooks', who, { body: { url, events: [event] } });
  }

  async function newReceiver(status: number): Promise<Receiver> {
    const receiver = await startReceiver();
    receiver.answerWith((response) => void response.writeHead(status).end());
    receivers.push(receiver);
    return receiver;
  }
  const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () => (made ??= make());
  };
  const goodReceiver = once(() => newReceiver(204));
  const badReceiver = once(() => newReceiver(500));

  const newKey = async (...of: Parameters<TestApi['newKey']>): Promise<Who> =>
    bearer(await api.newKey(...of));

  /** A tenant with a live key, a test key and a member of each role, each signed in; its tokens can be spent. */
  async function newTenant(): Promise<Tenant> {
    const id = await api.newTenant();
    await overrideRateLimit(runtime, id, ENOUGH_RPM);
    const [live, test] = [await newKey(id), await newKey(id, { test: true })];
    const members = {} as Record<Role, Member>;
    for (const role of ROLES) members[role] = await newMember(id, role);
    await hooks.projected();
    const subscribed = (receiver: () => Promise<Receiver>) =>
      once(async () => newSubscription(live, (await receiver()).url, 'session.answered'));
    return { id, live, test, members, taken: subscribed(goodReceiver), refused: subscribed(badReceiver) };
  }

  /** Binds SSO_DOMAIN to the tenant, and makes the member whom the provider vouches for. */
  const bindDomain = once(async () => {
    const tenantId = await api.newTenant();
    await signIn.newMember({ tenantId, email: SSO_EMAIL, password: null });
    await bindSso(runtime, {
      domain: SSO_DOMAIN,
      tenantId,
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      allowedHosts: [],
      privateNetwork: false,
      boundAt: clock.at,
    });
    provider.forge({ claims: { email: SSO_EMAIL } });
  });

  return {
    api,
    pool,
    runtime,
    baseUrl,
    clock,
    provider,
    hooks,
    signIn,
    send,
    must,
    newTenant,
    newKey,
    newMember,
    newSubscription,
    sessionOf,
    exchange,
    goodReceiver,
    bindDomain,
    stop: async (): Promise<void> => {
      await hooks.stop();
      for (const receiver of receivers) receiver.stop();
      await provider.stop();
      await upstream.stop();
      await rm(extractsDir, { recursive: true, force: true });
    },
  };
}
