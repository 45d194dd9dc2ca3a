import test from 'ava';
import type { AnyEvent } from '../../domain/kernel/event-definition.ts';
import { open } from '../../shared/crypto/seal.ts';
import { createServiceCodec, eventDefinitions } from '../../shared/event-log/registry.ts';
import type { StoredEvent } from '../../shared/event-log/stored-event.ts';
import {
  countingRandom,
  fileNameOf,
  fromPlain,
  goldenFileNames,
  keysOf,
  plain,
  readGoldenFile,
  store,
  writeMissing,
} from './golden-files.ts';
import { samples } from './samples.ts';

/**
 * `UPDATE_GOLDEN=1 npm test -- tests/golden` writes the files that are missing, for a new event or a new
 * version of one. A file that is there is never changed: the log holds events of that shape.
 */
const codec = createServiceCodec();
const sampleOf = (type: string): AnyEvent => {
  const sample = samples.find((candidate) => candidate.type === type);
  if (!sample) throw new Error(`tests/golden/samples.ts has no ${type}`);
  return sample;
};

test.before(async () => {
  if (process.env['UPDATE_GOLDEN'] !== '1') return;
  for (const { type, version } of eventDefinitions) {
    // Each file is written alone, so that its bytes depend on nothing but its sample.
    await writeMissing(createServiceCodec(countingRandom()), version, sampleOf(type));
  }
});

test('every version of every event has a golden file, and no file stands for nothing', (t) => {
  const expected = eventDefinitions.flatMap(({ type, version }) =>
    Array.from({ length: version }, (_, index) => fileNameOf(type, index + 1)),
  );
  t.deepEqual(goldenFileNames(), expected.sort());
  t.deepEqual(samples.map(({ type }) => type).sort(), eventDefinitions.map(({ type }) => type).sort());
});

for (const name of goldenFileNames()) {
  test(`${name} is still read as it was written`, (t) => {
    const golden = readGoldenFile(name);
    const stored = fromPlain(golden.stored);
    t.is(fileNameOf(stored.type, (stored.metadata as { schema_version: number }).schema_version), name);
    t.deepEqual(
      JSON.parse(JSON.stringify(plain(codec.decode(stored, keysOf(codec, stored))))),
      golden.decoded,
    );

    const destroyed = new Map(codec.keyIdsOf(stored).map((keyId) => [keyId, 'destroyed' as const]));
    const erased = Object.entries(golden.decoded.event.data).map(([field, value]) => [
      field,
      field in (stored.data.sealed as object) ? null : value,
    ]);
    t.deepEqual(codec.decode(stored, destroyed).event.data, Object.fromEntries(erased));
  });
}

for (const { type, version } of eventDefinitions) {
  test(`${type} is still written in the shape of version ${version}`, (t) => {
    const golden = fromPlain(readGoldenFile(fileNameOf(type, version)).stored);
    t.deepEqual(opened(store(codec, sampleOf(type))), opened(golden));
  });
}

/** A stored event with its sealed groups in plain: their bytes differ with every nonce. */
function opened(stored: StoredEvent): object {
  const { sealed, ...clear } = stored.data as { sealed: Record<string, { k: string; d: string }> };
  const keys = keysOf(codec, stored);
  const { tenant_id } = stored.metadata as { tenant_id: string };
  const groups = Object.entries(sealed).map(([name, { k, d }]) => {
    const key = keys.get(k);
    if (key === undefined || key === 'destroyed') throw new Error('a golden file has no such key');
    const place = `event|${tenant_id}|${stored.stream}|${stored.eventId}|${name}`;
    const text = open(key, place, Buffer.from(d, 'base64')).toString('utf8');
    return [name, { k, d: JSON.parse(text) as unknown }];
  });
  return { ...stored, data: { ...clear, sealed: Object.fromEntries(groups) as unknown } };
}
