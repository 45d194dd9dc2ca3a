import test from 'ava';
import { EVENT_UNREADABLE } from '../../domain/event-log/events.ts';
import { applyInOrder, RevisionGapError } from '../../projectors/apply-in-order.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import type { StandIn, StoredEvent } from '../../shared/event-log/stored-event.ts';
import { apiKeyStream, memberStream, tenantStream } from '../../shared/event-log/streams.ts';
import { toLogEvent } from '../../shared/projection/batch-context.ts';
import type { LogEvent, ProjectionContext } from '../../shared/projection/projection.ts';
import { followRows, NOTHING_SEALED } from '../../shared/read-models/follow-rows.ts';

const ID = '0191d3a0-0000-7000-8000-000000000001';
const SKIPPED: StandIn = { why: 'skipped', problem: null, digest: '', auditRow: null, original: null };

const at = (revision: number, stream = tenantStream(ID), standIn?: StandIn): LogEvent =>
  toLogEvent({ stream, revision, type: 'noted', ...(standIn && { standIn }) } as StoredEvent);

const fact = ({ stored: { stream, revision, standIn } }: LogEvent): DecodedEvent =>
  ({
    stream,
    revision,
    event: standIn ? EVENT_UNREADABLE : { type: 'noted', data: {} },
  }) as unknown as DecodedEvent;

/** A stream with these events, as a projection may read it. */
const contextOf = (history: LogEvent[]) =>
  ({
    open: (events: readonly LogEvent[]) => Promise.resolve(events.map(fact)),
    history: (stream: string, to: number) =>
      Promise.resolve(history.filter(({ stored }) => stored.stream === stream && stored.revision <= to)),
  }) as unknown as ProjectionContext;

type Row = { revision: number; is_active: boolean };

/** Rows that stand at a revision, and what applies events to them. */
function rowsAt(revision: number) {
  const rows = new Map<string, Row>([[ID, { revision, is_active: true }]]);
  const apply = async (facts: readonly DecodedEvent[]): Promise<number> => {
    const { changed, behind } = await followRows(facts, rows, (row, { revision: to }) =>
      Promise.resolve({ is_active: true, ...row, revision: to }),
    );
    for (const [id, row] of changed) if (row) rows.set(id, row);
    return behind;
  };
  return { rows, apply };
}

test('an event that was passed before it was skipped leaves no gap', async (t) => {
  const { rows, apply } = rowsAt(0);
  const history = [at(0), at(1, undefined, SKIPPED), at(2, undefined, SKIPPED), at(3), at(4)];
  const facts = await applyInOrder(history.slice(3), contextOf(history), apply);
  t.deepEqual(
    facts.map(({ revision }) => revision),
    [3, 4],
    'only what was given',
  );
  t.is(rows.get(ID)?.revision, 4);
});

test('any other gap is an error', async (t) => {
  for (const history of [
    [at(0), at(1), at(2)],
    [at(0), at(1, undefined, SKIPPED), at(2), at(3)],
  ]) {
    const { apply } = rowsAt(0);
    await t.throwsAsync(applyInOrder(history.slice(-1), contextOf(history), apply), {
      instanceOf: RevisionGapError,
    });
  }
});

test('a key or a member loses its access, all else stays as it was', async (t) => {
  for (const [stream, is_active] of [
    [tenantStream(ID), true],
    [apiKeyStream(ID), false],
    [memberStream(ID), false],
  ] as const) {
    const { rows, apply } = rowsAt(4);
    const expected = { revision: 5, is_active, ...(!is_active && { row_mac: NOTHING_SEALED }) };
    t.is(await apply([fact(at(5, stream, SKIPPED))]), 0);
    t.deepEqual(rows.get(ID) as unknown, expected, stream);
    t.is(await apply([fact(at(5, stream, SKIPPED))]), 0, 'again, at the place of the skip');
    t.deepEqual(rows.get(ID) as unknown, expected, stream);
  }
});
