import type { NewSessionEvent } from '../../../domain/session/events.ts';
import type { SessionFact } from '../../../projectors/session-steps/steps.ts';
import { sessionStream } from '../../../shared/event-log/streams.ts';

/** The one tenant of a sample. */
export const TENANT_ID = '01940000-0000-7000-8000-00000000000a';

/** Moments of an interview that nobody has drawn yet: a second a step. */
const BASE_MS = Date.parse('2000-01-01T00:00:00Z');
const SECOND_MS = 1_000;
export const momentOf = (step: number): string => new Date(BASE_MS + step * SECOND_MS).toISOString();
/** The step that a moment of such an interview stands for. */
export const stepAt = (moment: string): number => (Date.parse(moment) - BASE_MS) / SECOND_MS;

type Place = {
  sessionId: string;
  revision: number;
  position: number;
  at: string;
  engineVersion: string | null;
};

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** An event as the projection gets it once it was read and opened. Nothing is sealed: there is nothing to hide. */
export const factOf = (event: NewSessionEvent, place: Place): SessionFact => ({
  event,
  eventId: NO_ID,
  keys: {},
  stream: sessionStream(place.sessionId),
  revision: place.revision,
  position: BigInt(place.position),
  at: place.at,
  metadata: {
    tenant_id: TENANT_ID,
    actor: { type: 'api_key', id: NO_ID },
    request_id: '',
    ip: null,
    command_id: NO_ID,
    causation_id: null,
    schema_version: 1,
    engine_version: place.engineVersion,
    tokens_charged: 0,
    occurred_at: place.at,
    test: false,
  },
});
