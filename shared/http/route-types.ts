import type { z } from 'zod';
import type { Logger } from 'pino';
import type { Role } from '../../domain/member/types.ts';
import type { Feature } from '../../domain/tenant/types.ts';
import type { ApiError, ErrorCode } from './errors.ts';

export type Scope =
  | 'sessions:read'
  | 'sessions:write'
  | 'patients:read'
  | 'patients:write'
  | 'webhooks:read'
  | 'webhooks:write'
  | 'admin:read'
  | 'admin:write';

/** What a member may be in a team; an API key has none. */
export type { Role } from '../../domain/member/types.ts';

export type Access =
  /**
   * An API key or a dashboard session that holds the scope; null accepts any valid one. With `session` a key is
   * refused (403), with `roles` so is whoever has none of these roles.
   */
  | { kind: 'caller'; scope: Scope | null; session?: true; roles?: readonly Role[] }
  /** No credential; limited per IP. */
  | { kind: 'public' }
  /** Health: never limited. */
  | { kind: 'probe' };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A rate window as its headers show it; `retryAfterS` only where the call was refused. */
export type RateStatus = { limit: number; remaining: number; resetAtUnixS: number; retryAfterS?: number };

export type Caller = {
  tenantId: string;
  /** Who acts, as events and audit rows name it. */
  actor: { type: 'api_key' | 'member'; id: string };
  /** The key, also where a dashboard session was made from it; null for a member. */
  keyId: string | null;
  keyPrefix: string | null;
  /** The dashboard session; null for a call with an API key. */
  sessionId: string | null;
  role: Role | null;
  scopes: Scope[];
  /** When the key ends, ISO 8601 UTC; null where it does not, and for a member. */
  expiresAt: string | null;
  /**
   * What the caller sees and changes: a key the sessions of its own mode, a member (null) both, unless the call names the
   * mode that it is about.
   */
  test: boolean | null;
};

/** The mode that a call asks for (X-Svc-Mode), where its route knows modes; null where it names none. */
export type AskedMode = 'test' | 'live' | null;

/** What a call shows of who makes it. The session cookie is looked at only where there is no Authorization header. */
export type Credentials = {
  authorization: string | null;
  sessionToken: string | null;
  csrfToken: string | null;
  /** Anything but GET, HEAD and OPTIONS: with a cookie it needs the CSRF token. */
  mutates: boolean;
};

/** What a route asks of its caller. */
export type Demand = {
  scope: Scope | null;
  session: boolean;
  roles: readonly Role[] | null;
  feature: Feature | null;
};

/** Which route a call is for, as data: safe to log, count and store. */
export type RouteIdentity = { method: string; path: string; demand: Demand };

/** Everything that a handler gets to know of its call. */
export type RouteContext<P, Q, B> = {
  params: P;
  query: Q;
  body: B;
  requestId: string;
  ip: string;
  userAgent: string | null;
  now: Date;
  credentials: Credentials;
  /** Only on idempotent routes: 1 to 128 visible ASCII characters. */
  idempotencyKey: string | null;
  /** Only where there is a caller: for whom it makes the call. 1 to 128 visible ASCII characters. */
  onBehalfOf: string | null;
  /** Only on routes with `modes`, and for a dashboard session: the mode that the call is about. */
  askedMode: AskedMode;
  /** SHA-256 (hex) over method, path and raw body: what an Idempotency-Key is bound to. */
  fingerprint: string;
  bodyBytes: number;
  /** Set by the gate for admission 'gate', by `setCaller` for admission 'handler'. */
  caller: Caller | null;
  route: RouteIdentity;
  /** Handler-admitted routes report the window here; its headers then stand on every answer, errors too. */
  setRate: (rate: RateStatus) => void;
  /** Handler-admitted routes report the caller here, for the log line and the request record. */
  setCaller: (caller: Caller) => void;
  /** So long the call waited because its caller asked for it: no part of the time that it took. */
  waited: (ms: number) => void;
  /** Aborted once the connection has closed before the answer was sent. */
  signal: AbortSignal;
  /** Any other request header, null where it was not sent. */
  header: (name: string) => string | null;
  /** Carries request_id. */
  logger: Logger;
};

/**
 * `body` is JSON unless the response spec names another `contentType`; then it is a string, a Buffer or a stream.
 * Streams are sent as they come; a `StaticContent` is sent packed, and as a 304 to who has it. Where the spec lists `otherTypes`, `contentType` says that this body is one of them.
 */
export type RouteResult = {
  status: number;
  body: unknown;
  headers?: Record<string, string | string[]>;
  contentType?: string;
  /** Who may be given a stored answer of a command: a caller with one of these scopes. Not sent. Left out: every caller. */
  readableWith?: readonly Scope[];
};

/** Without a schema it is a text. */
export type HeaderSpec = { description: string; example: string | number; schema?: z.ZodType };

export type ResponseSpec = {
  description: string;
  /** Left out where the answer has no body or is not JSON. */
  schema?: z.ZodType;
  /** For answers that are not JSON, for example text/html. */
  contentType?: string;
  /** Media types, none of them JSON, that the same status can come in as well: the result names its own. */
  otherTypes?: readonly string[];
  /** What is known of a body in one of these types; without it, it is text or a file. */
  otherSchemas?: Readonly<Record<string, z.ZodType>>;
  headers?: Record<string, HeaderSpec>;
};

/** Shown in the OpenAPI document, whose linter checks them against the schemas. */
export type RouteExamples = { body?: unknown; responses?: Record<number, unknown> };

export type NoFields = z.ZodObject<Record<string, never>>;

export type RouteSpec<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> = {
  method: Method;
  /** With placeholders in braces: `/v1/sessions/{session_id}/answer`. */
  path: string;
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  access: Access;
  /** What an operator can switch off for a tenant, whose callers then get 501. Only with access 'caller'. */
  feature?: Feature;
  /**
   * 'gate': the kit admits the call before it reads the body. 'handler': the handler admits in its own round trip,
   * and the kit asks the gate only about calls that never reach it, so that 401, 403 and 429 come before 400 and 422.
   */
  admission: 'gate' | 'handler';
  /** Reads and checks Idempotency-Key. */
  idempotent?: boolean;
  /** What it shows or makes is of test or live mode: reads X-Svc-Mode, by which a member names one. */
  modes?: true;
  /** Tokens of a call. Where given, 0 included, every answer carries X-Svc-Tokens-Charged. */
  cost?: number;
  params?: P;
  query?: Q;
  body?: B;
  /** Default 1 MiB. */
  bodyLimitBytes?: number;
  responses: Record<number, ResponseSpec>;
  /** What this route adds to the errors that the kit documents by itself. */
  errors: readonly ErrorCode[];
  /**
   * Where a browser that went to this address is led by a 302 in place of an error that it could not show: the URL names the
   * error by a code. Any other client gets the envelope. Only on a GET with a 302.
   */
  errorPage?: (error: ApiError, requestId: string) => string;
  examples?: RouteExamples;
  deprecated?: boolean;
  /** Past its end it answers 410 to everybody: the description says that, and nothing of what it was before. */
  isRemoved?: boolean;
  handler: (ctx: RouteContext<z.output<P>, z.output<Q>, z.output<B>>) => Promise<RouteResult>;
};

/** A route with its types erased, ready to be mounted and documented. */
export type Route = Readonly<
  Omit<
    RouteSpec<z.ZodObject, z.ZodObject, z.ZodType>,
    'handler' | 'params' | 'query' | 'body' | 'bodyLimitBytes'
  > & {
    params: z.ZodObject | null;
    query: z.ZodObject | null;
    body: z.ZodType | null;
    bodyLimitBytes: number;
    identity: RouteIdentity;
    handler: (ctx: RouteContext<never, never, never>) => Promise<RouteResult>;
  }
>;
