import type { components } from '../../../client/client.ts';

export type FieldFault = { field: string; code: string; message: string };

/** Codes of the interface, and two of our own: no answer came, and an answer that is none of the service's. */
export type FaultCode = components['schemas']['ErrorCode'] | 'offline' | 'unreadable';

/** An error answer of the service, or none at all. Its message is for the log of a developer: pages say `code`. */
export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  readonly code: FaultCode;
  readonly status: number;
  /** For whoever asks the support. */
  readonly requestId: string | null;
  /** Of a 422. */
  readonly fields: readonly FieldFault[];
  /** Of a 429 and a 503: when to try again. */
  readonly retryAfterS: number | null;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(code: FaultCode, from: Partial<Omit<ApiFault, 'name' | 'code'>> = {}) {
    super(from.message ?? code);
    this.code = code;
    this.status = from.status ?? 0;
    this.requestId = from.requestId ?? null;
    this.fields = from.fields ?? [];
    this.retryAfterS = from.retryAfterS ?? null;
    this.detail = from.detail ?? {};
  }
}

/** Whether a repeat may help by itself. */
export const isTransient = (fault: unknown): boolean =>
  fault instanceof ApiFault &&
  ['offline', 'bad_gateway', 'service_unavailable', 'gateway_timeout'].includes(fault.code);

type Envelope = {
  error: { code: FaultCode; message: string; request_id: string; detail?: Record<string, unknown> };
};

const isEnvelope = (body: unknown): body is Envelope =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';

function faultOf(response: Response, body: unknown): ApiFault {
  if (!isEnvelope(body)) return new ApiFault('unreadable', { status: response.status });
  const { code, message, request_id: requestId, detail = {} } = body.error;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiFault(code, {
    status: response.status,
    message,
    requestId,
    detail,
    fields: Array.isArray(detail['field_errors']) ? (detail['field_errors'] as FieldFault[]) : [],
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : null,
  });
}

type Result<D> = { data?: D; error?: unknown; response: Response };

/** The body of a successful answer. Throws ApiFault for any other, and where none came. */
export async function answered<D>(call: Promise<Result<D>>): Promise<D> {
  const result = await call.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiFault('offline');
  });
  if (!result.response.ok) throw faultOf(result.response, result.error);
  return result.data as D;
}
