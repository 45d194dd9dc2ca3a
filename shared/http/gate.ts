import type { Caller, Credentials, Demand, RateStatus } from './route-types.ts';

/** A call that shows a credential. */
export type GateCall = {
  credentials: Credentials;
  demand: Demand;
  ip: string;
  now: Date;
  route: { method: string; path: string };
  requestId: string;
};

/** Who may come in, and how often. The kit asks; storage and policy live behind it. */
export type Gate = {
  /** Checks the credential and what the route demands, and counts the call; throws ApiError 401/403/429/503 with rate headers where known. */
  authenticate(call: GateCall): Promise<{ caller: Caller; rate: RateStatus }>;
  /** Counts an unauthenticated call of this IP; throws 429. */
  admitAnonymous(call: { ip: string; now: Date }): Promise<RateStatus>;
  /**
   * A cheap check whether a credential could be valid. It is made before the body is read, for calls that their
   * handler admits. A credential that fails it goes to `authenticate`, which refuses and counts the call.
   */
  recognises?(call: GateCall): Promise<boolean>;
  /**
   * The body limit of the credential's tenant where a contract raises it, in bytes. Asked only when Content-Length
   * is over the route's own limit; without it that limit is final.
   */
  bodyLimitBytes?(call: GateCall): Promise<number>;
};
