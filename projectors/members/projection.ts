import { memberEvents, type MemberEvent } from '../../domain/member/events.ts';
import { subjectKeyId } from '../../shared/crypto/data-keys.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { streamSubject } from '../../shared/event-log/streams.ts';
import { destroySubjectKeys, type SubjectErasure } from '../../shared/read-models/erase-sessions.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import {
  applyMemberEvents,
  openMemberProfile,
  openPasswordHash,
  type MemberRow,
} from '../../shared/read-models/member-rows.ts';
import { applyInOrder } from '../apply-in-order.ts';
import { refoldDiscarded } from '../refold-discarded.ts';
import { keyFrom } from '../subject-keys.ts';

/** Members that these events erase. */
const erasures = (facts: readonly DecodedEvent<MemberEvent>[]): SubjectErasure[] =>
  facts.flatMap(({ event, stream, eventId, at, metadata }) =>
    event.type === 'member-erased'
      ? [
          {
            type: 'member',
            subjectId: streamSubject(stream),
            tenantId: metadata.tenant_id,
            erasureId: eventId,
            cause: event.data.cause,
            at,
          },
        ]
      : [],
  );

/** Who may sign in, and who is in which team. Commands write the same rows right after their append. */
export const membersProjection: Projection = {
  name: 'members',
  version: 2,
  handles: memberEvents.map((definition) => definition.type),
  streams: 'member',
  writtenThrough: true,
  tables: [
    {
      name: 'members',
      streamId: 'member_id',
      sealed: {
        columns: ['profile_sealed', 'password_sealed'],
        open: async (rows, context) => {
          const members = rows as unknown as MemberRow[];
          await context.keys(members.map((row) => subjectKeyId(row.member_id)));
          return Promise.all(
            members.map(async (row) => {
              const key = await keyFrom(context)(subjectKeyId(row.member_id));
              return [openMemberProfile(row, key), openPasswordHash(row, key)];
            }),
          );
        },
      },
    },
  ],
  project: async (given, tx, context) => {
    const closable = { table: 'members', key: 'member_id' };
    const events = await refoldDiscarded(given, closable, { tx, context });
    const sealing = {
      keysOf: (tenantId: string) => context.tenantKeys(tenantId),
      keyOf: keyFrom(context),
      random: context.random,
    };
    const opened = await applyInOrder<MemberEvent>(events, context, (facts) =>
      applyMemberEvents(tx, facts, sealing),
    );
    await destroySubjectKeys(tx, erasures(opened));
  },
};
