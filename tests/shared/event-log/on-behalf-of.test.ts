import { randomUUID } from 'node:crypto';
import test from 'ava';
import { systemRandom, TamperedError } from '../../../shared/crypto/seal.ts';
import { openEndUser, sealEndUser } from '../../../shared/event-log/on-behalf-of.ts';
import { createServiceCodec } from '../../../shared/event-log/registry.ts';
import type { NewMetadata } from '../../../shared/event-log/stored-event.ts';

const key = systemRandom(32);
const tenantId = randomUUID();
const endUser = 'nurse-17';

const metadata: NewMetadata = {
  tenant_id: tenantId,
  actor: { type: 'api_key', id: 'k' },
  request_id: 'r',
  ip: null,
  causation_id: null,
  engine_version: null,
  occurred_at: '2026-01-05T08:00:00.000Z',
  test: false,
};
const encode = (onBehalfOf: NewMetadata['on_behalf_of']) =>
  createServiceCodec().encode(
    [
      { type: 'member-email-verified', data: {} },
      { type: 'member-email-verified', data: {} },
    ],
    {
      stream: `member-${randomUUID()}`,
      commandId: randomUUID(),
      keys: {},
      metadata: { ...metadata, on_behalf_of: onBehalfOf },
      tokensCharged: 0,
    },
  );

test('each event of a command has it sealed for itself: it opens beside no other event or tenant', (t) => {
  const [first, second] = encode({ endUser, key });
  if (!first || !second) return t.fail();
  const sealed = Buffer.from(first.metadata.on_behalf_of ?? '', 'base64');
  const at = { tenantId, eventId: first.eventId };
  t.is(openEndUser(key, at, sealed), endUser);
  t.false(JSON.stringify([first, second]).includes(endUser));
  for (const elsewhere of [
    { tenantId, eventId: second.eventId },
    { tenantId: randomUUID(), eventId: first.eventId },
  ]) {
    t.throws(() => openEndUser(key, elsewhere, sealed), { instanceOf: TamperedError });
  }
  t.throws(() => openEndUser(systemRandom(32), at, sealed), { instanceOf: TamperedError });
});

test('what is sealed already is carried as it is, and without it the metadata have no such field', (t) => {
  const sealed = sealEndUser({ endUser, key }, { tenantId, eventId: randomUUID() }, systemRandom);
  const text = sealed.toString('base64');
  t.deepEqual(
    encode(text).map((event) => event.metadata.on_behalf_of),
    [text, text],
  );
  for (const event of encode(undefined)) t.false('on_behalf_of' in event.metadata);
});
