import { pino } from 'pino';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { createApp, type AppOptions } from '../../../shared/http/app.ts';
import { ApiError } from '../../../shared/http/errors.ts';
import type { Gate } from '../../../shared/http/gate.ts';
import type { RequestRecord } from '../../../shared/http/observe.ts';
import { describeRoutes } from '../../../shared/http/openapi-route.ts';
import { rateHeaders, rateLimitedError } from '../../../shared/http/rate.ts';
import type { ResponseMismatch } from '../../../shared/http/respond.ts';
import { defineRoute, type Route } from '../../../shared/http/route.ts';
import * as s from '../../../shared/http/schemas.ts';
import type { Caller } from '../../../shared/http/route-types.ts';
import { startServer, type ServerLimits } from '../../../shared/http/server.ts';

export const NOW = new Date('2026-01-02T03:04:05.678Z');
export const INFO = {
  title: 'Test',
  version: '0.2.0',
  description: 'The kit under test.',
  tags: { Test: 'Routes of the test.' },
};
export const RATE = { limit: 60, remaining: 59, resetAtUnixS: 1_767_323_105 };
export const ANONYMOUS_RATE = { limit: 30, remaining: 29, resetAtUnixS: 1_767_323_105 };
export const CALLER: Caller = {
  tenantId: 'tenant-1',
  actor: { type: 'api_key', id: 'key-1' },
  keyId: 'key-1',
  keyPrefix: 'svc_test_ab',
  sessionId: null,
  role: null,
  scopes: ['sessions:read', 'sessions:write'],
  expiresAt: null,
  test: true,
};

/** Knows a few credentials, and remembers in which order it was asked. */
export function fakeGate(): Gate & { log: string[] } {
  const log: string[] = [];
  return {
    log,
    authenticate: ({ credentials: { authorization }, demand }) => {
      log.push(`authenticate ${authorization ?? '-'} ${demand.scope ?? '-'}`);
      const headers = rateHeaders(RATE);
      if (authorization === 'Bearer good') return Promise.resolve({ caller: CALLER, rate: RATE });
      if (authorization === 'Bearer noscope')
        throw new ApiError('forbidden', 'The key lacks a scope.', { headers });
      if (authorization === 'Bearer limited')
        throw rateLimitedError({ ...RATE, remaining: 0, retryAfterS: 7 });
      if (authorization === 'Bearer down')
        throw new ApiError('service_unavailable', 'Limits cannot be checked.');
      if (authorization === 'Bearer bug') throw new Error('secret of the gate');
      throw new ApiError('unauthorized', 'The API key is not valid.', {
        headers: rateHeaders(ANONYMOUS_RATE),
      });
    },
    admitAnonymous: ({ ip }) => {
      log.push(`anonymous ${ip}`);
      if (ip === '203.0.113.9') throw rateLimitedError({ ...ANONYMOUS_RATE, remaining: 0, retryAfterS: 9 });
      return Promise.resolve(ANONYMOUS_RATE);
    },
    bodyLimitBytes: ({ credentials: { authorization } }) =>
      Promise.resolve(authorization === 'Bearer good' ? 4_194_304 : 0),
  };
}

const Echo = z.object({ seen: z.unknown() }).meta({ id: 'Echo', description: 'What the handler saw.' });
const ok = { 200: { description: 'What came in.', schema: Echo } };
const key = { kind: 'caller', scope: 'sessions:write' } as const;
const common = { tag: 'Test', admission: 'gate', errors: [] } as const;

/** The body of the answer route: one field of each kind that the kit has rules for. */
const AnswerBody = z
  .object({
    question_id: s.boundedText(1, 100),
    age: z.int().min(0).max(130).nullish(),
    sex: z.enum(['female', 'male']).nullish(),
    extracted_fields: z.record(z.string(), z.unknown()).optional(),
    clear_answers: z.array(s.boundedText(1, 10)).max(3).optional(),
    skip: z.boolean().default(false),
  })
  .meta({ id: 'AnswerRequest' });

const params = z.object({ session_id: s.uuid() });

/** Small routes, one for each way through the kit. */
export function testRoutes(): Route[] {
  const echo = (ctx: { params: unknown; query: unknown; body: unknown; fingerprint: string; ip: string }) =>
    Promise.resolve({
      status: 200,
      body: {
        seen: {
          params: ctx.params,
          query: ctx.query,
          body: ctx.body,
          fingerprint: ctx.fingerprint,
          ip: ctx.ip,
        },
      },
    });
  return [
    defineRoute({
      ...common,
      method: 'POST',
      path: '/v1/sessions/{session_id}/answer',
      operationId: 'answer',
      summary: 'Answer the current question',
      access: key,
      cost: 8,
      idempotent: true,
      params,
      body: AnswerBody,
      responses: ok,
      errors: ['not_found', 'payment_required'],
      examples: { body: { question_id: 'q1', skip: true }, responses: { 200: { seen: 'anything' } } },
      handler: echo,
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/v1/sessions/{session_id}/command',
      operationId: 'command',
      summary: 'A command that admits by itself',
      access: key,
      admission: 'handler',
      cost: 5,
      idempotent: true,
      params,
      body: AnswerBody,
      responses: ok,
      handler: (ctx) => {
        ctx.setRate({ ...RATE, remaining: 5 });
        ctx.setCaller(CALLER);
        if (ctx.body.question_id === 'gone') throw new ApiError('not_found', 'No such session.');
        return Promise.resolve({
          status: 200,
          headers: { 'X-Svc-Tokens-Charged': '5' },
          body: { seen: { key: ctx.idempotencyKey, fingerprint: ctx.fingerprint, bytes: ctx.bodyBytes } },
        });
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      path: '/v1/sessions/{session_id}/finalize',
      operationId: 'finalize',
      summary: 'No body',
      access: key,
      cost: 0,
      idempotent: true,
      params,
      responses: ok,
      handler: echo,
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/v1/sessions',
      operationId: 'list',
      summary: 'List',
      access: { kind: 'caller', scope: 'sessions:read' },
      query: z.object({
        ...s.limitOffset({ maxLimit: 200, defaultLimit: 50 }),
        status: s.commaSeparated(z.enum(['active', 'finalized'])).optional(),
        action: s.repeatable(s.boundedText(1, 20)).optional(),
        date_from: s.isoDate().optional(),
        at: s.dateTime().optional(),
        q: s.boundedText(0, 20).optional().meta({ description: 'Part of the name.' }),
        cursor: s.cursor().optional(),
      }),
      responses: ok,
      handler: echo,
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/v1/patients/{patient_id}',
      operationId: 'patient',
      summary: 'Patient',
      access: { kind: 'caller', scope: null },
      params: z.object({ patient_id: s.boundedText(1, 200) }),
      responses: ok,
      handler: echo,
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/v1/patients/special',
      operationId: 'special',
      summary: 'A literal beside a placeholder',
      access: { kind: 'caller', scope: null },
      responses: ok,
      handler: () => Promise.resolve({ status: 200, body: { seen: 'special' } }),
    }),
    defineRoute({
      ...common,
      method: 'PUT',
      path: '/v1/admin/tier',
      operationId: 'tier',
      summary: 'A body that may be absent',
      access: { kind: 'caller', scope: 'admin:write' },
      body: z.strictObject({ tier: z.string() }).optional(),
      responses: ok,
      handler: echo,
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/v1/changelog',
      operationId: 'changelog',
      summary: 'Public text',
      access: { kind: 'public' },
      responses: { 200: { description: 'Markdown.', contentType: 'text/markdown; charset=utf-8' } },
      handler: () =>
        Promise.resolve({ status: 200, body: '# Changes', headers: { 'Cache-Control': 'max-age=60' } }),
    }),
    defineRoute({
      ...common,
      method: 'GET',
      path: '/v1/health/live',
      operationId: 'live',
      summary: 'Liveness',
      access: { kind: 'probe' },
      responses: { 200: { description: 'Alive.', schema: z.object({ status: z.string() }) } },
      handler: () => Promise.resolve({ status: 200, body: { status: 'ok' } }),
    }),
  ];
}

export type Running = {
  port: number;
  gate: Gate & { log: string[] };
  logs: Record<string, unknown>[];
  logText: () => string;
  records: RequestRecord[];
  mismatches: ResponseMismatch[];
  metrics: Registry;
  stop: () => Promise<void>;
};

export type StartOptions = Partial<AppOptions> & { limits?: Partial<ServerLimits> };

/** A server on a free port with the test routes and whatever a test adds to or changes about it. */
export async function start(options: StartOptions = {}): Promise<Running> {
  const { limits, ...overrides } = options;
  const gate = fakeGate();
  const lines: string[] = [];
  const logger = pino({ level: 'debug', base: null }, { write: (line) => void lines.push(line) });
  const records: RequestRecord[] = [];
  const mismatches: ResponseMismatch[] = [];
  const metrics = new Registry();
  let ids = 0;
  const newRequestId = (): string => `generated-${(ids += 1)}`;
  const app = createApp({
    routes: testRoutes(),
    gate,
    now: () => NOW,
    logger,
    metrics,
    checkResponses: true,
    trustedProxies: [],
    newRequestId,
    document: describeRoutes(testRoutes(), INFO),
    onResponseMismatch: (mismatch) => mismatches.push(mismatch),
    onRequest: (record) => records.push(record),
    ...overrides,
  });
  const server = await startServer({
    app,
    host: '127.0.0.1',
    port: 0,
    logger,
    newRequestId,
    now: () => NOW,
    ...(limits === undefined ? {} : { limits }),
  });
  return {
    ...server,
    gate,
    records,
    mismatches,
    metrics,
    logText: () => lines.join(''),
    get logs() {
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}
