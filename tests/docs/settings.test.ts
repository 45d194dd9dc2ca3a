import test from 'ava';
import type { ZodType } from 'zod';
import { settings as reactorSettings } from '../../command-api/reactors/config.ts';
import { embeddedSettings } from '../../infra/embedded/config.ts';
import { configSchema as eventStoreSettings } from '../../infra/event-store/config.ts';
import { apiSettings } from '../../shared/api/config.ts';
import { settings as projectorSettings } from '../../projectors/config.ts';
import { settings as dispatcherSettings } from '../../webhook-dispatcher/config.ts';
import { parseConfig } from '../../shared/config/load-config.ts';
import { readPage } from './pages.ts';

/** The processes by the names that the page gives them. */
const processes: Record<string, { shape: object }> = {
  API: apiSettings,
  projections: projectorSettings,
  reactors: reactorSettings,
  dispatcher: dispatcherSettings,
  'event store': eventStoreSettings,
  start: embeddedSettings,
};
const ALL = ['API', 'projections', 'reactors', 'dispatcher', 'start'];

const rows = [...readPage('docs/operator/settings.md').matchAll(/^\| `([A-Z_]+)` \| [^|]+ \| ([^|]+) \|/gm)];
const documented = new Map(
  rows.map(([, name = '', readers = '']) => [
    name,
    readers
      .trim()
      .split(', ')
      .flatMap((reader) => (reader === 'all' ? ALL : [reader]))
      .toSorted(),
  ]),
);

/** `npm start` names MASTER_KEY only to refuse it. */
const isRead = (name: string, reader: string): boolean =>
  name in (processes[reader]?.shape ?? {}) && !(name === 'MASTER_KEY' && reader === 'start');

test('every setting stands in the reference once, and nothing else does', (t) => {
  const declared = new Set(Object.values(processes).flatMap(({ shape }) => Object.keys(shape)));
  t.deepEqual([...documented.keys()].toSorted(), [...declared].toSorted());
  t.is(rows.length, documented.size);
});

test('the reference names the processes that read a setting', (t) => {
  for (const [name, readers] of documented) {
    const actual = Object.keys(processes).filter((reader) => isRead(name, reader));
    t.deepEqual(readers, actual.toSorted(), name);
  }
});

test('a process of a cluster has no DATA_DIR unless it is given one', (t) => {
  const env = {
    DATABASE_URL: 'postgresql://a@b/c',
    EVENTSTORE_URL: 'esdb://a:2113',
    NATS_URL: 'nats://a:4222',
    MASTER_KEY_FILE: '/a',
  };
  const dataDirOf = (schema: Parameters<typeof parseConfig>[0], given: Record<string, string>): unknown => {
    const parsed = parseConfig(schema, given);
    return parsed.ok ? (parsed.config as { DATA_DIR?: string }).DATA_DIR : parsed.problems;
  };
  for (const schema of [apiSettings, projectorSettings, reactorSettings]) {
    t.is(dataDirOf(schema, env), undefined);
    t.is(dataDirOf(schema, { ...env, DATA_DIR: '/data' }), '/data');
  }
  t.is(dataDirOf(embeddedSettings, {}), '.data');
});

test('a yes-or-no setting takes each word that the page names', (t) => {
  const fields = Object.entries(processes).flatMap(([name, { shape }]) =>
    Object.entries(shape as Record<string, ZodType>).map(([setting, type]) => ({
      name: `${setting} of ${name}`,
      meaningOf: (word: string): unknown => type.safeParse(word).data,
    })),
  );
  const flags = fields.filter(({ meaningOf }) => meaningOf('1') === true);
  t.true(flags.some(({ name }) => name === 'CHECK_RESPONSES of API'));
  for (const { name, meaningOf } of flags) {
    t.deepEqual(['1', 'true', 'on'].map(meaningOf), [true, true, true], name);
    t.deepEqual(['0', 'false', 'off'].map(meaningOf), [false, false, false], name);
  }
});
