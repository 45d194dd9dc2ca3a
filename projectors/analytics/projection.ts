import type { RetentionEvent } from '../../domain/retention/events.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { col, rowSet } from '../../shared/postgres/columns.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { cellsOf } from './week-cells.ts';

const weekCells = rowSet({
  tenant_id: col.uuid,
  week: col.date,
  measure: col.text,
  a: col.text,
  b: col.text,
  c: col.text,
  sessions: col.bigint,
  minutes: col.bigint,
  questions: col.bigint,
});

const ADD_CELLS = `
  INSERT INTO session_weeks AS w (${weekCells.list})
  SELECT tenant_id, week, measure, a, b, c, sum(sessions), sum(minutes), sum(questions)
  FROM ${weekCells.given()}
  GROUP BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (tenant_id, week, measure, a, b, c) DO UPDATE
  SET sessions = w.sessions + excluded.sessions, minutes = w.minutes + excluded.minutes,
      questions = w.questions + excluded.questions`;

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
      text: ADD_CELLS,
      values: weekCells.values(cells),
    });
  },
};
