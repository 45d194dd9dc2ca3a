import type { TriageClient } from './client.ts';
import type { components } from './schema.ts';

/** A public event, as webhooks send it. */
export type PublicEvent = components['schemas']['EventPage']['data'][number];

export type ReadEventsOptions = {
  /** The cursor of the last page that was handled; left out for the oldest event, `latest` for what comes from now on. */
  after?: string;
  /** Only these events. */
  types?: PublicEvent['type'][];
  /** Events a page at most, 1 to 500. */
  limit?: number;
  /** Ends the reading. */
  signal?: AbortSignal;
};

/** Some events in the order of the log. Keep the cursor once they are handled, and begin there after a restart. */
export type EventsPage = { events: PublicEvent[]; cursor: string };

/** An answer that is no page of events. `status` and `code` are those of the answer. */
export class EventsError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, { code, message }: components['schemas']['ApiError']['error']) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Asked of the service, which answers sooner where there is an event. */
const WAIT_S = 20;

/**
 * Follows the events of a tenant, page by page, until the signal or until the loop is left. Waits for new ones. Throws
 * EventsError for an error answer, and what `fetch` throws where no answer came: begin again with the last cursor.
 */
export async function* readEvents(
  client: TriageClient,
  { after, types, limit, signal }: ReadEventsOptions = {},
): AsyncGenerator<EventsPage, void, undefined> {
  let cursor = after;
  while (signal?.aborted !== true) {
    const { data, error, response } = await client.GET('/v1/events', {
      params: {
        query: {
          wait: WAIT_S,
          ...(cursor !== undefined && { after: cursor }),
          ...(types !== undefined && { types }),
          ...(limit !== undefined && { limit }),
        },
      },
      ...(signal !== undefined && { signal }),
    });
    if (error !== undefined) throw new EventsError(response.status, error.error);
    cursor = data.next_cursor;
    if (data.data.length > 0) yield { events: data.data, cursor };
  }
}
