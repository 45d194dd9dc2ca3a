import type { RetentionEvent } from '../../domain/retention/events.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { column } from '../../shared/read-models/follow-rows.ts';
import { cellsOf } from './week-cells.ts';

/** What pruned live sessions were like, in counts a week: the part of the analytics views that outlives the sessions. */
export const sessionWeeksProjection: Projection = {
  name: 'session-weeks',
  version: 1,
  handles: ['sessions-counted'],
  writtenThrough: false,
  tables: [{ name: 'session_weeks' }],
  project: async (events, tx, context) => {
    const counted = (await context.open(events)) as DecodedEvent<RetentionEvent>[];
    const cells = counted
      .filter(({ metadata }) => !metadata.test)
      .flatMap(({ event, metadata }) =>
        cellsOf(event.data).map((cell) => ({ ...cell, tenant_id: metadata.tenant_id })),
      );
    if (cells.length === 0) return;
    await tx.query({
      name: 'add-session-weeks',
      text: `INSERT INTO session_weeks AS w (tenant_id, week, measure, a, b, c, sessions, minutes, questions)
        SELECT tenant_id, week, measure, a, b, c, sum(sessions), sum(minutes), sum(questions)
        FROM unnest($1::uuid[], $2::date[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
          $9::bigint[]) AS u (tenant_id, week, measure, a, b, c, sessions, minutes, questions)
        GROUP BY 1, 2, 3, 4, 5, 6
        ON CONFLICT (tenant_id, week, measure, a, b, c) DO UPDATE
        SET sessions = w.sessions + excluded.sessions, minutes = w.minutes + excluded.minutes,
            questions = w.questions + excluded.questions`,
      values: [
        column(cells, 'tenant_id'),
        column(cells, 'week'),
        column(cells, 'measure'),
        column(cells, 'a'),
        column(cells, 'b'),
        column(cells, 'c'),
        column(cells, 'sessions'),
        column(cells, 'minutes'),
        column(cells, 'questions'),
      ],
    });
  },
};
